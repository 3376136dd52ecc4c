import type { ParsedInputOf, ReplyOf } from '@stowage/contract/endpoint';
import type { orderPage } from '@stowage/contract/orders/orders';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { readCursor, writeCursor } from '../../../platform/formats/page-cursor.rules.ts';
import { resolveSearch } from '../../catalog/index.ts';
import { findByNumber, listOrderPage } from './order-page.read-model.ts';
import { listSoldSkus, type OrderCursor, type OrderFilter } from './order-page-ids.read-model.ts';

type Query = ParsedInputOf<typeof orderPage>['query'];

export async function readOrderPage(db: Database, now: Date, { stage, needs, timeZone, search, after, size }: Query): Promise<ReplyOf<typeof orderPage>> {
  const cursor = after === undefined ? undefined : readOrderCursor(after);
  if (after !== undefined && cursor === undefined) throw new AppError('invalid_input', 'after: is not a cursor of this list');
  const searched = await searchOf(db, search);
  // A person who searches by number does not know the order's stage.
  const isByNumber = searched !== undefined && 'orderIds' in searched;
  const filter = isByNumber ? { stage: 'ALL' as const } : { stage, need: needs && { name: needs, now, timeZone } };
  const { rows, last } = await listOrderPage(db, { ...filter, search: searched }, { after: cursor, limit: size });
  const next = rows.length < size || last === undefined ? null : writeCursor(last.key, last.orderId);
  return { data: rows, next, is_by_number: isByNumber };
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
