import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listLedgerFaults } from '../../../../test/fixtures/faults/ledger-faults.ts';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createOrderImport, listOrderFaults, stockUp } from '../../../../test/fixtures/test-orders.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const test = await createTestApp();
const { db } = test;
await seedTestCatalog(db);
const ann = await test.signIn();
const admin = await test.signIn('ROLE_ADMIN');
const { importOrders, reservations } = createOrderImport(test);
const SKU = CODES.kettle.newSku;

let number = 0;
let orderId = '';
beforeEach(() => {
  orderId = `117-0000000-${String(++number).padStart(7, '0')}`;
});
afterEach(async () => {
  await reservations.reconcileAll();
  expect(await listLedgerFaults(db)).toEqual([]);
  expect(await listOrderFaults(db)).toEqual([]);
  const { rows } = await sql<{ id: number }>`select id from units where status in ('AVAILABLE', 'SALE_PENDING', 'QUARANTINE')`.execute(db);
  for (const { id } of rows) await admin.post('/api/localinventory/delete', { id });
});

const stock = async (count = 1) => stockUp(db, ann, { sku: SKU, count });
const order = async () => (await ann.get(`/api/orders/${orderId}`)).json();
const items = (quantity: number, shipped = 0) => [{ sku: SKU, quantity, shipped }];
const statusesOf = async (ids: readonly number[]) =>
  (await db.selectFrom('units').select('status').where('id', 'in', ids).orderBy('id').execute()).map(({ status }) => status);
const outside = async () =>
  (await ann.get('/api/inventory/adjustments')).json().data.find(({ reason }: { reason: string }) => reason.startsWith('Shipped outside Stowage for order '));

it('removes the reserved unit of an order that was shipped in Seller Central from stock and shows it', async () => {
  const units = await stock(2);
  await importOrders({ orderId });
  await importOrders({ orderId, status: 'SHIPPED', items: items(1, 1) });
  expect(await statusesOf(units)).toEqual(['SHIPPED', 'AVAILABLE']);
  expect((await ann.get(`/api/inventory/stock?search=${SKU}`)).json().data[0]).toMatchObject({ on_hand: 1, pending: 0, available: 1 });
  expect(await order()).toMatchObject({
    stage: 'SHIPPED',
    may_undo: false,
    pieces: [{ state: 'CLOSED', unit_id: units[0], order_status: 'Shipped' }],
    events: [{ kind: 'SHIPPED', actor: null, detail: expect.stringContaining(`unit ${units[0]} is out of stock`) }, { kind: 'RESERVED' }],
  });
  expect(await outside()).toMatchObject({
    unit_id: units[0],
    type: 'REMOVE',
    quantity: -1,
    source: 'ORDER',
    reason: `Shipped outside Stowage for order ${orderId}`,
  });
  // A repeated report removes nothing more.
  await importOrders({ orderId, status: 'SHIPPED', items: items(1, 1) });
  expect(await statusesOf(units)).toEqual(['SHIPPED', 'AVAILABLE']);
});

it('returns the unit to stock when its movement is undone, available and not removed again', async () => {
  const units = await stock();
  await importOrders({ orderId });
  await importOrders({ orderId, status: 'SHIPPED', items: items(1, 1) });
  const { id } = await outside();
  expect((await admin.post('/api/inventory/movements/undo', { id })).statusCode).toBe(200);
  await reservations.reconcileAll();
  expect(await statusesOf(units)).toEqual(['AVAILABLE']);
  expect(await order()).toMatchObject({ stage: 'SHIPPED', pieces: [{ state: 'CLOSED', unit_id: null }] });
  expect((await order()).events[0]).toMatchObject({ kind: 'CHANGED', detail: `Unit ${units[0]} is in stock again: it was not shipped` });
  await importOrders({ orderId, status: 'SHIPPED', items: items(1, 1) });
  expect(await statusesOf(units)).toEqual(['AVAILABLE']);
  const again = await admin.post('/api/inventory/movements/undo', { id });
  expect([again.statusCode, again.json().error.reason]).toEqual([409, 'already_undone']);
});

it('removes as many units as were shipped in Seller Central and leaves the rest to pack', async () => {
  const units = await stock(2);
  await importOrders({ orderId, items: items(2) });
  await importOrders({ orderId, status: 'PARTIALLY_SHIPPED', items: items(2, 1) });
  expect((await statusesOf(units)).sort()).toEqual(['SALE_PENDING', 'SHIPPED']);
  const verified = (await ann.post('/api/orders/productverification', { orderId, scanValue: SKU, namesPiece: true })).json();
  expect((await ann.post('/api/orders/updatelocalinventory', { locationId: verified.pieceId })).json()).toMatchObject({ orderShipped: true });
  expect(await order()).toMatchObject({ stage: 'TO_CONFIRM', may_undo: true });
  // A unit that left outside Stowage is neither confirmed nor put back.
  expect((await ann.post('/api/orders/undo', { orderId })).statusCode).toBe(200);
  expect((await statusesOf(units)).sort()).toEqual(['SALE_PENDING', 'SHIPPED']);
  await importOrders({ orderId, status: 'CANCELLED', items: items(2, 1) });
  expect((await statusesOf(units)).sort()).toEqual(['AVAILABLE', 'SHIPPED']);
});

it('leaves units without a reservation and units of canceled orders in stock', async () => {
  await importOrders({ orderId });
  await importOrders({ orderId, status: 'SHIPPED', items: items(1, 1) });
  const units = await stock(1);
  const first = `${orderId}-F`;
  await importOrders({ orderId: first, status: 'SHIPPED', items: items(1, 1) });
  const canceled = `${orderId}-C`;
  await importOrders({ orderId: canceled });
  expect(await statusesOf(units)).toEqual(['SALE_PENDING']);
  await importOrders({ orderId: canceled, status: 'CANCELLED' });
  expect(await statusesOf(units)).toEqual(['AVAILABLE']);
});
