import { DAY_MS } from '@stowage/contract/formats/durations';
import { lineCents, moneyOf } from '@stowage/contract/formats/money';
import { DEMO_STAFF, demoCatalogue } from '@stowage/database/demo/catalogue';
import { demoOrders } from '@stowage/database/demo/purchase-orders';
import { type Kysely, sql } from 'kysely';
import { findUserByEmail } from '../features/identity/index.ts';
import { createCreditService, createInvoiceService, findInvoiceId, listCreditIds } from '../features/invoicing/index.ts';
import { findOrderId, listPoLines } from '../features/purchasing/index.ts';
import type { Clock } from '../platform/clock.ts';
import { ADVISORY_LOCKS } from '../platform/database/advisory-locks.ts';
import type { DB } from '../platform/database/schema.generated.ts';
import type { Topics } from '../platform/realtime/topics.ts';

interface Options {
  readonly db: Kysely<DB>;
  readonly topics: Topics;
  readonly clock: Clock;
  readonly seed: number;
}

type OrderLine = Awaited<ReturnType<typeof listPoLines>>[number];

/**
 * Lays what the demo seller's vendors billed: the settled order in full with a claim that is credited, one that is half
 * billed at other prices, one that is billed before it came. Each step may be repeated.
 */
export async function layDemoInvoices(options: Options): Promise<void> {
  const { db, seed } = options;
  const orders = demoOrders(demoCatalogue(seed));
  const [settled, backordered, receiving] = orders;
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.demo})`.execute(tx);
    const buyer = await findUserByEmail(db, DEMO_STAFF[0]?.email ?? '');
    // The last of the demo's orders comes last: without it there is nothing to bill, or somebody else's orders.
    if (buyer === undefined || (await findOrderId(db, orders.at(-1)?.poNumber ?? '')) === undefined) return;
    const laying = { ...options, actorId: buyer.id };
    await layCredited(settled, laying);
    if (backordered !== undefined) {
      // A price that nobody agreed to, and freight.
      await layInvoice(
        backordered,
        { number: 'MP-88213', freight: '18.40', quantityOf: ({ total_received }) => total_received, markUp: (nth) => (nth === 0 ? 0.45 : 0) },
        laying,
      );
    }
    if (receiving !== undefined) await layInvoice(receiving, { number: 'BC-2026-0914', freight: '0', quantityOf: ({ qty_ordered }) => qty_ordered }, laying);
  });
}

interface Laying extends Options {
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
  /** Dollars that a unit of the nth line costs beyond what was ordered. */
  readonly markUp?: (nth: number) => number;
}

/** @returns undefined where it was laid before */
async function layInvoice(
  { poNumber, vendor }: Order,
  { number, freight, quantityOf, markUp = () => 0 }: Bill,
  { db, clock, topics, actorId }: Laying,
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
  const day = (offset: number) => new Date(clock.now().getTime() + offset * DAY_MS).toISOString().slice(0, 10);
  const entered = { number, invoiced_on: day(-5), due_on: day(25), freight, tax: '0', discount: '0', total, lines, submit: true };
  return (await createInvoiceService({ db, topics }).create(entered, { actorId })).id;
}

/** Billed in full though two units never came and one came broken; the vendor has credited one of both. */
async function layCredited(order: Order, laying: Laying): Promise<void> {
  const { db, clock, topics } = laying;
  const invoiceId = await layInvoice(order, { number: 'NHS-10482', freight: '24.00', quantityOf: ({ qty_ordered }) => qty_ordered }, laying);
  if (invoiceId === undefined) return;
  const credits = createCreditService({ db, clock, topics });
  const [first, ...others] = await listCreditIds(db, (await findOrderId(db, order.poNumber)) ?? 0, 'EXPECTED');
  if (first === undefined) return;
  await credits.move({ creditIds: [first, ...others], to: 'REQUESTED' });
  await credits.move({ creditIds: [first], to: 'RECEIVED', memo: 'NHS-CM-311' });
  await credits.apply([first], invoiceId);
}
