import { COUNT_DUE_DAYS, STOCK_PAGE_SIZE, type StockSort, type StockTotals } from '@stowage/contract/inventory/stock';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { hidden } from '../../../platform/database/hidden-value.ts';
import { titleMatches } from '../../catalog/index.ts';
import { differsFromMarketplace, isListedOutOfSync } from '../../pricing/index.ts';
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
  /** The listings that are due for a count, where they are few. */
  readonly dueListings?: readonly number[] | undefined;
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

export interface PagePart {
  readonly after?: StockCursor | undefined;
  readonly limit: number;
}

/** Whether a listing with the counts `c` is due for a count. */
const isCountDue = sql`(c.last_counted_at is null or c.last_counted_at < now() - make_interval(days => ${COUNT_DUE_DAYS}))`;

interface SortKey {
  /** A text or an integer. */
  readonly key: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  /** What the key is read from besides the listing and its counts. */
  readonly join?: RawBuilder<unknown>;
}

/** So many listings out of sync are few: a page of them is sorted faster than found along an order, and totals read all of them anyway. */
const FEW_FOR_PAGE = 5_000;
const FEW_FOR_TOTALS = 200_000;
const FEW_DUE = 1_000;

const ofProducts = sql`join products p on p.id = l.product_id`;

/** The sort keys, written as in their indexes; ids break ties. `sorted_on_hand`: see `sortListings`. */
const SORTS: Readonly<Record<StockSort, SortKey>> = {
  on_hand: { key: sql`c.sorted_on_hand`, id: sql`c.listing_id` },
  sku: { key: sql`coalesce(l.seller_sku, '')`, id: sql`l.id` },
  item: { key: sql`p.title`, id: sql`l.id`, join: ofProducts },
  // Without an index: an index on a counter slows every scan. The best rows of all listings are selected in one pass.
  condition: { key: sql`l.condition`, id: sql`l.id` },
  pending: { key: sql`c.pending`, id: sql`c.listing_id` },
  quarantine: { key: sql`c.quarantine`, id: sql`c.listing_id` },
  available: { key: sql`c.available`, id: sql`c.listing_id` },
  // Missing values are below all others.
  counted: { key: sql`coalesce(extract(epoch from c.last_counted_at)::int, -1)`, id: sql`c.listing_id` },
  map: { key: sql`coalesce((list.map * 100)::bigint, -1)`, id: sql`l.id`, join: sql`left join product_prices list on list.product_id = l.product_id` },
  amazon: {
    ...{ key: sql`coalesce(offered.quantity, -1)`, id: sql`l.id` },
    join: sql`left join marketplace_listings offered on offered.seller_sku = l.seller_sku and offered.gone_at is null`,
  },
  locations: {
    ...{ key: sql`coalesce(held.locations, 0)`, id: sql`l.id` },
    join: sql`left join (select listing_id, count(*)::int as locations from stock_counts where on_hand > 0 group by 1) held on held.listing_id = l.id`,
  },
};

/** The listings of one page, in order. */
export async function findListings(db: Database, filter: StockFilter, order: StockOrder, part: PagePart): Promise<StockCursor[]> {
  const { rows } = await selectListings(filter, order, part).execute(db);
  return rows;
}

/** The statement of `findListings`. Plan: along the index of the sort key, from the cursor on, with the filters by key. */
export function selectListings(filter: StockFilter, order: StockOrder, { after, limit }: PagePart): RawBuilder<StockCursor> {
  const { key, id, join = sql`` } = SORTS[order.sort];
  const direction = order.isDescending ? sql`desc` : sql`asc`;
  return sql<StockCursor>`
    select l.id, ${key} as key
    from listing_counts c join listings l on l.id = c.listing_id ${order.sort === 'item' ? sql`` : filteredProducts(filter)} ${join}
    where ${conditions(filter, FEW_FOR_PAGE)} and ${afterCursor(order, after)}
    order by ${key} ${direction}, ${id} ${direction} limit ${sql.lit(limit)}`;
}

/** The name of a statement for a page without filters, for which one plan is always right; undefined for all others. */
export function nameOfPage(filter: StockFilter, order: StockOrder, { after, limit }: PagePart): string | undefined {
  if (limit !== STOCK_PAGE_SIZE || isNarrowed(filter)) return undefined;
  return `list_stock_${order.sort}_${order.isDescending ? 'desc' : 'asc'}${after ? '_after' : ''}`;
}

/**
 * The listings in stock that are due for a count; undefined if they are many, which a page along its order finds soon enough.
 * Plan: the beginning of the index of last counts. The planner can't know that most listings without a count are without stock too.
 */
export async function findFewDue(db: Database): Promise<number[] | undefined> {
  const { rows } = await sql<{ id: number }>`
    select c.listing_id as id from (
      select listing_id, last_counted_at from listing_counts where sorted_on_hand > 0 order by last_counted_at nulls first limit ${FEW_DUE + 1}
    ) c where ${isCountDue}`.execute(db);
  return rows.length > FEW_DUE ? undefined : rows.map(({ id }) => id);
}

/**
 * The totals of all rows. Plan: without filters, the totals of listings and locations only; with filters, the listings that
 * they need to read: out of sync their list, 39 ms for 3,990 on a busy machine, where comparing 300,000 took 1.3 s.
 */
export async function sumStock(db: Database, filter: StockFilter): Promise<StockTotals> {
  const from = isNarrowed(filter)
    ? sql`listing_counts c join listings l on l.id = c.listing_id ${filteredProducts(filter)} where ${conditions(filter, FEW_FOR_TOTALS)}`
    : sql`listing_counts c`;
  const { rows } = await sql<Omit<StockTotals, 'unlisted'> & { everywhere: number }>`
    select s.*, (select coalesce(sum(on_hand), 0)::int from location_counts) as everywhere
    from (
      select count(*)::int as listings, coalesce(sum(c.on_hand), 0)::int as on_hand, coalesce(sum(c.available), 0)::int as available from ${from}
    ) s`.execute(db);
  const { everywhere = 0, ...totals } = rows[0] ?? { listings: 0, on_hand: 0, available: 0 };
  return { ...totals, unlisted: isNarrowed(filter) ? null : everywhere - totals.on_hand };
}

function isNarrowed(filter: StockFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined && value !== false);
}

/** The products `p`, for the filters that read them only: the planner doesn't leave out a join that no condition needs. */
function filteredProducts({ vendor, search }: StockFilter) {
  return vendor !== undefined || (search !== undefined && 'words' in search) ? ofProducts : sql``;
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
  if (filter.isCountDue) all.push(isCountDue);
  if (filter.dueListings !== undefined) all.push(sql`l.id = any(${filter.dueListings}::bigint[])`);
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
  const last = { key: hidden(after.key, typeof after.key === 'string' ? 'text' : 'bigint'), id: hidden(after.id, 'bigint') };
  // Titles and ids are in two tables: the first condition is the index's range, the second excludes its beginning.
  if (sort === 'item') return sql`p.title ${notBefore} ${last.key} and (p.title, l.id) ${beyond} (${last.key}, ${last.id})`;
  return sql`(${key}, ${id}) ${beyond} (${last.key}, ${last.id})`;
}
