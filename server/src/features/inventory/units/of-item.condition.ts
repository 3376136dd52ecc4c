import { sql } from 'kysely';
import type { ScannedItem } from '../ledger/stock-ledger.repository.ts';

/** The units `u` of a scanned item: of its listing, or without a listing under its code. */
export function isOfItem({ listingId, identifier }: ScannedItem) {
  return listingId === null ? sql`u.listing_id is null and upper(u.identifier) = upper(${identifier}::text)` : sql`u.listing_id = ${listingId}`;
}
