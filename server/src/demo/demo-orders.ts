import { utcDay } from '@stowage/contract/formats/day';
import { DAY_MS } from '@stowage/contract/formats/durations';
import type { Kysely } from 'kysely';
import { findUserByEmail } from '../features/identity/internals.ts';
import { createClosingService, createPackingListService, createPoUploadService, createReceivingService } from '../features/purchasing/index.ts';
import { backdateOrder, findFirstPoNumber, findOrderId, listOptions, listPoLines } from '../features/purchasing/internals.ts';
import type { DatabaseConnection } from '../platform/database/connection/connect.ts';
import type { DB } from '../platform/database/schema.generated.ts';
import type { Topics } from '../platform/realtime/topics.ts';
import { DEMO_STAFF } from './catalog.ts';
import { whileDemoLocked } from './demo-state.repository.ts';
import type { DemoList, DemoOrder, DemoOrders } from './purchase-orders.ts';

interface Options {
  readonly db: Kysely<DB>;
  readonly connection: DatabaseConnection;
  readonly topics: Topics;
  /** Of the same catalog as the demo's stock. */
  readonly orders: DemoOrders;
  readonly now: Date;
}

/**
 * Creates the demo seller's purchase orders through the same steps as people: a file, packing lists, scans and closings.
 * Each step may be repeated, and the last order is created last, so that the next start continues an interrupted one.
 */
export async function seedDemoOrders(options: Options): Promise<void> {
  const { db, connection, orders } = options;
  await whileDemoLocked(connection, async () => {
    const [buyer, receiver] = await Promise.all(DEMO_STAFF.slice(0, 2).map(({ email }) => findUserByEmail(db, email)));
    // The installation is not the demo's, or has orders of its own.
    if (buyer === undefined || receiver === undefined) return;
    const first = await findFirstPoNumber(db);
    if (first !== undefined && first !== orders[0].poNumber) return;
    const last = orders.at(-1)?.poNumber ?? '';
    if ((await findOrderId(db, last)) !== undefined) return;
    for (const order of orders) await createOrder(order, { ...options, buyerId: buyer.id, receiverId: receiver.id });
  });
}

interface Setup extends Options {
  readonly buyerId: number;
  readonly receiverId: number;
}

async function createOrder(order: DemoOrder, setup: Setup): Promise<void> {
  const { db, now, buyerId } = setup;
  const { poNumber, vendor, lines, lists, placedDaysAgo, expectedInDays } = order;
  if ((await findOrderId(db, poNumber)) === undefined) {
    const rows = lines.map(({ upc, supplierSku, productName, ordered, unitCost }) => ({
      'PO Number': poNumber,
      Vendor: vendor,
      'GTIN/UPC': upc,
      'Supplier SKU': supplierSku,
      'Product Name': productName,
      'Qty Ordered': ordered,
      'Unit Cost': unitCost,
      'Expected Date': isoDay(now, expectedInDays),
    }));
    await createPoUploadService({ db, clock: { now: () => now } }).upload(rows, `${poNumber}.csv`, buyerId);
  }
  for (const [nth, list] of lists.entries()) await createList(order, { nth, list }, setup);
  if (placedDaysAgo > 0) await backdateOrder(db, poNumber, daysAfter(now, -placedDaysAgo));
}

async function createList(order: DemoOrder, { nth, list }: { nth: number; list: DemoList }, setup: Setup): Promise<void> {
  const { db, topics, now, buyerId } = setup;
  const { poNumber } = order;
  const orderId = (await findOrderId(db, poNumber)) ?? 0;
  const lineIds = (await listPoLines(db, orderId)).map(({ id }) => id);
  const lists = createPackingListService({ db, topics });
  const quantities = new Map(lineIds.map((id, line) => [id, list.quantities[line] ?? 0]));
  await lists.create({ poNumber, quantities, clientId: `demo-${poNumber}-${nth + 1}`, actorId: buyerId });
  // Newest first.
  const made = (await listOptions(db, orderId)).at(-1 - nth);
  if (made === undefined || made.state === 'CLOSED') return;
  if (list.shipment !== undefined) {
    const { expectedInDays, ...shipment } = list.shipment;
    const header = { ...shipment, expectedOn: isoDay(now, expectedInDays) };
    await lists.update(made.value, { header, isInTransit: true, seen: {} }, buyerId);
  }
  await receiveList(order, { id: made.value, list, lineIds }, setup);
  if (list.closedWith !== undefined) await closeList(made.value, list.closedWith, setup);
}

/** Receives each line with one scan, and then sets the received quantity. */
async function receiveList(
  { poNumber, lines }: DemoOrder,
  { id: packingListId, list, lineIds }: { id: number; list: DemoList; lineIds: readonly number[] },
  { db, topics, receiverId: actorId }: Setup,
): Promise<void> {
  const receiving = createReceivingService({ db, topics });
  const scan = (code: string) => receiving.scan({ code, packingListId, poNumber, clientScanId: `demo-${poNumber}-${packingListId}-${code}`, actorId });
  for (const [line, quantity] of (list.received ?? []).entries()) {
    const code = lines[line]?.upc;
    if (code === undefined || quantity === 0) continue;
    await scan(code);
    await receiving.correct({ packingListId, poNumber, code, quantity, actorId });
  }
  if (list.damaged !== undefined) {
    const { line, quantity, notes } = list.damaged;
    await receiving.updateLine({ packingListId, lineId: lineIds[line] ?? 0, notes, damaged: quantity, actorId });
  }
  if (list.unexpected !== undefined) await scan(list.unexpected);
}

async function closeList(packingListId: number, short: 'CLAIM' | 'BACKORDER', { db, topics, now, buyerId }: Setup): Promise<void> {
  const closings = createClosingService({ db, clock: { now: () => now }, topics });
  const chosen = { SHORT: short, OVER: 'KEEP', DAMAGED: 'CLAIM' } as const;
  const { lines } = await closings.differences(packingListId);
  const decisions = lines.map(({ stowage_supplier_po_id: lineId, difference, quantity }) => ({ lineId, difference, quantity, decision: chosen[difference] }));
  await closings.close(packingListId, decisions, buyerId);
}

function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY_MS);
}

function isoDay(moment: Date, days: number): string {
  return utcDay(daysAfter(moment, days));
}
