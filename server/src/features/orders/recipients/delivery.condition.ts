import { sql } from 'kysely';

/** When an order `o` was delivered; until that is known, the latest known date before it. */
export const ORDER_DELIVERY = sql<Date>`coalesce(o.delivered_at, o.deliver_by, o.ship_by, o.ordered_at)`;
