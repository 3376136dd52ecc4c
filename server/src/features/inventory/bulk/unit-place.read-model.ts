import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { inStock } from '../units/in-stock.condition.ts';
import { isOfSpelling, spellingsOf } from '../units/of-item.condition.ts';

/** The units in stock of these listings, and the unlisted ones of this code. Plan: ranges of the in-stock index. */
export async function listUnitIds(db: Database, { listingIds, code }: { listingIds: readonly number[]; code?: string }, limit: number): Promise<number[]> {
  const unlisted =
    code === undefined
      ? sql``
      : sql`union all select u.id from ${spellingsOf(code)} cross join lateral (select u.id from units u where ${isOfSpelling} and ${inStock} offset 0) u`;
  const { rows } = await sql<{ id: number }>`
    select id from (select u.id from units u where u.listing_id = any(${listingIds}::bigint[]) and ${inStock} ${unlisted}) found order by id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Where each unit is, and its listing: what a move or a change of its condition changes. */
export async function listUnitVersions(db: Database, records: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: number; version: string }>`
    select id, concat_ws(' ', location_id, coalesce(listing_id::text, identifier)) as version from units where id = any(${records}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, version }) => [String(id), version]));
}

/** The listings of the units' products in a condition, seller-fulfilled ones first: the units may become theirs. */
export async function listListingsInCondition(db: Database, listingIds: readonly number[], condition: number): Promise<ReadonlyMap<number, number[]>> {
  const { rows } = await sql<{ own: number; listings: number[] }>`
    select own.id as own, array_agg(l.id order by l.channel <> 'SELLER_FULFILLED', l.id) as listings
    from listings own join listings l on l.product_id = own.product_id
    where own.id = any(${listingIds}::bigint[]) and l.condition = ${condition}
      and (l.channel = own.channel or not exists (
        select from listings same where same.product_id = own.product_id and same.condition = ${condition} and same.channel = own.channel))
    group by own.id`.execute(db);
  return new Map(rows.map(({ own, listings }) => [own, listings.map(Number)]));
}
