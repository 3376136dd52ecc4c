import { sql } from 'kysely';

/** Units that are physically here. Written out, so that the planner uses the indexes that hold only these. */
export const inStock = sql`u.status in ('AVAILABLE', 'SALE_PENDING', 'QUARANTINE')`;
