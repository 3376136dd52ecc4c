import { sql } from 'kysely';

/** The units `u` in stock. Lists the statuses so that the planner uses the partial indexes. */
export const inStock = sql`u.status in ('AVAILABLE', 'SALE_PENDING', 'QUARANTINE')`;
