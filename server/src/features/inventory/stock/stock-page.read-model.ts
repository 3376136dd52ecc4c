import { displayGtin } from '@stowage/contract/catalog/identifiers';
import { LISTING_UNITS_LIMIT, type StockRow, type StockUnit } from '@stowage/contract/inventory/stock';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { hidden } from '../../../platform/database/hidden-value.ts';
import { utcText, type WithDates } from '../../../platform/formats/utc-text.ts';
import { isQuantitySending, quantityToOffer } from '../../pricing/index.ts';
import { inStock } from '../units/in-stock.condition.ts';
import { findListings, nameOfPage, type PagePart, type StockFilter, type StockOrder, selectListings } from './stock-listing.read-model.ts';
import type { StockCursor } from './stock-page.rules.ts';

type StockRecord = Omit<WithDates<StockRow, 'last_counted_at' | 'oldest_at'>, 'sync_state'> & {
  /** The sort key. */
  key: StockCursor['key'];
  quantity_to_offer: number | null;
  is_sending: boolean;
  /** The last quantity that was sent, if Amazon rejected it. */
  rejected_quantity: number | null;
};

/**
 * One page of the listings with their stock.
 * At p95 over HTTP with 300,000 listings and 2 million units, on two shared cores: the first page 25 ms, late pages 11 to
 * 17 ms in each order, one location 21 ms, words of a title 47 ms. Listings due for a count come from the index of last
 * counts, and those out of sync from their list: 3,990 of 300,000 take 55 ms on a busy machine, where comparing each took
 * 1.4 s. Other filters without a match read all listings; below MAP is the slowest, because it reads the price lists for each.
 * @returns `next` where another page may follow
 */
export async function listStock(
  db: Database,
  filter: StockFilter,
  order: StockOrder,
  part: PagePart,
): Promise<{ rows: StockRow[]; next: StockCursor | undefined }> {
  const name = nameOfPage(filter, order, part);
  const { records, found } =
    name === undefined ? await readFound(db, await findListings(db, filter, order, part)) : await readAtOnce(db, name, selectListings(filter, order, part));
  return { rows: records.map(toStockRow), next: found.length < part.limit ? undefined : found.at(-1) };
}

/** One statement, which can be prepared. */
async function readAtOnce(db: Database, name: string, listings: RawBuilder<StockCursor>) {
  const page = sql`select found.*, row_number() over () as position from (${listings}) found`;
  const { rows } = await sql<StockRecord>`${sql.raw(`/* prepared: ${name} */`)} ${selectRows(page)}`.execute(db);
  return { records: rows, found: rows.map(({ listing_id, key }) => ({ id: listing_id, key })) };
}

/** Filters need a plan for each page, which is cheaper without the columns of a row. */
async function readFound(db: Database, found: readonly StockCursor[]) {
  if (found.length === 0) return { records: [], found };
  const ids = found.map(({ id }) => id);
  const page = sql`select id, null as key, position from unnest(${hidden(ids, 'bigint[]')}) with ordinality ids (id, position)`;
  const { rows } = await sql<StockRecord>`/* prepared: read_stock_rows */ ${selectRows(page)}`.execute(db);
  return { records: rows, found };
}

const mostFirst = sql`order by k.on_hand desc, k.location_id`;

/**
 * The rows of listings, by their positions in the page. Plan: locations, marketplace and dates by their indexes. Planning takes twice
 * as long as reading fifty rows, so that one plan serves every page.
 */
function selectRows(page: RawBuilder<unknown>) {
  return sql`
    with page as materialized (${page})
    select page.key, l.id as listing_id, l.product_id, p.title as item_name, l.seller_sku, l.asin, l.fnsku, l.condition as sku_condition, l.channel, p.vendor,
      (select gtin14 from product_gtins g where g.product_id = p.id order by gtin14 limit 1) as gtin,
      c.on_hand, c.pending, c.quarantine, c.available, c.last_counted_at, places.location_count,
      coalesce((
        select json_agg(json_build_object('location', s.code, 'count', t.on_hand) order by t.position)
        from unnest(places.ids, places.counts) with ordinality t (location_id, on_hand, position) join locations s on s.id = t.location_id
      ), '[]') as locations,
      m.quantity as marketplace_quantity, m.price::text as marketplace_price, ${quantityToOffer} as quantity_to_offer,
      coalesce(${isQuantitySending}, false) as is_sending, case when q.outcome = 'REJECTED' then q.sent end as rejected_quantity,
      (select map from product_prices v where v.product_id = p.id)::text as map,
      (select image_url from catalog_items i where i.asin = upper(l.asin)) as image_url,
      (select u.created_at from units u where u.listing_id = l.id and ${inStock} order by u.id limit 1) as oldest_at
    from page
    join listings l on l.id = page.id
    join listing_counts c on c.listing_id = l.id
    join products p on p.id = l.product_id
    left join marketplace_listings m on m.seller_sku = l.seller_sku and m.gone_at is null
    left join quantity_offers q on q.listing_id = l.id
    cross join lateral (
      select count(*)::int as location_count, (array_agg(k.location_id ${mostFirst}))[1:5] as ids, (array_agg(k.on_hand ${mostFirst}))[1:5] as counts
      from stock_counts k where k.listing_id = l.id and k.on_hand > 0
    ) places
    order by page.position`;
}

/** A listing's units in stock, oldest first. Plan: the listing's range of the in-stock index. */
export async function listListingUnits(db: Database, listingId: number): Promise<StockUnit[]> {
  const { rows } = await sql<WithDates<StockUnit, 'created_at'>>`
    select u.id, u.identifier, s.code as location, u.status, u.notes, u.created_at
    from units u join locations s on s.id = u.location_id
    where u.listing_id = ${listingId} and ${inStock} order by u.id limit ${LISTING_UNITS_LIMIT}`.execute(db);
  return rows.map((row) => ({ ...row, created_at: utcText(row.created_at) }));
}

/** The vendors of all products. Plan: from one vendor to the next along their index, without reading all products. */
export async function listVendors(db: Database): Promise<string[]> {
  const { rows } = await sql<{ vendor: string }>`
    with recursive vendors as (
      (select vendor from products where vendor is not null order by vendor limit 1)
      union all
      select (select p.vendor from products p where p.vendor > v.vendor order by p.vendor limit 1) from vendors v where v.vendor is not null
    ) select vendor from vendors where vendor is not null`.execute(db);
  return rows.map(({ vendor }) => vendor);
}

/** Copies a record once: a page has fifty, and each further copy was seen in its processor time. */
function toStockRow(record: StockRecord): StockRow {
  const { key: _key, quantity_to_offer: _offered, is_sending: _sending, rejected_quantity: _rejected, ...row } = record;
  return Object.assign(row, {
    gtin: record.gtin && displayGtin(record.gtin),
    sync_state: syncState(record),
    last_counted_at: utcText(record.last_counted_at),
    oldest_at: utcText(record.oldest_at),
  });
}

type SyncFacts = Pick<StockRecord, 'channel' | 'marketplace_quantity' | 'quantity_to_offer' | 'is_sending' | 'rejected_quantity'>;

function syncState({ channel, marketplace_quantity, quantity_to_offer, is_sending, rejected_quantity }: SyncFacts): StockRow['sync_state'] {
  if (channel !== 'SELLER_FULFILLED' || marketplace_quantity === null || quantity_to_offer === null) return 'UNKNOWN';
  if (marketplace_quantity === quantity_to_offer) return 'IN_SYNC';
  if (is_sending) return 'SENDING';
  return rejected_quantity === quantity_to_offer ? 'REJECTED' : 'DRIFT';
}
