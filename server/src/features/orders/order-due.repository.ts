import { sql } from 'kysely';

/** When an order `o` must leave; those of which nobody knows come last. The indexes of stages are in this order. */
export const ORDER_DUE = sql`coalesce(o.ship_by, 'infinity'::timestamptz)`;
