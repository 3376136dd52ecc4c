import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listLedgerFaults } from '../../../../test/fixtures/faults/ledger-faults.ts';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { startTestJobs } from '../../../../test/fixtures/test-jobs.ts';
import { createOrderImport, listOrderFaults, stockUp } from '../../../../test/fixtures/test-orders.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { orderAlertsTask } from '../alerts/order-alerts.task.ts';

const test = await createTestApp();
const { db, clock } = test;
await seedTestCatalog(db);
await startTestJobs(test, []);
const ann = await test.signIn();
const bob = await test.signIn();
const { importOrders, save, reservations } = createOrderImport(test);
const SKU = CODES.kettle.newSku;

let number = 0;
let orderId = '';
beforeEach(() => {
  orderId = `116-0000000-${String(++number).padStart(7, '0')}`;
});
afterEach(async () => {
  await reservations.reconcileAll();
  expect(await listLedgerFaults(db)).toEqual([]);
  expect(await listOrderFaults(db)).toEqual([]);
});

const order = async () => (await ann.get(`/api/orders/${orderId}`)).json();
const kinds = async () => (await order()).events.map(({ kind }: { kind: string }) => kind);
const states = async () => (await order()).pieces.map(({ state }: { state: string }) => state);
const answer = (chosen: 'SHIP' | 'CANCEL', person = ann) => person.post('/api/orders/cancel-request', { orderId, answer: chosen });
const undo = async () => (await ann.post('/api/orders/undo', { orderId })).json();
const alerts = async () => {
  await orderAlertsTask({ db, clock }).run({}, new AbortController().signal);
  const shown = (await ann.get('/api/notifications')).json().data as { title: string }[];
  return shown.filter(({ title }) => title === `The buyer of order ${orderId} asks to cancel`).length;
};

/** Packs the first open allocation. */
async function pack(person = ann): Promise<void> {
  const { pieceId } = (await person.post('/api/orders/productverification', { orderId, scanValue: SKU, namesPiece: true })).json();
  expect((await person.post('/api/orders/updatelocalinventory', { locationId: pieceId })).statusCode).toBe(200);
}

/** An order of two units, one of them packed. @returns its units */
async function halfPacked(): Promise<number[]> {
  const units = await stockUp(db, ann, { sku: SKU, count: 2 });
  await importOrders({ orderId, items: [{ sku: SKU, quantity: 2 }] });
  await pack();
  return units;
}

describe('an order whose unpacked units the marketplace cancels', () => {
  it('is shipped with the packed units', async () => {
    await halfPacked();
    await importOrders({ orderId, items: [{ sku: SKU, quantity: 1 }] });
    const shipped = await order();
    expect(shipped).toMatchObject({ stage: 'TO_CONFIRM', local_state: 'SHIPPED', shipped_by: expect.any(String), started_by: null, may_undo: true });
    expect(shipped.events[0]).toMatchObject({ kind: 'SHIPPED', detail: expect.stringContaining('the rest no longer has to be shipped'), actor: null });
    expect(await undo()).toMatchObject({ success: true });
    expect(await order()).toMatchObject({ stage: 'TO_SHIP' });
  });

  it('and that is reported as shipped is confirmed, and nothing of it is undone', async () => {
    await halfPacked();
    await importOrders({ orderId, status: 'SHIPPED', items: [{ sku: SKU, quantity: 2 }] });
    expect(await order()).toMatchObject({ stage: 'SHIPPED', local_state: 'CONFIRMED', may_undo: false });
    expect((await undo()).error.reason).toBe('already_confirmed');
  });

  it('completely waits for its packed units to be put back', async () => {
    await halfPacked();
    await importOrders({ orderId, status: 'CANCELLED', items: [{ sku: SKU, quantity: 2 }] });
    expect(await order()).toMatchObject({ stage: 'TO_CONFIRM', is_canceled_after_shipping: true, may_undo: true });
    expect(await kinds()).toContain('CANCELED');
    expect(await undo()).toMatchObject({ success: true });
    expect(await order()).toMatchObject({ stage: 'CANCELED', may_undo: false });
  });
});

it("can't be undone once the marketplace reports it as shipped, even before the reservations are reconciled", async () => {
  await stockUp(db, ann, { sku: SKU });
  await importOrders({ orderId });
  await pack();
  await db.updateTable('orders').set({ status: 'SHIPPED' }).where('order_id', '=', orderId).execute();
  expect(await order()).toMatchObject({ may_undo: false });
  expect((await undo()).error.reason).toBe('already_confirmed');
  await reservations.reconcile([orderId]);
});

describe("a buyer's request to cancel", () => {
  it('that is granted while one of two units is packed returns the packed unit to stock', async () => {
    const units = await halfPacked();
    await importOrders({ orderId, items: [{ sku: SKU, quantity: 2 }], isCancelRequested: true });
    expect((await answer('CANCEL')).statusCode).toBe(200);
    expect(await order()).toMatchObject({ stage: 'CANCELED', local_state: 'CANCELED', may_undo: false });
    expect(await states()).toEqual(['CLOSED', 'CLOSED']);
    const rows = await db.selectFrom('units').select('status').where('id', 'in', units).execute();
    expect(rows).toEqual([{ status: 'AVAILABLE' }, { status: 'AVAILABLE' }]);
    expect((await undo()).error.reason).toBe('not_shipped');
  });

  it('that is withdrawn after it was granted reopens the order', async () => {
    await stockUp(db, ann, { sku: SKU });
    await importOrders({ orderId, isCancelRequested: true });
    await answer('CANCEL');
    expect(await states()).toEqual(['CLOSED']);
    await importOrders({ orderId });
    expect(await order()).toMatchObject({ stage: 'TO_SHIP', local_state: 'OPEN', cancel_answer: null, pieces: [{ state: 'RESERVED' }] });
    expect(await kinds()).toEqual(expect.arrayContaining(['CANCEL_REQUESTED', 'CANCEL_ANSWERED', 'CANCEL_WITHDRAWN']));
  });

  it('that arrives a second time must be answered again and notifies again', async () => {
    await stockUp(db, ann, { sku: SKU });
    await importOrders({ orderId, isCancelRequested: true });
    expect(await alerts()).toBe(1);
    await answer('SHIP');
    await importOrders({ orderId, isCancelRequested: true });
    expect(await order()).toMatchObject({ is_cancel_open: false });
    await importOrders({ orderId });
    clock.advance(60_000);
    await importOrders({ orderId, isCancelRequested: true });
    expect(await order()).toMatchObject({ is_cancel_open: true });
    expect(await alerts()).toBe(2);
  });

  it('that arrives between shipping and confirming is shown, notified and counted', async () => {
    await stockUp(db, ann, { sku: SKU });
    await importOrders({ orderId });
    await pack();
    const before = (await ann.get('/api/orders/totals')).json().cancelRequested;
    await importOrders({ orderId, isCancelRequested: true });
    expect(await order()).toMatchObject({ stage: 'TO_CONFIRM', is_cancel_open: false, is_cancel_requested_after_shipping: true });
    expect((await kinds())[0]).toBe('CANCEL_REQUESTED');
    expect((await ann.get('/api/orders/totals')).json().cancelRequested).toBe(before + 1);
    expect(await alerts()).toBe(1);
    await undo();
    expect(await order()).toMatchObject({ is_cancel_open: true, is_cancel_requested_after_shipping: false });
  });

  it('that was granted here has no effect once the marketplace reports the order as shipped and delivered', async () => {
    const [unit] = await stockUp(db, ann, { sku: SKU });
    await importOrders({ orderId, isCancelRequested: true });
    await answer('CANCEL');
    await importOrders({ orderId, isCancelRequested: true, status: 'SHIPPED', packages: [{ reference: '1', status: 'DELIVERED' }] });
    expect(await order()).toMatchObject({ stage: 'SHIPPED', local_state: 'OPEN', order_status: 'Shipped', delivered_at: expect.any(String), may_undo: false });
    expect((await order()).events).toContainEqual(
      expect.objectContaining({ kind: 'CONFIRMED', detail: expect.stringContaining('although it was canceled here') }),
    );
    expect(
      await db
        .selectFrom('units')
        .select('status')
        .where('id', '=', unit as number)
        .execute(),
    ).toEqual([{ status: 'AVAILABLE' }]);
    for (const chosen of ['SHIP', 'CANCEL'] as const) expect((await answer(chosen)).json().error.reason).toBe('already_shipped');
  });

  it("can't be answered once the marketplace reports the order as shipped, even before the reservations are reconciled", async () => {
    await stockUp(db, ann, { sku: SKU });
    await importOrders({ orderId, isCancelRequested: true });
    await save({ orderId, isCancelRequested: true, status: 'SHIPPED' });
    const refused = await answer('CANCEL');
    expect([refused.statusCode, refused.json().error.reason]).toEqual([409, 'already_shipped']);
    await reservations.reconcile([orderId]);
    expect(await order()).toMatchObject({ stage: 'SHIPPED', local_state: 'OPEN' });
  });

  it("that is withdrawn when the order is shipped outside Stowage doesn't reopen it", async () => {
    await stockUp(db, ann, { sku: SKU });
    await importOrders({ orderId, isCancelRequested: true });
    await answer('CANCEL');
    await save({ orderId, status: 'SHIPPED' });
    expect(await order()).toMatchObject({ stage: 'SHIPPED' });
    expect((await ann.post('/api/orders/start', { orderId })).json().error.reason).toBe('already_shipped');
    await reservations.reconcile([orderId]);
    expect(await order()).toMatchObject({ stage: 'SHIPPED', local_state: 'OPEN', pieces: [{ state: 'CLOSED', order_status: 'Shipped' }] });
    expect((await order()).events).not.toContainEqual(expect.objectContaining({ detail: expect.stringContaining('to be shipped after all') }));
  });

  it('is answered once: a later answer is refused with the person, answer and time, and nothing is put back', async () => {
    await stockUp(db, ann, { sku: SKU });
    await importOrders({ orderId, isCancelRequested: true });
    expect((await answer('SHIP')).statusCode).toBe(200);
    expect(await bob.post('/api/orders/start', { orderId })).toMatchObject({ statusCode: 200 });
    for (const chosen of ['CANCEL', 'SHIP'] as const) {
      const refused = await answer(chosen, bob);
      expect([refused.statusCode, refused.json().error]).toMatchObject([
        409,
        {
          reason: 'already_answered',
          message: expect.stringMatching(/^Answered with “Ship anyway” by .+ at 2026-11-20 .+ UTC$/),
          details: { did: 'ANSWERED_SHIP', by: expect.any(String), at: expect.stringMatching(/^2026-11-20 /) },
        },
      ]);
    }
    expect(await order()).toMatchObject({ stage: 'TO_SHIP', cancel_answer: 'SHIP', started_by: expect.any(String), pieces: [{ state: 'RESERVED' }] });
  });

  it('can be answered differently by the same person, but not while another person packs the order', async () => {
    await stockUp(db, ann, { sku: SKU, count: 2 });
    await importOrders({ orderId, items: [{ sku: SKU, quantity: 2 }], isCancelRequested: true });
    await answer('CANCEL');
    expect((await answer('SHIP')).statusCode).toBe(200);
    await pack(bob);
    const refused = await answer('CANCEL');
    expect([refused.statusCode, refused.json().error.reason]).toEqual([409, 'started_by_other']);
    // Repeating the same answer succeeds and doesn't take the order from the person who packs it.
    const before = await kinds();
    expect((await answer('SHIP')).statusCode).toBe(200);
    expect(await kinds()).toEqual(before);
    expect(await states()).toEqual(['SHIPPED', 'RESERVED']);
    expect(await order()).toMatchObject({ started_by: expect.any(String) });
    await bob.post('/api/orders/unstart', { orderId });
    expect((await answer('CANCEL')).statusCode).toBe(200);
    expect(await states()).toEqual(['CLOSED', 'CLOSED']);
  });

  it('that two people answer concurrently has one answer, and the other person is informed', async () => {
    await stockUp(db, ann, { sku: SKU });
    await importOrders({ orderId, isCancelRequested: true });
    const answers = await Promise.all([answer('SHIP'), answer('CANCEL', bob)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const won = answers[0]?.statusCode === 200 ? 'SHIP' : 'CANCEL';
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().error).toMatchObject({
      reason: 'already_answered',
      details: { did: `ANSWERED_${won}` },
    });
    expect(await order()).toMatchObject({ cancel_answer: won, stage: won === 'SHIP' ? 'TO_SHIP' : 'CANCELED' });
    expect((await kinds()).filter((kind: string) => kind === 'CANCEL_ANSWERED')).toHaveLength(1);
  });
});
