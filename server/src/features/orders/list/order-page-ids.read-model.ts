import { OPEN_STAGES, type OrderNeed, type OrderStage } from '@stowage/contract/orders/order-stages';
import type { OrderSort } from '@stowage/contract/orders/orders';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { allOf } from '../../../platform/database/list-query.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import { titleMatches } from '../../catalog/index.ts';
import { needsOrder, ORDER_DUE } from './order-need.condition.ts';

/** The last order of the previous page. */
export interface OrderCursor {
  /** The order's sort time in seconds since 1970, to the microsecond, as text. */
  readonly key: string;
  readonly orderId: string;
}

export interface PageOf {
  readonly after: OrderCursor | undefined;
  readonly limit: number;
}

type ProductSearch = { readonly skus: readonly string[] } | { readonly words: string };

export interface OrderFilter {
  readonly stage: OrderStage | 'ALL';
  /** Only orders with this need, in any stage. */
  readonly need?: { readonly name: OrderNeed; readonly now: Date; readonly timeZone: string } | undefined;
  /** Only orders that match the search. */
  readonly search?: { readonly orderIds: readonly string[] } | ProductSearch | undefined;
  /** By default, open orders are sorted by due time, the others by newest first. */
  readonly order?: { readonly sort: OrderSort; readonly isDescending: boolean } | undefined;
  /** All but these orders. */
  readonly except?: readonly string[] | undefined;
}

/** Open stages are sorted by due time, the others by newest first. */
const BY_DUE: readonly (OrderStage | 'ALL')[] = OPEN_STAGES;

/** A title search checks this many orders one by one, before it searches the titles. */
const NEAR = 500;

/** Whether all orders of the list are open, or were due. */
function isOfDue({ stage, need }: OrderFilter): boolean {
  return need !== undefined || BY_DUE.includes(stage);
}

/** The sort order of a page of orders `o`. */
export function pageOrder(filter: OrderFilter) {
  const usual = isOfDue(filter) ? { sort: 'ship_by' as const, isDescending: false } : { sort: 'purchase_date' as const, isDescending: true };
  const { sort, isDescending } = filter.order ?? usual;
  const place = isDescending ? { beyond: sql`<`, direction: sql`desc` } : { beyond: sql`>`, direction: sql`asc` };
  return { key: sort === 'ship_by' ? ORDER_DUE : sql`o.ordered_at`, isNewestFirst: sort === 'purchase_date' && isDescending, ...place };
}

/**
 * Selects the ids of a page's orders. Plan: along the index of the stage, or of the SKU's lines, from the end of the previous
 * page. A title search checks the nearest orders first, because they contain the common words. A word that they do not
 * contain is in few titles, and the lines of their SKUs are in an index.
 * With 300,000 orders, 15,000 of them open, and 20,000 listings: 10 ms for a word in no or in every title, 40 ms for a word in
 * a third of the titles and in none of the nearest orders.
 */
export async function selectPage(db: Database, filter: OrderFilter, page: PageOf): Promise<RawBuilder<unknown>> {
  const { search } = filter;
  if (search === undefined) return ordersOf(filter, page);
  if ('orderIds' in search) return ordersOf(filter, page, sql`select unnest(${search.orderIds}::text[])`);
  const near = 'words' in search ? await findNear(db, { filter, words: search.words, page }) : undefined;
  if (near !== undefined) return sql`select unnest(${near}::text[]) as order_id`;
  const isNewest = !isOfDue(filter) && pageOrder(filter).isNewestFirst && filter.except === undefined;
  return isNewest ? newestOf(search, filter.stage, page) : ordersOf(filter, page, linesOf(search, filter));
}

/** @param among restricts the page to these order ids */
function ordersOf(filter: OrderFilter, { after, limit }: PageOf, among?: RawBuilder<unknown>) {
  const { key, beyond, direction } = pageOrder(filter);
  const isAfter = after && sql`(${key}, o.order_id) ${beyond} ${cursorValue(after)}`;
  return sql`select o.order_id, ${key} as key from orders o where ${allOf([isListed(filter), isAfter, among && sql`o.order_id in (${among})`])}
    order by ${key} ${direction}, o.order_id ${direction} limit ${limit}`;
}

function isListed({ stage, need, except }: OrderFilter) {
  const ofStage = need !== undefined ? needsOrder(need.name, need) : stage !== 'ALL' && sql`o.stage = ${stage}`;
  return allOf([ofStage, except && sql`o.order_id <> all(${except}::text[])`]);
}

/** Counts the orders that match a filter, up to a limit. Plan: the index of the stage, or the lines of the SKUs. */
export async function countMatching(db: Database, filter: OrderFilter, limit: number): Promise<number> {
  const { search } = filter;
  const among = search === undefined ? undefined : 'orderIds' in search ? sql`select unnest(${search.orderIds}::text[])` : linesOf(search, filter);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from orders o where ${allOf([isListed(filter), among && sql`o.order_id in (${among})`])} limit ${limit}
    ) matching`.execute(db);
  return rows[0]?.count ?? 0;
}

/** @returns the page's orders, if all of them are among the nearest ones */
async function findNear(db: Database, { filter, words, page }: { filter: OrderFilter; words: string; page: PageOf }): Promise<readonly string[] | undefined> {
  const { direction } = pageOrder(filter);
  const place = sql`n.key ${direction}, n.order_id ${direction}`;
  // A lateral join checks the orders one by one in their order, and stops after the last one of the page.
  const { seen, ids } = onlyRow(
    await sql<{ seen: number; ids: string[] }>`
      with near as materialized (${ordersOf(filter, { ...page, limit: NEAR })})
      select (select count(*)::int from near) as seen, array(
        select n.order_id from (select * from near n order by ${place} limit ${NEAR}) n cross join lateral (
          select from order_items i left join listings l on l.seller_sku = i.seller_sku left join products p on p.id = l.product_id
          where i.order_id = n.order_id and (${titleMatches(words)} or l.id is null and ${lineTitleHas(words)}) limit 1
        ) l order by ${place} limit ${page.limit}
      ) as ids`.execute(db),
  );
  return ids.length === page.limit || seen < NEAR ? ids : undefined;
}

/** Open orders are found by their open lines, which are few. */
function linesOf(search: ProductSearch, filter: OrderFilter) {
  const isOpen = isOfDue(filter) && filter.need?.name !== 'late30' ? sql`and i.is_open` : sql``;
  return sql`with skus as materialized (${skusOf(search)}) select i.order_id from order_items i where i.seller_sku in (select sku from skus) ${isOpen}`;
}

function skusOf(search: ProductSearch) {
  if ('skus' in search) return sql`select unnest(${search.skus}::text[]) as sku`;
  // The planner can only guess how many titles contain a rare word, and would read all listings.
  return sql`select l.sku from products p cross join lateral (select seller_sku as sku from listings where product_id = p.id offset 0) l
    where ${titleMatches(search.words)}
    union
    select i.seller_sku from order_allocations w join order_items i on i.order_id = w.order_id and i.item_id = w.item_id
    where w.listing_id is null and w.nth = 1 and i.seller_sku is not null and ${lineTitleHas(search.words)}`;
}

/** Lines `i` whose SKU has no listing are searched by the marketplace's title. */
function lineTitleHas(words: string) {
  return sql`to_tsvector('simple', i.title) @@ to_tsquery('simple', ${words})`;
}

/** The limit on lines that are read for a common ASIN. */
const LINES_OF_ASIN = 1_000;

/**
 * Lists the SKUs of order lines with this code, including SKUs without a listing.
 * @param isAsin whether the code may be an ASIN without a listing
 */
export async function listSoldSkus(db: Database, code: string, isAsin: boolean): Promise<string[]> {
  const { rows } = await sql<{ sku: string }>`
    select s.sku from unnest(${[code, code.toUpperCase()]}::text[]) as s (sku) where exists (select from order_items i where i.seller_sku = s.sku)
    union
    select a.seller_sku from (select seller_sku from order_items where ${isAsin}::boolean and asin = ${code.toUpperCase()}::text limit ${LINES_OF_ASIN}) a
    where a.seller_sku is not null`.execute(db);
  return rows.map(({ sku }) => sku);
}

/**
 * Selects the newest orders of SKUs. A common SKU has too many orders to sort, and its orders may be far apart among all
 * orders. Every order on the page has a SKU whose own newest order is on the page.
 */
function newestOf(search: ProductSearch, stage: OrderFilter['stage'], { after, limit }: PageOf) {
  const ofStage = stage === 'ALL' ? sql`` : sql`join orders o on o.order_id = i.order_id and o.stage = ${stage}`;
  const beyond = after === undefined ? sql`` : sql`and (i.ordered_at, i.order_id) < ${cursorValue(after)}`;
  // An order may have two lines of the same SKU, and lines of two SKUs.
  const newest = (count: number) => sql`select distinct i.ordered_at, i.order_id from order_items i ${ofStage}
    where i.seller_sku = s.sku ${beyond} order by i.ordered_at desc, i.order_id desc limit ${count}`;
  return sql`
    with skus as materialized (${skusOf(search)}),
    last as materialized (select s.sku, n.ordered_at, n.order_id from skus s cross join lateral (${newest(1)}) n),
    shown as (select distinct ordered_at, order_id from last order by ordered_at desc, order_id desc limit ${limit})
    select distinct n.ordered_at, n.order_id from last s cross join lateral (${newest(limit)}) n
    where (s.ordered_at, s.order_id) in (select ordered_at, order_id from shown) order by n.ordered_at desc, n.order_id desc limit ${limit}`;
}

function cursorValue({ key, orderId }: OrderCursor) {
  return sql`(to_timestamp(${key}::float8), ${orderId}::text)`;
}
