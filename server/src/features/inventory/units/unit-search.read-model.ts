import { conditionName } from '@stowage/contract/catalog/conditions';
import { type LocalInventoryItem, LYING_LIMIT, SEARCH_LIMIT } from '@stowage/contract/inventory/scan';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { utcText } from '../../../platform/utc-text.ts';
import { inStock } from './in-stock.repository.ts';

interface Row {
  id: number;
  item_name: string | null;
  fnsku: string | null;
  seller_sku: string | null;
  asin: string | null;
  condition: number | null;
  location_id: number;
  location: string;
  identifier: string;
  status: string;
  notes: string | null;
  image_url: string | null;
  moved_by: string | null;
  moved_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/**
 * The units in stock of these listings, and those scanned under this very code, newest first.
 * Plan: the newest of each listing from the index of what is in stock, those without one by their code, then joins by
 * key; the cost is the limit's. With 2 million units and 200 rows 20 ms at p95 over HTTP, most of it the answer itself.
 */
export async function findUnits(db: Database, { listingIds, code }: { listingIds: readonly number[]; code: string }): Promise<LocalInventoryItem[]> {
  const newest = sql`
    select id, -id as nth from (
      (select unit.id from unnest(${listingIds}::bigint[]) as wanted (listing_id)
       cross join lateral (
         select u.id from units u where u.listing_id = wanted.listing_id and ${inStock} order by u.id desc limit ${SEARCH_LIMIT}
       ) unit)
      union all
      (select u.id from units u where u.listing_id is null and upper(u.identifier) = upper(${code}::text) and ${inStock}
       order by u.id desc limit ${SEARCH_LIMIT})
    ) found order by id desc limit ${SEARCH_LIMIT}`;
  return listItems(db, newest);
}

/**
 * Units in receiving locations with which nothing was done since a moment, the longest first, and how many there are.
 * Plan: each such location's range of the index of what is in stock.
 */
export async function listLying(db: Database, since: Date): Promise<{ data: LocalInventoryItem[]; totalCount: number }> {
  const longest = sql`select id, row_number() over (order by updated_at, id) as nth from (${lyingUnits(since)}) u order by nth limit ${SEARCH_LIMIT}`;
  return { data: await listItems(db, longest), totalCount: await countLying(db, since) };
}

/** How many of them there are. */
export async function countLying(db: Database, since: Date): Promise<number> {
  const { rows } = await sql<{ units: number }>`select count(*)::int as units from (${lyingUnits(since)}) lying`.execute(db);
  return rows[0]?.units ?? 0;
}

function lyingUnits(since: Date) {
  return sql`
    select u.id, u.updated_at from locations s cross join lateral (
      select u.id, u.updated_at from units u where u.location_id = s.id and ${inStock} and u.updated_at < ${since} limit ${LYING_LIMIT}
    ) u where s.kind = 'RECEIVING' limit ${LYING_LIMIT}`;
}

/** @param wanted a query of units: `id`, in the order of `nth` */
async function listItems(db: Database, wanted: RawBuilder<unknown>): Promise<LocalInventoryItem[]> {
  const { rows } = await sql<Row>`
    select u.id, p.title as item_name, l.fnsku, l.seller_sku, l.asin, l.condition, u.location_id, s.code as location, u.identifier,
      u.status, u.notes, i.image_url, w.name as moved_by, last.created_at as moved_at, u.created_at, u.updated_at
    from (${wanted}) wanted
    join units u on u.id = wanted.id
    join locations s on s.id = u.location_id
    left join listings l on l.id = u.listing_id
    left join products p on p.id = l.product_id
    left join catalog_items i on i.asin = upper(l.asin)
    left join lateral (
      select m.actor_id, m.created_at from stock_movements m where m.unit_id = u.id and m.type <> 'AUDIT_COUNT' order by m.id desc limit 1
    ) last on true
    left join users w on w.id = last.actor_id
    order by wanted.nth`.execute(db);
  return rows.map(toItem);
}

function toItem({ condition, status, moved_at, created_at, updated_at, ...row }: Row): LocalInventoryItem {
  return {
    ...row,
    item_condition: conditionName(condition),
    sku_condition: condition,
    qty: 1,
    quantity: 1,
    sale_pending: status === 'SALE_PENDING',
    status,
    moved_at: moved_at && utcText(moved_at),
    created_at: utcText(created_at),
    updated_at: utcText(updated_at),
  };
}
