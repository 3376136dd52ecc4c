import { type RawBuilder, sql } from 'kysely';
import { hidden } from '../../../platform/database/hidden-value.ts';
import type { ScannedItem } from '../ledger/stock-ledger.repository.ts';

/** The spellings of a code as rows `spelling`: a unit without a listing may be stored under each. Hidden, for prepared statements. */
export function spellingsOf(code: string) {
  return sql`unnest((select spellings_of_code(${hidden(code, 'text')}))) as spelling`;
}

/**
 * The units `u` under one of these rows, for a lateral query that joins nothing else: by equality, with `limit` or `offset 0`, each
 * spelling is a range of the index. The planner expects so many units of a list of spellings that it would read all units.
 */
export const isOfSpelling = sql`u.listing_id is null and upper(u.identifier) = spelling`;

/** The units `u` of a scanned item: of its listing, or without a listing under its code. */
export function isOfItem({ listingId, identifier }: ScannedItem) {
  return listingId === null ? isOfCode(identifier) : sql`u.listing_id = ${listingId}`;
}

/** The units `u` without a listing under a code, which for a GTIN may be stored in another spelling. */
export function isOfCode(code: string) {
  return isAnyOf(sql`spellings_of_code(${code}::text)`);
}

/** `isOfItem` for many items, in rows `g`: the units of a listing, and those without one under the spellings of a code. Each uses its own index. */
export const ofListing = sql`u.listing_id = g.listing_id`;
export const ofCode = sql`g.spellings is not null and ${isAnyOf(sql`g.spellings`)}`;

/** By id, so that the units are found by `isOfSpelling` in any query; by the spellings too, for a unit that changed during a lock. */
function isAnyOf(spellings: RawBuilder<unknown>) {
  return sql`u.listing_id is null and upper(u.identifier) = any(${spellings}) and u.id = any(array(
    select o.id from unnest(${spellings}) as spelling cross join lateral (select u.id from units u where ${isOfSpelling} offset 0) o
  ))`;
}
