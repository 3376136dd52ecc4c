import { sql } from 'kysely';
import type { ScannedItem } from '../ledger/stock-ledger.repository.ts';

/** The units `u` of a scanned item: of its listing, or without a listing under its code. */
export function isOfItem({ listingId, identifier }: ScannedItem) {
  return listingId === null ? sql`u.listing_id is null and upper(u.identifier) = upper(${identifier}::text)` : sql`u.listing_id = ${listingId}`;
}

/** `isOfItem` for many items, in rows `g`: the units of a listing, and those without one under a code. Each uses its own index. */
export const ofListing = sql`u.listing_id = g.listing_id`;
export const ofCode = sql`g.code is not null and u.listing_id is null and upper(u.identifier) = upper(g.code)`;
