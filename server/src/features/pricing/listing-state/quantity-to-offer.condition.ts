import { sql } from 'kysely';

/** The available units of a listing `l` with its counts `c` that no order waits for. */
export const unreserved = sql`greatest(0, c.available - (select count(*) from order_allocations w where w.listing_id = l.id and w.state = 'WAITING'))::int`;

/** The quantity that a sync offers of a listing `l` with its counts `c`. */
export const quantityToOffer = sql`greatest(0, ${unreserved} - (select quantity_buffer from pricing_settings))::int`;
