import { conditionName } from '@stowage/contract/catalog/conditions';
import { type LocalInventoryItem, PUTAWAY_LIMIT, SEARCH_LIMIT } from '@stowage/contract/inventory/units';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { utcText, type WithDates } from '../../../platform/formats/utc-text.ts';
import { inStock } from './in-stock.condition.ts';
import { isOfSpelling, spellingsOf } from './of-item.condition.ts';
import { joinProductOfUnit } from './product-of-unit.condition.ts';

type UnitRecord = Omit<WithDates<LocalInventoryItem, 'moved_at' | 'created_at' | 'updated_at'>, 'item_condition' | 'qty' | 'quantity' | 'sale_pending'>;

/**
 * The units in stock of these listings, and the unlisted ones of this code, newest first.
 * Plan: the newest of each listing from the in-stock index, unlisted ones by code, then joins by key; the limit determines
 * the cost. 20 ms at p95 over HTTP with 2 million units and 200 rows, most of it for the response.
 */
export async function findUnits(db: Database, { listingIds, code }: { listingIds: readonly number[]; code: string }): Promise<LocalInventoryItem[]> {
  const newest = sql`
    select id, -id as position from (
      (select unit.id from unnest(${listingIds}::bigint[]) as wanted (listing_id)
       cross join lateral (
         select u.id from units u where u.listing_id = wanted.listing_id and ${inStock} order by u.id desc limit ${SEARCH_LIMIT}
       ) unit)
      union all
      (select unit.id from ${spellingsOf(code)}
       cross join lateral (select u.id from units u where ${isOfSpelling} and ${inStock} order by u.id desc limit ${SEARCH_LIMIT}) unit)
    ) found order by id desc limit ${SEARCH_LIMIT}`;
  return listItems(db, newest);
}

/**
 * The units in receiving locations without a change since a moment, longest first, and their number.
 * Plan: the range of each such location in the in-stock index.
 */
export async function listUnitsAwaitingPutaway(db: Database, since: Date): Promise<{ data: LocalInventoryItem[]; totalCount: number }> {
  const longest = sql`select id, row_number() over (order by updated_at, id) as position from (${awaitingPutaway(since)}) u order by position limit ${SEARCH_LIMIT}`;
  return { data: await listItems(db, longest), totalCount: await countUnitsAwaitingPutaway(db, since) };
}

/** The number of units in receiving locations without a change since a moment. */
export async function countUnitsAwaitingPutaway(db: Database, since: Date): Promise<number> {
  const { rows } = await sql<{ units: number }>`select count(*)::int as units from (${awaitingPutaway(since)}) waiting`.execute(db);
  return rows[0]?.units ?? 0;
}

function awaitingPutaway(since: Date) {
  return sql`
    select u.id, u.updated_at from locations s cross join lateral (
      select u.id, u.updated_at from units u where u.location_id = s.id and ${inStock} and u.updated_at < ${since} limit ${PUTAWAY_LIMIT}
    ) u where s.kind = 'RECEIVING' limit ${PUTAWAY_LIMIT}`;
}

/** @param wanted a query of unit ids: `id`, ordered by `position` */
async function listItems(db: Database, wanted: RawBuilder<unknown>): Promise<LocalInventoryItem[]> {
  const { rows } = await sql<UnitRecord>`
    select u.id, p.title as item_name, l.fnsku, l.seller_sku, l.asin, l.condition as sku_condition, u.location_id, s.code as location, u.identifier,
      u.status, u.notes, i.image_url, w.name as moved_by, last.created_at as moved_at, u.created_at, u.updated_at
    from (${wanted}) wanted
    join units u on u.id = wanted.id
    join locations s on s.id = u.location_id
    left join listings l on l.id = u.listing_id
    ${joinProductOfUnit}
    left join catalog_items i on i.asin = upper(l.asin)
    left join lateral (
      select m.actor_id, m.created_at from stock_movements m where m.unit_id = u.id and m.type <> 'AUDIT_COUNT' order by m.id desc limit 1
    ) last on true
    left join users w on w.id = last.actor_id
    order by wanted.position`.execute(db);
  return rows.map((row) => ({
    ...row,
    item_condition: conditionName(row.sku_condition),
    qty: 1,
    quantity: 1,
    sale_pending: row.status === 'SALE_PENDING',
    moved_at: utcText(row.moved_at),
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  }));
}
