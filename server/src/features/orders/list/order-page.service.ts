import type { ParsedInputOf, ReplyOf } from '@stowage/contract/endpoint';
import { type exportOrders, ORDERS_COUNTED, type OrderSummary, type orderCount, type orderPage } from '@stowage/contract/orders/orders';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { readCursor, writeCursor } from '../../../platform/formats/page-cursor.rules.ts';
import { resolveSearch } from '../../catalog/index.ts';
import { findByNumber, listOrderPage } from './order-page.read-model.ts';
import { countMatching, listSoldSkus, type OrderCursor, type OrderFilter } from './order-page-ids.read-model.ts';

type Query = ParsedInputOf<typeof orderPage>['query'];
type Filters = ParsedInputOf<typeof orderCount>['query'];
type ExportQuery = ParsedInputOf<typeof exportOrders>['query'];

/** An export reads this many orders at a time. */
const EXPORT_ORDERS = 500;

export async function readOrderPage(db: Database, now: Date, { after, size, ...query }: Query): Promise<ReplyOf<typeof orderPage>> {
  const cursor = after === undefined ? undefined : readOrderCursor(after);
  if (after !== undefined && cursor === undefined) throw new AppError('invalid_input', 'after: is not a cursor of this list');
  const { filter, isByNumber } = await filterOf(db, now, query);
  const { rows, last } = await listOrderPage(db, { ...filter, order: orderOf(query) }, { after: cursor, limit: size });
  const next = rows.length < size || last === undefined ? null : writeCursor(last.key, last.orderId);
  return { data: rows, next, is_by_number: isByNumber };
}

export async function countOrderPage(db: Database, now: Date, query: Filters): Promise<ReplyOf<typeof orderCount>> {
  const { filter } = await filterOf(db, now, query);
  const count = await countMatching(db, filter, ORDERS_COUNTED + 1);
  return { count: Math.min(count, ORDERS_COUNTED), is_more: count > ORDERS_COUNTED };
}

/** The orders of an export, a page at a time. */
export async function exportedOrders(db: Database, now: Date, { ids, except, ...query }: ExportQuery): Promise<AsyncIterable<OrderSummary[]>> {
  const { filter } = ids === undefined ? await filterOf(db, now, query) : { filter: { stage: 'ALL' as const, search: { orderIds: ids } } };
  return pagesOf(db, { ...filter, except, order: orderOf(query) });
}

/** The numbers of all orders that match the filters, in the order of the list. Refuses more than the limit. */
export async function listMatchingOrders(db: Database, now: Date, query: Omit<ExportQuery, 'ids'>, limit: number): Promise<string[]> {
  const { filter } = await filterOf(db, now, query);
  const { rows } = await listOrderPage(db, { ...filter, except: query.except, order: orderOf(query) }, { after: undefined, limit: limit + 1 });
  if (rows.length === 0) throw new AppError('rule_violated', 'No order matches the filters', { reason: 'nothing_selected' });
  if (rows.length > limit) {
    throw new AppError('rule_violated', `More than ${limit} orders match. Narrow the filters, or select at most ${limit}.`, { reason: 'too_many' });
  }
  return rows.map(({ order_id }) => order_id);
}

async function* pagesOf(db: Database, filter: OrderFilter): AsyncIterable<OrderSummary[]> {
  for (let after: OrderCursor | undefined; ; ) {
    const { rows, last } = await listOrderPage(db, filter, { after, limit: EXPORT_ORDERS });
    yield rows;
    if (rows.length < EXPORT_ORDERS || last === undefined) return;
    after = last;
  }
}

function orderOf({ sort, descending }: Pick<Query, 'sort' | 'descending'>): OrderFilter['order'] {
  return sort && { sort, isDescending: descending };
}

async function filterOf(db: Database, now: Date, { stage, needs, timeZone, search }: Filters): Promise<{ filter: OrderFilter; isByNumber: boolean }> {
  const searched = await searchOf(db, search);
  // A person who searches by number does not know the order's stage.
  if (searched !== undefined && 'orderIds' in searched) return { filter: { stage: 'ALL', search: searched }, isByNumber: true };
  return { filter: { stage, need: needs && { name: needs, now, timeZone }, search: searched }, isByNumber: false };
}

/** Tries an order or tracking number, then a code from the catalog or from an order line, then words of a title. */
async function searchOf(db: Database, search: string): Promise<OrderFilter['search']> {
  if (search === '') return undefined;
  const orderIds = await findByNumber(db, search);
  if (orderIds.length > 0) return { orderIds };
  const found = await resolveSearch(db, search);
  const known = 'words' in found ? [] : found.listings.flatMap(({ sellerSku }) => sellerSku ?? []);
  const sold = await listSoldSkus(db, search.trim(), known.length === 0);
  return 'words' in found && sold.length === 0 ? found : { skus: [...new Set([...known, ...sold])] };
}

/** Seconds since 1970 within the range of the database. */
const MOMENT = /^(Infinity|\d{1,11}(\.\d{1,6})?)$/;
const ORDER_ID = /^[\x20-\x7e]{1,40}$/;

function readOrderCursor(text: string): OrderCursor | undefined {
  const [key, orderId] = readCursor(text) ?? [];
  const isMoment = typeof key === 'string' && MOMENT.test(key);
  return isMoment && typeof orderId === 'string' && ORDER_ID.test(orderId) ? { key, orderId } : undefined;
}
