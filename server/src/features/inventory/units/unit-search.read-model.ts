import { conditionName } from '@stowage/contract/catalog/conditions';
import { type LocalInventoryItem, PUTAWAY_LIMIT, SEARCH_LIMIT } from '@stowage/contract/inventory/units';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { hidden, hiddenRows } from '../../../platform/database/hidden-value.ts';
import { utcText, type WithDates } from '../../../platform/formats/utc-text.ts';
import { inStock } from './in-stock.condition.ts';
import { isOfSpelling, spellingsOf } from './of-item.condition.ts';
import { joinProductOfUnit } from './product-of-unit.condition.ts';

const limit = sql.lit(SEARCH_LIMIT);

type UnitRecord = Omit<WithDates<LocalInventoryItem, 'moved_at' | 'created_at' | 'updated_at'>, 'item_condition' | 'qty' | 'quantity' | 'sale_pending'>;

/**
 * The units in stock of these listings, and the unlisted ones of this code, newest first.
 * Plan: the newest of each listing from the in-stock index, unlisted ones by code, then joins by key; the limit determines
 * the cost. 20 ms at p95 over HTTP with 2 million units and 200 rows, most of it for the response.
 */
export async function findUnits(db: Database, { listingIds, code }: { listingIds: readonly number[]; code: string }): Promise<LocalInventoryItem[]> {
  const { rows } = await sql<{ id: number }>`/* prepared: find_units */
    select id from (
      (select unit.id from unnest(${hidden(listingIds, 'bigint[]')}) as wanted (listing_id)
       cross join lateral (
         select u.id from units u where u.listing_id = wanted.listing_id and ${inStock} order by u.id desc limit ${limit}
       ) unit)
      union all
      (select unit.id from ${spellingsOf(code)}
       cross join lateral (select u.id from units u where ${isOfSpelling} and ${inStock} order by u.id desc limit ${limit}) unit)
    ) found order by id desc limit ${limit}`.execute(db);
  return listItems(db, rows);
}

/**
 * The units in receiving locations without a change since a moment, longest first, and their number.
 * Plan: the range of each such location in the in-stock index.
 */
export async function listUnitsAwaitingPutaway(db: Database, since: Date): Promise<{ data: LocalInventoryItem[]; totalCount: number }> {
  const { rows } = await sql<{ id: number }>`select id from (${awaitingPutaway(since)}) u order by updated_at, id limit ${SEARCH_LIMIT}`.execute(db);
  return { data: await listItems(db, rows), totalCount: await countUnitsAwaitingPutaway(db, since) };
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

/** In the order of the units. Plan: joins by key, made once per connection: to plan the newest movement on all partitions takes longer than to read it. */
async function listItems(db: Database, units: readonly { readonly id: number }[]): Promise<LocalInventoryItem[]> {
  if (units.length === 0) return [];
  const { rows } = await sql<UnitRecord>`/* prepared: list_unit_items */
    select u.id, p.title as item_name, l.fnsku, l.seller_sku, l.asin, l.condition as sku_condition, u.location_id, s.code as location, u.identifier,
      u.status, u.notes, i.image_url, w.name as moved_by, last.created_at as moved_at, u.created_at, u.updated_at
    from ${hiddenRows(units, { id: 'bigint[]' })} with ordinality as wanted (id, position)
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
