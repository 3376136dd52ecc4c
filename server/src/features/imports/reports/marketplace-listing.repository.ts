import { sql } from 'kysely';
import type { Database, DatabasePool } from '../../../platform/database/connection/connect.ts';
import { CATALOG_LANES, lockCatalog } from '../../catalog/index.ts';
import { recordReportedListings, reportedRows } from '../../pricing/index.ts';
import type { Saved } from '../import-counts.ts';
import type { ListingRow } from './report-row.rules.ts';

/**
 * Stores a batch of marketplace listings with unique SKUs, and adds the missing listings and products to our catalog.
 * @param requestedAt when their report was requested
 */
export async function saveListings(db: DatabasePool, rows: readonly ListingRow[], requestedAt: Date): Promise<Saved> {
  const lanes: ListingRow[][] = Array.from({ length: CATALOG_LANES }, () => []);
  for (const row of rows) lanes[laneOf(row.asin)]?.push(row);
  const ends = await Promise.allSettled(lanes.map((rowsOfLane, lane) => saveLane(db, rowsOfLane, { lane, requestedAt })));
  let saved: Saved = { added: 0, changed: 0 };
  for (const end of ends) {
    if (end.status === 'rejected') throw end.reason;
    saved = { added: saved.added + end.value.added, changed: saved.changed + end.value.changed };
  }
  return saved;
}

function laneOf(asin: string): number {
  let sum = 0;
  for (const letter of asin.toUpperCase()) sum += letter.charCodeAt(0);
  return sum % CATALOG_LANES;
}

async function saveLane(db: DatabasePool, rows: readonly ListingRow[], { lane, requestedAt }: { lane: number; requestedAt: Date }): Promise<Saved> {
  if (rows.length === 0) return { added: 0, changed: 0 };
  return db.transaction().execute(async (tx) => {
    const saved = await recordReportedListings(tx, rows, requestedAt);
    const skus = new Set(saved.map(({ sku }) => sku));
    if (skus.size > 0) await alignCatalog(tx, skus.size === rows.length ? rows : rows.filter(({ sku }) => skus.has(sku)), lane);
    const added = saved.filter(({ isNew }) => isNew).length;
    return { added, changed: saved.length - added };
  });
}

/** Adds unknown listings under the product of their ASIN, and the product when there is none. */
async function alignCatalog(tx: Database, rows: readonly ListingRow[], lane: number): Promise<void> {
  // Serialized, because two batches with the same unknown ASIN would both add its product.
  await lockCatalog(tx, [lane]);
  await sql`
    with incoming as materialized (
      select i.*, case i.channel when 'DEFAULT' then 'SELLER_FULFILLED' else 'FBA' end as own_channel from ${reportedRows(rows)}
      where not exists (
        select from listings l where l.seller_sku = i.sku and (l.asin, l.condition, l.channel)
          is not distinct from (i.asin, i.condition, case i.channel when 'DEFAULT' then 'SELLER_FULFILLED' else 'FBA' end))
    ),
    known as materialized (
      select upper(asin) as asin, min(product_id) as product_id from listings
      where upper(asin) in (select upper(asin) from incoming) group by 1
    ),
    made as materialized (
      select nextval(pg_get_serial_sequence('products', 'id')) as product_id, asin, title
      from (select distinct on (upper(asin)) upper(asin) as asin, title from incoming
            where upper(asin) not in (select asin from known) order by upper(asin), sku) missing
    ),
    products_made as (insert into products (id, title) overriding system value select product_id, title from made)
    insert into listings as old (product_id, seller_sku, asin, condition, channel)
    select coalesce(known.product_id, made.product_id), i.sku, i.asin, i.condition, i.own_channel
    from incoming i left join known on known.asin = upper(i.asin) left join made on made.asin = upper(i.asin)
    on conflict (seller_sku) do update set asin = excluded.asin, condition = excluded.condition, channel = excluded.channel, updated_at = now()
    where (old.asin, old.condition, old.channel) is distinct from (excluded.asin, excluded.condition, excluded.channel)`.execute(tx);
}

/** Whether any listing of the account is known. */
export async function hasListings(db: Database): Promise<boolean> {
  return (await db.selectFrom('marketplace_listings').select('seller_sku').where('gone_at', 'is', null).limit(1).executeTakeFirst()) !== undefined;
}
