import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { listLedgerFaults } from '../../../test/fixtures/faults/ledger-faults.ts';
import { CODES, seedTestCatalog } from '../../../test/fixtures/test-catalog.ts';
import { createOrderImport, listOrderFaults, stockUp } from '../../../test/fixtures/test-orders.ts';
import { createTestApp } from '../../../test/test-app.ts';

const test = await createTestApp();
const { db } = test;
await seedTestCatalog(db);
const ann = await test.signIn();
const { importOrders, reservations } = createOrderImport(test);
const SKU = CODES.bolt.sku;

/** The expected state of one SKU and its orders. */
interface Model {
  /** Sellable units, including reserved ones. */
  stock: number;
  readonly orders: Map<string, { quantity: number; shipped: number; isCanceled: boolean }>;
}

type Command =
  | { readonly kind: 'order'; readonly quantity: number }
  | { readonly kind: 'arrive' }
  | { readonly kind: 'remove' }
  | { readonly kind: 'change'; readonly nth: number; readonly quantity: number }
  | { readonly kind: 'cancel' | 'uncancel' | 'pack' | 'undo'; readonly nth: number };

const nth = fc.nat(9);
const quantity = fc.integer({ min: 1, max: 3 });
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ kind: fc.constant('order' as const), quantity }),
  fc.record({ kind: fc.constant('arrive' as const) }),
  fc.record({ kind: fc.constant('arrive' as const) }),
  fc.record({ kind: fc.constant('remove' as const) }),
  fc.record({ kind: fc.constant('change' as const), nth, quantity }),
  fc.record({ kind: fc.constantFrom('cancel' as const, 'uncancel' as const, 'pack' as const, 'pack' as const, 'undo' as const), nth }),
);

let count = 0;

it('reserves the ordered units as far as the stock allows, for any sequence of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 22 }), async (commands) => {
      const model: Model = { stock: 0, orders: new Map() };
      await forget();
      for (const one of commands) {
        await act(model, one);
        await reservations.reconcileAll();
        await compare(model);
      }
    }),
    { numRuns: 8, seed: 8 },
  );
  expect(await listLedgerFaults(db)).toEqual([]);
});

/** Each run uses its own SKU. */
async function forget(): Promise<void> {
  const open = await db.selectFrom('orders').select('order_id').where('stage', 'in', ['TO_SHIP', 'TO_CONFIRM']).execute();
  for (const { order_id } of open) await importOrders({ orderId: order_id, status: 'CANCELLED', items: [{ sku: SKU }] });
  const units = await db.selectFrom('units').select('id').where('status', 'in', ['AVAILABLE', 'SALE_PENDING']).execute();
  for (const { id } of units) await ann.post('/api/localinventory/delete', { id });
}

async function act(model: Model, one: Command): Promise<void> {
  if (one.kind === 'order') {
    const orderId = `115-0000000-${String(++count).padStart(7, '0')}`;
    model.orders.set(orderId, { quantity: one.quantity, shipped: 0, isCanceled: false });
    return importOrders({ orderId, items: [{ sku: SKU, quantity: one.quantity }] });
  }
  if (one.kind === 'arrive') {
    model.stock += 1;
    return void (await stockUp(db, ann, { sku: SKU }));
  }
  if (one.kind === 'remove') {
    const { rows } = await sql<{ id: number }>`select id from units where status in ('AVAILABLE', 'SALE_PENDING') order by status desc, id limit 1`.execute(db);
    const [unit] = rows;
    if (unit === undefined) return;
    model.stock -= 1;
    return void (await ann.post('/api/localinventory/delete', { id: unit.id }));
  }
  const orderId = [...model.orders.keys()][one.nth % Math.max(1, model.orders.size)];
  const order = model.orders.get(orderId ?? '');
  if (orderId === undefined || order === undefined) return;
  if (one.kind === 'pack') return pack(model, orderId);
  if (one.kind === 'undo') return undo(model, orderId);
  if (one.kind === 'change') order.quantity = Math.max(one.quantity, order.shipped);
  else order.isCanceled = one.kind === 'cancel';
  await importOrders({ orderId, status: order.isCanceled ? 'CANCELLED' : 'UNSHIPPED', items: [{ sku: SKU, quantity: order.quantity }] });
}

/** Packs one unit if the order can be packed, with the accept call sent twice as after a lost answer. */
async function pack(model: Model, orderId: string): Promise<void> {
  const verified = await ann.post('/api/orders/productverification', { orderId, scanValue: SKU });
  const { pieces } = (await ann.get(`/api/orders/${orderId}`)).json();
  const piece = pieces.find((one: { state: string; verified_as: number | null }) => one.state === 'RESERVED' && one.verified_as !== null);
  if (verified.statusCode !== 200 || piece === undefined) return;
  const answers = await Promise.all(
    [1, 2].map(() => ann.post('/api/orders/updatelocalinventory', { locationId: piece.id, clientAcceptId: `model-${piece.id}-${piece.unit_id}` })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const order = model.orders.get(orderId);
  if (order !== undefined) order.shipped += 1;
  model.stock -= 1;
}

async function undo(model: Model, orderId: string): Promise<void> {
  const answer = await ann.post('/api/orders/undo', { orderId });
  const order = model.orders.get(orderId);
  if (order === undefined) return;
  expect(answer.statusCode).toBe(order.shipped > 0 ? 200 : 409);
  model.stock += order.shipped;
  order.shipped = 0;
}

async function compare(model: Model): Promise<void> {
  expect(await listOrderFaults(db)).toEqual([]);
  const { rows } = await sql<{ order_id: string; shipped: number; open: number; reserved: number }>`
    select o.order_id, count(*) filter (where p.state = 'SHIPPED')::int as shipped, count(*) filter (where p.state in ('WAITING', 'RESERVED'))::int as open,
      count(*) filter (where p.state = 'RESERVED')::int as reserved
    from orders o join order_allocations p on p.order_id = o.order_id where o.order_id = any(${[...model.orders.keys()]}::text[]) group by 1`.execute(db);
  let wanted = 0;
  for (const row of rows) {
    const order = model.orders.get(row.order_id);
    expect(row.shipped).toBe(order?.shipped);
    wanted += row.open;
    // A completely shipped order is not reopened: further units are a new order.
    const isShipped = order !== undefined && order.shipped > 0 && row.open === 0;
    if (order !== undefined && !isShipped) expect(row.open).toBe(order.isCanceled ? 0 : order.quantity - order.shipped);
  }
  const reserved = rows.reduce((sum, row) => sum + row.reserved, 0);
  expect(reserved).toBe(Math.min(wanted, model.stock));
  const counts = await sql<{ available: number; pending: number }>`
    select available, pending from listing_counts c join listings l on l.id = c.listing_id where l.seller_sku = ${SKU}`.execute(db);
  expect(counts.rows[0]).toEqual({ available: model.stock - reserved, pending: reserved });
}
