import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listLedgerFaults } from '../../../test/fixtures/faults/ledger-faults.ts';
import { CODES, seedTestCatalog } from '../../../test/fixtures/test-catalog.ts';
import { createOrderImport, listOrderFaults, stockUp } from '../../../test/fixtures/test-orders.ts';
import { createTestApp } from '../../../test/test-app.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import { releaseOrder } from './packing/start-order.ts';

const test = await createTestApp();
const { db, clock } = test;
await seedTestCatalog(db);
const ann = await test.signIn();
const bob = await test.signIn();
const { importOrders, reservations } = createOrderImport(test);
const { kettle, bolt } = CODES;

let number = 0;
let orderId = '';
beforeEach(() => {
  orderId = `112-0000000-${String(++number).padStart(7, '0')}`;
});
afterEach(async () => {
  await reservations.reconcileAll();
  expect(await listLedgerFaults(db)).toEqual([]);
  expect(await listOrderFaults(db)).toEqual([]);
  // Each test has its own stock.
  const open = await db.selectFrom('orders').select('order_id').where('stage', 'in', ['TO_SHIP', 'PENDING']).execute();
  await importOrders(...open.map(({ order_id }) => ({ orderId: order_id, status: 'CANCELLED' as const })));
  const { rows } = await sql<{ id: number }>`select id from units where status in ('AVAILABLE', 'SALE_PENDING', 'QUARANTINE')`.execute(db);
  for (const { id } of rows) await ann.post('/api/localinventory/delete', { id });
});

const stock = (sku: string = kettle.newSku, count = 1, location = 'A-1') => stockUp(db, ann, { sku, count, location });
const order = async (id = orderId) => (await ann.get(`/api/orders/${id}`)).json();
const pieces = async (id = orderId) => (await order(id)).pieces;
const verify = (code: string, person = ann, id: string | number = orderId) => person.post('/api/orders/productverification', { orderId: id, scanValue: code });
const accept = (locationId: number, person = ann, clientAcceptId?: string) => person.post('/api/orders/updatelocalinventory', { locationId, clientAcceptId });
const statusOf = async (id: number) => (await db.selectFrom('units').select('status').where('id', '=', id).executeTakeFirst())?.status;
const reasonOf = (answer: { json(): { error?: { reason?: string } } }) => answer.json().error?.reason;

/** An order of one kettle that is reserved and verified. */
async function verified() {
  const [unit] = await stock();
  await importOrders({ orderId });
  expect((await verify(kettle.newFnsku)).json()).toBe(1);
  const [piece] = await pieces();
  return { unit: unit as number, pieceId: piece.id as number };
}

describe('reservation', () => {
  it('takes the oldest unit of the right condition, also for pending orders, and reduces the available quantity', async () => {
    await stock(kettle.goodSku);
    const [oldest] = await stock(kettle.newSku, 2);
    await importOrders({ orderId, status: 'PENDING' });
    expect(await pieces()).toEqual([expect.objectContaining({ state: 'RESERVED', unit_id: oldest, location: 'A-1', order_status: 'Pending', sold: 0 })]);
    const row = (await ann.get('/api/inventory/stock?search=KETTLE-N')).json().data[0];
    expect(row).toMatchObject({ on_hand: 2, pending: 1, available: 1 });
  });

  it('waits without stock and takes the next received unit', async () => {
    await importOrders({ orderId, items: [{ sku: bolt.sku, quantity: 2 }] });
    expect(await order()).toMatchObject({ waiting: 2 });
    await stock(bolt.sku);
    expect(await reservations.reconcileAll()).toBe(1);
    expect((await pieces()).map(({ state }: { state: string }) => state)).toEqual(['RESERVED', 'WAITING']);
    expect((await ann.get('/api/orders/totals')).json()).toMatchObject({ backordered: 1 });
    await stock(bolt.sku);
    await reservations.reconcileAll();
    expect(await order()).toMatchObject({ waiting: 0 });
    expect(await reservations.reconcileAll()).toBe(0);
  });

  it.each([
    ['is deleted', (id: number) => ann.post('/api/localinventory/delete', { id })],
    ['goes to quarantine', (id: number) => ann.post('/api/inventory/units/quarantine', { id, reason: 'DAMAGED' })],
    ['turns out to be another condition', (id: number) => ann.post('/api/inventory/units/condition', { id, listingId: 2, reason: 'DATA_ENTRY_ERROR' })],
  ])('finds another unit when the reserved one %s, and a returning unit is available', async (_how, change) => {
    const [first, second] = await stock(kettle.newSku, 2);
    await importOrders({ orderId });
    expect((await change(first as number)).statusCode).toBe(200);
    await reservations.reconcileAll();
    expect(await pieces()).toEqual([expect.objectContaining({ state: 'RESERVED', unit_id: second })]);
    await ann.post('/api/localinventory/restore', { id: first });
    await ann.post('/api/inventory/units/release', { id: first });
    await reservations.reconcileAll();
    expect(await statusOf(first as number)).toBe('AVAILABLE');
  });

  it('stays with a unit that is moved', async () => {
    const [unit] = await stock();
    await importOrders({ orderId });
    await ann.post('/api/updatelocalinventorylocation', { id: unit, location: 'B-1' });
    await reservations.reconcileAll();
    expect(await pieces()).toEqual([expect.objectContaining({ unit_id: unit, location: 'B-1' })]);
  });

  it('ends with the order', async () => {
    const [unit] = await stock();
    await importOrders({ orderId });
    await importOrders({ orderId, status: 'CANCELLED' });
    expect(await statusOf(unit as number)).toBe('AVAILABLE');
    expect(await order()).toMatchObject({ stage: 'CANCELED', order_status: 'Canceled', pieces: [{ state: 'CLOSED', location: null }] });
  });

  it("of a unit is shown in its history and can't be undone there", async () => {
    const [unit] = await stock();
    await importOrders({ orderId });
    const [reserved] = (await ann.get(`/api/inventory/units/${unit}/ledger`)).json();
    expect(reserved).toMatchObject({ type: 'STATUS_CHANGE', reason: `Reserved for order ${orderId}`, source: 'ORDER' });
    const ofPeople = (await ann.get('/api/inventory/adjustments?by=PEOPLE&size=100')).json() as {
      data: { type: string; actor: string | null }[];
      totalCount: number;
    };
    expect(ofPeople.data.length).toBeGreaterThan(0);
    expect(ofPeople.totalCount).toBeLessThan((await ann.get('/api/inventory/adjustments')).json().totalCount);
    expect(ofPeople.data.every(({ type, actor }) => type !== 'STATUS_CHANGE' && actor !== null)).toBe(true);
    const admin = await test.signIn('ROLE_ADMIN');
    expect((await admin.post('/api/inventory/movements/undo', { id: reserved.id })).statusCode).toBe(409);
  });

  it('can be changed to another unit', async () => {
    const [first, second] = await stock(kettle.newSku, 2);
    await importOrders({ orderId });
    const [{ id }] = await pieces();
    expect((await ann.get(`/api/orders/pieces/${id}/units`)).json()).toEqual([expect.objectContaining({ id: second, location: 'A-1' })]);
    expect((await ann.post('/api/orders/pieces/unit', { id, unitId: second })).statusCode).toBe(200);
    expect([await statusOf(first as number), await statusOf(second as number)]).toEqual(['AVAILABLE', 'SALE_PENDING']);
    expect(reasonOf(await ann.post('/api/orders/pieces/unit', { id, unitId: second }))).toBe('unit_gone');
  });
});

describe('verification', () => {
  it.each([
    [kettle.newFnsku, 1],
    [kettle.newSku.toLowerCase(), 1],
    [kettle.upc, 2],
    [`0${kettle.upc}`, 2],
    [kettle.goodFnsku, 0],
    [kettle.asin, 0],
    ['nonsense', 0],
  ])('%s returns %i', async (code, result) => {
    await stock();
    await importOrders({ orderId });
    const [{ id }] = await pieces();
    expect((await verify(code, ann, id)).json()).toBe(result);
    const { events } = await order();
    expect(events[0]).toMatchObject({ kind: result === 0 ? 'VERIFY_FAILED' : 'VERIFIED' });
  });

  it('by the order number finds the units one after the other', async () => {
    await stock(kettle.newSku, 2);
    await stock(bolt.sku);
    await importOrders({ orderId, items: [{ sku: kettle.newSku, quantity: 2 }, { sku: bolt.sku }] });
    const isVerified = async () => (await pieces()).map(({ verified_as }: { verified_as: number | null }) => verified_as);
    await verify(bolt.ean8);
    expect(await isVerified()).toEqual([null, null, 2]);
    const [, , last] = await pieces();
    const named = (scanValue: string) => ann.post('/api/orders/productverification', { orderId, scanValue, namesPiece: true });
    expect((await named(bolt.fnsku)).json()).toEqual({ result: 1, pieceId: last.id, verificationId: expect.any(Number) });
    expect((await named('nonsense')).json()).toEqual({ result: 0, pieceId: null, verificationId: null });
    await verify(bolt.ean8);
    await verify(kettle.newFnsku);
    await verify(kettle.upc);
    expect(await isVerified()).toEqual([1, 2, 2]);
    expect((await order()).items).toEqual([expect.objectContaining({ quantity: 2, verified: 2 }), expect.objectContaining({ quantity: 1, verified: 1 })]);
  });

  it.each([
    ['pending', { status: 'PENDING' as const }, 'pending'],
    ['canceled', { status: 'CANCELLED' as const }, 'canceled'],
    ['shipped outside Stowage', { status: 'SHIPPED' as const, items: [{ sku: kettle.newSku, shipped: 1 }] }, 'already_shipped'],
    ['subject to a cancellation request', { isCancelRequested: true }, 'cancel_requested'],
    ['without stock', { items: [{ sku: bolt.sku }] }, 'no_unit'],
  ])('of an order that is %s is rejected', async (_name, change, reason) => {
    await stock();
    await importOrders({ orderId, ...change });
    const answer = await verify(reason === 'no_unit' ? bolt.sku : kettle.newSku);
    expect([answer.statusCode, reasonOf(answer)]).toEqual([409, reason]);
  });

  it('rejects malformed requests', async () => {
    await importOrders({ orderId });
    for (const body of [{}, { orderId }, { orderId, scanValue: ' ' }, { orderId, scanValue: 'x'.repeat(300) }, { orderId: -1, scanValue: 'x' }]) {
      expect((await ann.post('/api/orders/productverification', body)).statusCode).toBe(400);
    }
    expect((await verify('x', ann, '999-9999999-9999999')).statusCode).toBe(404);
    expect((await verify('x', ann, 999_999)).statusCode).toBe(404);
  });

  it('claims the order, so that nobody else packs it until it is released, taken over or expired', async () => {
    await stock();
    await importOrders({ orderId });
    await verify(kettle.newSku);
    const refused = await verify(kettle.newSku, bob);
    expect([refused.statusCode, reasonOf(refused)]).toEqual([409, 'started_by_other']);
    expect(refused.json().error).toMatchObject({
      message: expect.stringContaining('Started by'),
      details: { did: 'STARTED', by: expect.any(String), at: expect.stringMatching(/^2026-11-20 /) },
    });
    expect(reasonOf(await bob.post('/api/orders/start', { orderId }))).toBe('started_by_other');
    expect(reasonOf(await bob.post('/api/orders/unstart', { orderId }))).toBe('started_by_other');
    expect((await bob.post('/api/orders/start', { orderId, takeOver: true })).statusCode).toBe(200);
    expect(reasonOf(await verify(kettle.newSku))).toBe('started_by_other');
    await bob.post('/api/orders/unstart', { orderId });
    expect((await verify(kettle.newSku)).json()).toBe(1);
    await sql`update orders set started_at = started_at - interval '61 minutes' where order_id = ${orderId}`.execute(db);
    // The next packer claims it. Only an administrator releases another person's order.
    expect(reasonOf(await bob.post('/api/orders/unstart', { orderId }))).toBe('started_by_other');
    expect((await (await test.signIn('ROLE_ADMIN')).post('/api/orders/unstart', { orderId })).statusCode).toBe(200);
    expect(await order()).toMatchObject({ started_by: null, started_by_id: null });
    expect((await verify(kettle.newSku, bob)).json()).toBe(1);
  });
});

describe('accept', () => {
  it('removes exactly the verified unit from stock and ships the order, once', async () => {
    const { unit, pieceId } = await verified();
    await stock();
    const first = await accept(pieceId, ann, 'accept-1');
    expect([first.statusCode, first.json()]).toEqual([200, { success: true, message: 'Order shipped', orderShipped: true }]);
    expect((await accept(pieceId, ann, 'accept-1')).json()).toEqual(first.json());
    expect((await accept(pieceId)).json()).toEqual(first.json());
    expect(await statusOf(unit)).toBe('SHIPPED');
    expect((await db.selectFrom('units').select('id').where('status', '=', 'SHIPPED').where('id', '>=', unit).execute()).map(({ id }) => id)).toEqual([unit]);
    expect(await order()).toMatchObject({
      stage: 'TO_CONFIRM',
      local_state: 'SHIPPED',
      order_status: 'Shipped',
      pieces: [{ sold: 1, order_status: 'Shipped' }],
    });
  });

  it('by a second packer names the person who shipped it', async () => {
    const { pieceId } = await verified();
    await accept(pieceId);
    const refused = await accept(pieceId, bob);
    expect([refused.statusCode, reasonOf(refused)]).toEqual([409, 'already_shipped']);
    expect(refused.json()).toMatchObject({ success: false, message: expect.stringMatching(/^Shipped by .+ at 2026-11-20 \d\d:\d\d:\d\d UTC$/) });
    expect(reasonOf(await accept(pieceId, ann, 'another'))).toBe('already_shipped');
    expect(reasonOf(await verify(kettle.newSku, bob))).toBe('already_shipped');
  });

  it('requires a verified unit, by any person', async () => {
    await stock();
    await importOrders({ orderId });
    const [{ id }] = await pieces();
    const refused = await accept(id);
    expect([refused.statusCode, reasonOf(refused)]).toEqual([422, 'not_verified']);
    await verify(kettle.newSku);
    await bob.post('/api/orders/start', { orderId, takeOver: true });
    expect(reasonOf(await accept(id, bob))).toBe('not_verified');
  });

  it("is rejected when the unit is gone, and the verification isn't valid for its replacement", async () => {
    const { unit, pieceId } = await verified();
    const [other] = await stock();
    await ann.post('/api/localinventory/delete', { id: unit });
    expect(reasonOf(await accept(pieceId))).toBe('unit_gone');
    await reservations.reconcileAll();
    expect(reasonOf(await accept(pieceId))).toBe('not_verified');
    await verify(kettle.newSku);
    expect((await accept(pieceId)).json()).toMatchObject({ orderShipped: true });
    expect([await statusOf(unit), await statusOf(other as number)]).toEqual(['REMOVED', 'SHIPPED']);
  });

  it('is rejected when the order was canceled, or its buyer asked to cancel, after the verification', async () => {
    const { pieceId } = await verified();
    await importOrders({ orderId, isCancelRequested: true });
    expect(reasonOf(await accept(pieceId))).toBe('cancel_requested');
    await importOrders({ orderId, status: 'CANCELLED' });
    expect(reasonOf(await accept(pieceId))).toBe('canceled');
  });

  it('of several units requires each of them', async () => {
    await stock(kettle.newSku, 2);
    await importOrders({ orderId, items: [{ sku: kettle.newSku, quantity: 2 }] });
    const [first, second] = (await pieces()).map(({ id }: { id: number }) => id);
    await verify(kettle.newSku, ann, first);
    expect((await accept(first)).json()).toMatchObject({ orderShipped: false });
    expect(reasonOf(await accept(second))).toBe('not_verified');
    expect(await order()).toMatchObject({ stage: 'TO_SHIP' });
    await verify(kettle.newSku, ann, second);
    expect((await accept(second)).json()).toMatchObject({ orderShipped: true });
  });

  it('ships an order whose buyer asked to cancel once the request is answered', async () => {
    await stock();
    await importOrders({ orderId, isCancelRequested: true });
    expect(await order()).toMatchObject({ is_cancel_open: true });
    await ann.post('/api/orders/cancel-request', { orderId, answer: 'SHIP' });
    expect((await verify(kettle.newSku)).json()).toBe(1);
    expect(reasonOf(await ann.post('/api/orders/cancel-request', { orderId, answer: 'CANCEL' }))).toBeUndefined();
    expect(await order()).toMatchObject({ stage: 'CANCELED', pieces: [{ state: 'CLOSED' }] });
  });
});

describe('undo', () => {
  it('returns all units, still reserved, to be verified again', async () => {
    const { unit, pieceId } = await verified();
    await accept(pieceId);
    expect((await bob.post('/api/orders/undo', { orderId })).statusCode).toBe(200);
    expect(await statusOf(unit)).toBe('SALE_PENDING');
    expect(await order()).toMatchObject({ stage: 'TO_SHIP', pieces: [{ state: 'RESERVED', unit_id: unit, verified_as: null }] });
    expect(reasonOf(await ann.post('/api/orders/undo', { orderId }))).toBe('not_shipped');
    await verify(kettle.newSku);
    expect((await accept(pieceId)).json()).toMatchObject({ orderShipped: true });
  });

  it('invalidates earlier accept calls that arrive late', async () => {
    await stock();
    await importOrders({ orderId });
    const scan = async () => (await ann.post('/api/orders/productverification', { orderId, scanValue: kettle.newSku, namesPiece: true })).json();
    const { pieceId, verificationId } = await scan();
    // Repeating the scan is the same verification: a repeated call doesn't invalidate it.
    expect(await scan()).toMatchObject({ pieceId, verificationId });
    const send = (clientAcceptId: string, id: number) =>
      ann.post('/api/orders/updatelocalinventory', { locationId: pieceId, clientAcceptId, verificationId: id });
    expect((await send('second', verificationId)).json()).toMatchObject({ orderShipped: true });
    await ann.post('/api/orders/undo', { orderId });
    expect(reasonOf(await send('first', verificationId))).toBe('verification_over');
    const again = await scan();
    expect(again.verificationId).not.toBe(verificationId);
    for (const late of ['first', 'second']) {
      const refused = await send(late, verificationId);
      expect([refused.statusCode, reasonOf(refused)]).toEqual([409, 'verification_over']);
    }
    expect((await pieces())[0]).toMatchObject({ state: 'RESERVED' });
    expect((await send('third', again.verificationId)).json()).toMatchObject({ orderShipped: true });
  });

  it('is rejected while another person packs the rest', async () => {
    await stock(kettle.newSku, 2);
    await importOrders({ orderId, items: [{ sku: kettle.newSku, quantity: 2 }] });
    const [first] = await pieces();
    await verify(kettle.newSku, ann, first.id);
    await accept(first.id);
    const refused = await bob.post('/api/orders/undo', { orderId });
    expect([refused.statusCode, reasonOf(refused)]).toEqual([409, 'started_by_other']);
    expect(refused.json().error.details).toMatchObject({ did: 'STARTED' });
    expect((await pieces()).map(({ state }: { state: string }) => state)).toEqual(['SHIPPED', 'RESERVED']);
    expect((await ann.post('/api/orders/undo', { orderId })).statusCode).toBe(200);
    await verify(kettle.newSku, ann, first.id);
    await accept(first.id);
    await bob.post('/api/orders/start', { orderId, takeOver: true });
    expect((await bob.post('/api/orders/undo', { orderId })).statusCode).toBe(200);
  });

  it('of an order that was canceled after shipping releases its units', async () => {
    const { unit, pieceId } = await verified();
    await accept(pieceId);
    await importOrders({ orderId, status: 'CANCELLED' });
    expect(await order()).toMatchObject({ stage: 'TO_CONFIRM', is_canceled_after_shipping: true });
    expect(reasonOf(await ann.post('/api/orders/confirm', { orderId, carrierCode: 'UPS', trackingNumber: '1Z12345E0205271688' }))).toBe('canceled');
    await ann.post('/api/orders/undo', { orderId });
    expect(await statusOf(unit)).toBe('AVAILABLE');
    expect(await order()).toMatchObject({ stage: 'CANCELED' });
  });
});

describe('a mismatch', () => {
  it('requests one count of the location and is in the timeline', async () => {
    await stock(kettle.newSku, 1, 'C-3');
    await importOrders({ orderId });
    const [{ id }] = await pieces();
    const report = (person = ann) => person.post('/api/orders/mismatch', { id, note: 'The box is empty' });
    const { countId } = (await report()).json();
    expect((await ann.get(`/api/counts/${countId}`)).json()).toMatchObject({ state: 'OPEN', is_blind: true });
    expect((await report(bob)).json()).toMatchObject({ success: true, countId });
    const { events } = await order();
    expect(events[0]).toMatchObject({ kind: 'MISMATCH', detail: `Mismatch at C-3: count ${countId}, The box is empty` });
    expect((await ann.post(`/api/counts/${countId}/cancel`)).statusCode).toBe(200);
    expect((await report()).json().countId).toBeGreaterThan(countId);
  });

  it('is rejected without a reservation and for an unknown allocation', async () => {
    await importOrders({ orderId, items: [{ sku: bolt.sku }] });
    const [{ id }] = await pieces();
    const answer = await ann.post('/api/orders/mismatch', { id });
    expect([answer.statusCode, reasonOf(answer)]).toEqual([409, 'no_unit']);
    expect((await ann.post('/api/orders/mismatch', { id: 999_999 })).statusCode).toBe(404);
  });
});

describe('the lists', () => {
  it('of the specification has a row for each allocation, the most urgent first', async () => {
    await stock();
    const later = `${orderId.slice(0, -1)}X`;
    await importOrders({ orderId: later, items: [{ sku: bolt.sku }] }, { orderId, shipBy: new Date(clock.now().getTime() - 1000) });
    const rows = (await ann.post('/api/orders/getsforders')).json();
    const own = rows.filter((row: { amazon_order_id: string }) => [orderId, later].includes(row.amazon_order_id));
    expect(own).toEqual([
      {
        id: expect.any(Number),
        product_name: 'Title of KETTLE-N',
        amazon_order_id: orderId,
        photo: null,
        asin: kettle.asin,
        fnsku: kettle.newFnsku,
        sku: kettle.newSku,
        display_condition: 'New',
        gtin: kettle.upc,
        identifier: kettle.newFnsku,
        location: 'A-1',
        stowage_local_inventory_location_id: own[0].id,
        order_status: 'Unshipped',
        sold: 0,
        purchase_date: expect.stringMatching(/^2026-11-20 \d\d:\d\d:\d\d$/),
      },
      expect.objectContaining({ amazon_order_id: later, location: null, stowage_local_inventory_location_id: null }),
    ]);
    expect((await order(String(own[0].id))).order_id).toBe(orderId);
  });

  it('shows no unit to ship for an allocation that was shipped outside Stowage or is no longer wanted', async () => {
    await stock(kettle.newSku, 3);
    await importOrders({
      orderId,
      status: 'PARTIALLY_SHIPPED',
      items: [
        { sku: bolt.sku, shipped: 1 },
        { sku: kettle.newSku, quantity: 2 },
      ],
    });
    const shown = async () => (await pieces()).map(({ order_status, sold }: { order_status: string; sold: number }) => [order_status, sold]);
    const open = ['PartiallyShipped', 0];
    expect(await shown()).toEqual([['Shipped', 1], open, open]);
    await importOrders({
      orderId,
      status: 'PARTIALLY_SHIPPED',
      items: [
        { sku: bolt.sku, shipped: 1 },
        { sku: kettle.newSku, quantity: 1 },
      ],
    });
    expect(await shown()).toEqual([['Shipped', 1], open, ['Canceled', 0]]);
  });

  it('of the specification shows orders to ship before orders that wait for the carrier, however late', async () => {
    const { pieceId } = await verified();
    await accept(pieceId);
    await sql`update orders set ship_by = now() - interval '9 days' where order_id = ${orderId}`.execute(db);
    const [toShip, pending] = [`${orderId}-S`, `${orderId}-P`];
    await importOrders({ orderId: pending, status: 'PENDING', shipBy: new Date(clock.now().getTime() - 5000) }, { orderId: toShip });
    const shown = async () => (await ann.post('/api/orders/getsforders')).json().map((row: { amazon_order_id: string }) => row.amazon_order_id);
    expect((await shown()).filter((id: string) => id.startsWith(orderId))).toEqual([toShip, pending, orderId]);
    await sql`update orders set ordered_at = ordered_at - interval '8 days' where order_id in (${orderId}, ${toShip})`.execute(db);
    expect((await shown()).filter((id: string) => id.startsWith(orderId))).toEqual([toShip, pending]);
  });

  it('has pages and can be searched by order, tracking number, code and title', async () => {
    await importOrders(...Array.from({ length: 7 }, (_, nth) => ({ orderId: `113-0000000-000000${nth}`, items: [{ sku: bolt.sku }] })));
    const seen: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const page: { data: { order_id: string }[]; next: string | null } = (await ann.get(`/api/orders?stage=ALL&size=3${next && `&after=${next}`}`)).json();
      seen.push(...page.data.map(({ order_id }) => order_id));
      next = page.next;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBe(Number((await db.selectFrom('orders').select(sql<number>`count(*)`.as('n')).executeTakeFirst())?.n));
    const found = async (search: string, stage = 'TO_SHIP') =>
      (await ann.get(`/api/orders?stage=${stage}&search=${encodeURIComponent(search)}`)).json().data.map((row: { order_id: string }) => row.order_id);
    expect(await found('113-0000000-0000003')).toEqual(['113-0000000-0000003']);
    for (const search of [bolt.fnsku, bolt.ean8, 'bolt se'])
      expect(await found(search)).toEqual(expect.arrayContaining(['113-0000000-0000000', '113-0000000-0000006']));
    expect(await found('nothing like it')).toEqual([]);
    expect((await ann.get('/api/orders?after=nonsense')).statusCode).toBe(400);
  });
});

it('lets a client with only the three calls ship an order', async () => {
  const [unit] = await stock();
  await importOrders({ orderId });
  const row = (await ann.post('/api/orders/getsforders')).json().find((one: { amazon_order_id: string }) => one.amazon_order_id === orderId);
  expect((await ann.post('/api/orders/productverification', { orderId: row.id, scanValue: kettle.upc })).json()).toBe(2);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => ann.post('/api/orders/updatelocalinventory', { locationId: row.stowage_local_inventory_location_id })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  expect(await statusOf(unit as number)).toBe('SHIPPED');
});

it('rejects the release of an order that nobody has claimed', async () => {
  await importOrders({ orderId });
  const published: object[] = [];
  const topics = { publish: (_topic: unknown, message: object) => void published.push(message) } as unknown as Topics;
  await releaseOrder({ db, clock, topics }, orderId, { id: 1, name: 'Ann' }, false);
  expect(published).toEqual([]);
  expect((await order()).events).toEqual([]);
});

it('prints the packing slips of a selection as one file', async () => {
  const other = `113-${orderId.slice(4)}`;
  await importOrders({ orderId }, { orderId: other });
  const slips = (orders: string) => ann.get(`/api/orders/packing-slips.pdf?orders=${orders}`);
  const { statusCode, headers, rawPayload } = await slips(`${orderId},${other}`);
  expect([statusCode, headers['content-type'], rawPayload.subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-']);
  expect((await slips(`${orderId},114-0000000-0000000`)).statusCode).toBe(404);
  expect((await slips('')).statusCode).toBe(400);
  const matching = (query: string) => ann.get(`/api/orders/packing-slips.pdf?stage=ALL${query}`);
  const all = await matching(`&search=${other}`);
  expect([all.statusCode, all.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  expect((await matching(`&search=${other}&except=${other}`)).json().error).toMatchObject({ code: 'rule_violated', reason: 'nothing_selected' });
  await importOrders(...Array.from({ length: 101 }, (_, nth) => ({ orderId: `117-${String(nth).padStart(7, '0')}-${orderId.slice(12)}` })));
  expect((await matching('')).json().error).toMatchObject({ reason: 'too_many' });
});
