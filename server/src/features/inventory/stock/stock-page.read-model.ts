import {
  COUNT_DUE_DAYS,
  LISTING_UNITS_LIMIT,
  STOCK_PAGE_SIZE,
  type StockRow,
  type StockSort,
  type StockTotals,
  type StockUnit,
} from '@stowage/contract/inventory/stock';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { utcText, type WithDates } from '../../../platform/formats/utc-text.ts';
import { titleMatches } from '../../catalog/index.ts';
import { differsFromMarketplace, isListedOutOfSync, isQuantitySending, quantityToOffer } from '../../pricing/index.ts';
import { inStock } from '../units/in-stock.condition.ts';
import type { StockCursor } from './stock-page.rules.ts';

/** The list's filters; absent means all. */
export interface StockFilter {
  /** Listings by their codes, or a text search of titles. */
  readonly search?: { readonly listingIds: readonly number[] } | { readonly words: string } | undefined;
  readonly vendor?: string | undefined;
  readonly condition?: number | undefined;
  readonly locationId?: number | undefined;
  readonly isInStock: boolean;
  readonly isWithoutSku: boolean;
  readonly isCountDue: boolean;
  /** The number of listings in the complete list of those out of sync; or `COMPARED`, to compare each listing, which takes long. */
  readonly outOfSync?: number | 'COMPARED' | undefined;
  readonly isBelowMap: boolean;
  readonly hasNegativeMargin: boolean;
  /** Only these listings. */
  readonly listingIds?: readonly number[] | undefined;
  /** All but these. */
  readonly exceptIds?: readonly number[] | undefined;
}

export interface StockOrder {
  readonly sort: StockSort;
  readonly isDescending: boolean;
}

type StockRecord = Omit<WithDates<StockRow, 'last_counted_at' | 'oldest_at'>, 'sync_state'> & {
  key: string | number;
  quantity_to_offer: number | null;
  is_sending: boolean;
  /** The last quantity that was sent, if Amazon rejected it. */
  rejected_quantity: number | null;
};

interface SortKey {
  /** A text or an integer. */
  readonly key: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  /** What the key is read from besides the listing, its counts and its product. */
  readonly join?: RawBuilder<unknown>;
}

/** Of listings out of sync: a page of these few is sorted faster than found along an order, and totals read all of them anyway. */
const FEW_FOR_PAGE = 5_000;
const FEW_FOR_TOTALS = 200_000;

/** The sort keys, written as in their indexes; ids break ties. `sorted_on_hand`: see `sortListings`. */
const SORTS: Readonly<Record<StockSort, SortKey>> = {
  on_hand: { key: sql`c.sorted_on_hand`, id: sql`c.listing_id` },
  sku: { key: sql`coalesce(l.seller_sku, '')`, id: sql`l.id` },
  item: { key: sql`p.title`, id: sql`l.id` },
  // Without an index: an index on a counter slows every scan. The best rows of all listings are selected in one pass.
  condition: { key: sql`l.condition`, id: sql`l.id` },
  pending: { key: sql`c.pending`, id: sql`c.listing_id` },
  quarantine: { key: sql`c.quarantine`, id: sql`c.listing_id` },
  available: { key: sql`c.available`, id: sql`c.listing_id` },
  // Missing values are below all others.
  counted: { key: sql`coalesce(extract(epoch from c.last_counted_at)::int, -1)`, id: sql`c.listing_id` },
  map: { key: sql`coalesce((list.map * 100)::int, -1)`, id: sql`l.id`, join: sql`left join product_prices list on list.product_id = p.id` },
  amazon: {
    ...{ key: sql`coalesce(offered.quantity, -1)`, id: sql`l.id` },
    join: sql`left join marketplace_listings offered on offered.seller_sku = l.seller_sku and offered.gone_at is null`,
  },
  locations: {
    ...{ key: sql`coalesce(held.locations, 0)`, id: sql`l.id` },
    join: sql`left join (select listing_id, count(*)::int as locations from stock_counts where on_hand > 0 group by 1) held on held.listing_id = l.id`,
  },
};

/**
 * One page of the listings with their stock.
 * Plan: the page's ids along the index of the sort key, from the cursor on, with the other tables and the filters by key;
 * then, for the page's rows only, locations, marketplace and dates by their indexes.
 * At p95 over HTTP with 300,000 listings and 2 million units, on two shared cores: the first page 25 ms, late pages 11 to
 * 17 ms in each order, one location 21 ms, words of a title 47 ms. Listings due for a count come from the index of last
 * counts, and those out of sync from their list: 3,990 of 300,000 take 55 ms on a busy machine, where comparing each took
 * 1.4 s. Other filters without a match read all listings; below MAP is the slowest, because it reads the price lists for each.
 */
export async function listStock(
  db: Database,
  filter: StockFilter,
  order: StockOrder,
  { after, limit }: { after?: StockCursor | undefined; limit: number },
): Promise<{ rows: StockRow[]; last: StockCursor | undefined }> {
  const { key, id, join = sql`` } = SORTS[order.sort];
  const direction = order.isDescending ? sql`desc` : sql`asc`;
  // The page that the screen opens with: planning takes as long as reading it, and without values one plan is always right.
  const isOpening = after === undefined && limit === STOCK_PAGE_SIZE && !isNarrowed(filter);
  const name = isOpening ? sql.raw(`/* prepared: list_stock_${order.sort}_${order.isDescending ? 'desc' : 'asc'} */`) : sql``;
  const { rows } = await sql<StockRecord>`${name}
    with page as materialized (
      select l.id, ${key} as key
      from listing_counts c join listings l on l.id = c.listing_id join products p on p.id = l.product_id ${join}
      where ${conditions(filter, FEW_FOR_PAGE)} and ${afterCursor(order, after)}
      order by ${key} ${direction}, ${id} ${direction} limit ${isOpening ? sql.lit(limit) : limit}
    )
    select page.key, l.id as listing_id, l.product_id, p.title as item_name, l.seller_sku, l.asin, l.fnsku, l.condition as sku_condition, l.channel, p.vendor,
      (select gtin14 from product_gtins g where g.product_id = p.id order by gtin14 limit 1) as gtin,
      c.on_hand, c.pending, c.quarantine, c.available, c.last_counted_at, places.locations, places.location_count,
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
      select coalesce(json_agg(json_build_object('location', code, 'count', on_hand) order by position) filter (where position <= 5), '[]') as locations,
        count(*)::int as location_count
      from (
        select s.code, k.on_hand, row_number() over (order by k.on_hand desc, s.id) as position
        from stock_counts k join locations s on s.id = k.location_id where k.listing_id = l.id and k.on_hand > 0
      ) ranked
    ) places
    order by page.key ${direction}, l.id ${direction}`.execute(db);
  const end = rows.at(-1);
  return { rows: rows.map(toStockRow), last: end && { key: end.key, id: end.listing_id } };
}

/**
 * The totals of all rows. Plan: without filters, the totals of listings and locations only; with filters, the listings that
 * they need to read: out of sync their list, 39 ms for 3,990 on a busy machine, where comparing 300,000 took 1.3 s.
 */
export async function sumStock(db: Database, filter: StockFilter): Promise<StockTotals> {
  const from = isNarrowed(filter)
    ? sql`listing_counts c join listings l on l.id = c.listing_id join products p on p.id = l.product_id where ${conditions(filter, FEW_FOR_TOTALS)}`
    : sql`listing_counts c`;
  const { rows } = await sql<Omit<StockTotals, 'unlisted'> & { everywhere: number }>`
    select s.*, (select coalesce(sum(on_hand), 0)::int from location_counts) as everywhere
    from (
      select count(*)::int as listings, coalesce(sum(c.on_hand), 0)::int as on_hand, coalesce(sum(c.available), 0)::int as available from ${from}
    ) s`.execute(db);
  const { everywhere = 0, ...totals } = rows[0] ?? { listings: 0, on_hand: 0, available: 0 };
  return { ...totals, unlisted: isNarrowed(filter) ? null : everywhere - totals.on_hand };
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

function isNarrowed(filter: StockFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined && value !== false);
}

function conditions(filter: StockFilter, few: number) {
  const all = [sql`true`];
  const { search, vendor, condition, locationId } = filter;
  if (search !== undefined) all.push('words' in search ? titleMatches(search.words) : sql`l.id = any(${search.listingIds}::bigint[])`);
  if (filter.listingIds !== undefined) all.push(sql`l.id = any(${filter.listingIds}::bigint[])`);
  if (filter.exceptIds !== undefined) all.push(sql`l.id <> all(${filter.exceptIds}::bigint[])`);
  if (vendor !== undefined) all.push(sql`p.vendor = ${vendor}`);
  if (condition !== undefined) all.push(sql`l.condition = ${condition}`);
  if (filter.isWithoutSku) all.push(sql`l.seller_sku is null`);
  // Implied by the other filters, but it bounds the range of the index.
  if (filter.isInStock || filter.isCountDue || locationId !== undefined) all.push(sql`c.sorted_on_hand > 0`);
  if (locationId !== undefined) {
    all.push(sql`exists (select 1 from stock_counts k where k.location_id = ${locationId} and k.listing_id = l.id and k.on_hand > 0)`);
  }
  if (filter.isCountDue) {
    all.push(sql`(c.last_counted_at is null or c.last_counted_at < now() - make_interval(days => ${COUNT_DUE_DAYS}))`);
  }
  if (filter.outOfSync !== undefined) all.push(filter.outOfSync === 'COMPARED' ? differsFromMarketplace : isListedOutOfSync(filter.outOfSync <= few));
  if (filter.isBelowMap) {
    all.push(sql`l.condition = 11 and exists (select 1 from marketplace_listings m join product_prices v on v.product_id = l.product_id
      where m.seller_sku = l.seller_sku and m.gone_at is null and m.price < v.map)`);
  }
  if (filter.hasNegativeMargin) {
    // Without a fee estimate, the fees count as zero.
    all.push(sql`exists (select 1 from marketplace_listings m left join fee_estimates f on f.seller_sku = m.seller_sku
      where m.seller_sku = l.seller_sku and m.gone_at is null
        and m.price < (select v.cost from product_prices v where v.product_id = l.product_id) + coalesce(f.total, 0))`);
  }
  return sql.join(all, sql` and `);
}

/** The rows after the cursor. */
function afterCursor({ sort, isDescending }: StockOrder, after: StockCursor | undefined) {
  if (after === undefined) return sql`true`;
  const { key, id } = SORTS[sort];
  const [beyond, notBefore] = isDescending ? [sql`<`, sql`<=`] : [sql`>`, sql`>=`];
  // Titles and ids are in two tables: the first condition is the index's range, the second excludes its beginning.
  if (sort === 'item') return sql`p.title ${notBefore} ${after.key} and (p.title, l.id) ${beyond} (${after.key}, ${after.id}::bigint)`;
  return sql`(${key}, ${id}) ${beyond} (${after.key}, ${after.id}::bigint)`;
}

function toStockRow({ key: _key, quantity_to_offer, is_sending, rejected_quantity, last_counted_at, oldest_at, ...row }: StockRecord): StockRow {
  const sync_state = syncState({ ...row, quantity_to_offer, is_sending, rejected_quantity });
  return { ...row, sync_state, last_counted_at: utcText(last_counted_at), oldest_at: utcText(oldest_at) };
}

type SyncFacts = Pick<StockRecord, 'channel' | 'marketplace_quantity' | 'quantity_to_offer' | 'is_sending' | 'rejected_quantity'>;

function syncState({ channel, marketplace_quantity, quantity_to_offer, is_sending, rejected_quantity }: SyncFacts): StockRow['sync_state'] {
  if (channel !== 'SELLER_FULFILLED' || marketplace_quantity === null || quantity_to_offer === null) return 'UNKNOWN';
  if (marketplace_quantity === quantity_to_offer) return 'IN_SYNC';
  if (is_sending) return 'SENDING';
  return rejected_quantity === quantity_to_offer ? 'REJECTED' : 'DRIFT';
}
