import { utcDay } from '@stowage/contract/formats/day';
import { DAY_MS } from '@stowage/contract/formats/durations';
import { lineCents, moneyOf } from '@stowage/contract/formats/money';
import type { Kysely } from 'kysely';
import { findUserByEmail } from '../features/identity/internals.ts';
import { createCreditService, createInvoiceService } from '../features/invoicing/index.ts';
import { findInvoiceId, listCreditIds } from '../features/invoicing/internals.ts';
import { findOrderId, listPoLines } from '../features/purchasing/internals.ts';
import type { Context } from '../platform/context.ts';
import type { DatabaseConnection } from '../platform/database/connection/connect.ts';
import type { DB } from '../platform/database/schema.generated.ts';
import { DEMO_STAFF } from './catalog.ts';
import { whileDemoLocked } from './demo-state.repository.ts';
import type { DemoOrders } from './purchase-orders.ts';

interface Options extends Pick<Context, 'clock' | 'topics'> {
  readonly db: Kysely<DB>;
  readonly connection: DatabaseConnection;
  /** Of the same catalog as the demo's stock. */
  readonly orders: DemoOrders;
}

type OrderLine = Awaited<ReturnType<typeof listPoLines>>[number];

/**
 * Creates the invoices of the demo seller's vendors: the settled order, with a claim that is credited; an order that is half
 * billed at other prices; and an order that is billed before it is received. Each step may be repeated.
 */
export async function seedDemoInvoices(options: Options): Promise<void> {
  const { db, connection, orders } = options;
  const [settled, backordered, receiving] = orders;
  await whileDemoLocked(connection, async () => {
    const buyer = await findUserByEmail(db, DEMO_STAFF[0]?.email ?? '');
    // The last demo order is created last. Without it, there is nothing to bill, or the orders are not the demo's.
    if (buyer === undefined || (await findOrderId(db, orders.at(-1)?.poNumber ?? '')) === undefined) return;
    const setup = { ...options, actorId: buyer.id };
    await createCreditedInvoice(settled, setup);
    if (backordered !== undefined) {
      // A price that was not agreed, and freight.
      await createInvoice(
        backordered,
        { number: 'MP-88213', freight: '18.40', quantityOf: ({ total_received }) => total_received, markUp: (nth) => (nth === 0 ? 0.45 : 0) },
        setup,
      );
    }
    if (receiving !== undefined) await createInvoice(receiving, { number: 'BC-2026-0914', freight: '0', quantityOf: ({ qty_ordered }) => qty_ordered }, setup);
  });
}

interface Setup extends Options {
  readonly actorId: number;
}

interface Order {
  readonly poNumber: string;
  readonly vendor: string;
}

interface Bill {
  readonly number: string;
  readonly freight: string;
  readonly quantityOf: (line: OrderLine) => number;
  /** The dollars that the unit cost of the nth line exceeds the ordered cost. */
  readonly markUp?: (nth: number) => number;
}

/** @returns undefined when the invoice exists already */
async function createInvoice(
  { poNumber, vendor }: Order,
  { number, freight, quantityOf, markUp = () => 0 }: Bill,
  { db, clock, topics, actorId }: Setup,
): Promise<number | undefined> {
  if ((await findInvoiceId(db, vendor, number)) !== undefined) return undefined;
  const lines = (await listPoLines(db, (await findOrderId(db, poNumber)) ?? 0)).flatMap((line, nth) => {
    const quantity = quantityOf(line);
    return line.unit_cost === null || quantity === 0
      ? []
      : [{ purchase_order_line_id: line.id, quantity, unit_cost: (line.unit_cost + markUp(nth)).toFixed(2) }];
  });
  if (lines.length === 0) return undefined;
  const goods = lines.reduce((sum, { quantity, unit_cost }) => sum + lineCents(quantity, unit_cost), 0);
  const total = moneyOf(goods + Math.round(Number(freight) * 100));
  const day = (offset: number) => utcDay(new Date(clock.now().getTime() + offset * DAY_MS));
  const entered = { number, invoiced_on: day(-5), due_on: day(25), freight, tax: '0', discount: '0', total, lines, submit: true };
  return (await createInvoiceService({ db, topics }).create(entered, { actorId })).id;
}

/** Billed in full, although two units were short and one was damaged. The vendor has credited one of both. */
async function createCreditedInvoice(order: Order, setup: Setup): Promise<void> {
  const { db, clock, topics, actorId } = setup;
  const invoiceId = await createInvoice(order, { number: 'NHS-10482', freight: '24.00', quantityOf: ({ qty_ordered }) => qty_ordered }, setup);
  if (invoiceId === undefined) return;
  const credits = createCreditService({ db, clock, topics });
  const [first, ...others] = await listCreditIds(db, (await findOrderId(db, order.poNumber)) ?? 0, 'EXPECTED');
  if (first === undefined) return;
  await credits.move({ creditIds: [first, ...others], to: 'REQUESTED' }, actorId);
  await credits.move({ creditIds: [first], to: 'RECEIVED', memo: 'NHS-CM-311' }, actorId);
  await credits.apply({ creditIds: [first], invoiceId });
}
