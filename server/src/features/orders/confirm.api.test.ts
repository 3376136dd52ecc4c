import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/test-app.ts';
import { CODES, layTestCatalogue } from '../../../test/test-catalogue.ts';
import { startTestJobs } from '../../../test/test-jobs.ts';
import { createTestMarketplace, TEST_LISTING } from '../../../test/test-marketplace.ts';
import { createTeller, SILENT_TOPICS, stockUp } from '../../../test/test-orders.ts';
import type { MarketplaceOrder } from '../../integrations/marketplace/orders.ts';
import { saveOrders } from '../imports/index.ts';
import { confirmShipmentTask, dueShipmentsTask, purgeRecipientsTask } from './index.ts';

const { account, sim, marketplace } = await createTestMarketplace();
const { kettle } = CODES;
await sim.seed([{ ...TEST_LISTING, sku: kettle.newSku }]);
const test = await createTestApp({ account });
const { db, clock } = test;
await layTestCatalogue(db);
// The simulator's orders are of now.
clock.set(new Date());
// The queue is there; what it would run, the tests run themselves.
await startTestJobs(test, []);
const admin = await test.signIn('ROLE_ADMIN');
const ann = await test.signIn();
const { reservations } = createTeller(test);
let isConnected = true;
const deps = { db, clock, topics: SILENT_TOPICS, marketplaces: { current: async () => (isConnected ? marketplace : undefined) } };
const confirm = (orderId: string) => confirmShipmentTask(deps).run({ orderId }, new AbortController().signal);
afterEach(async () => {
  isConnected = true;
  await sim.clearFaults();
});

/** Orders of the simulator that may be shipped, one kettle each or more. */
const open: MarketplaceOrder[] = [];
beforeAll(async () => {
  let token: string | undefined;
  do {
    const page = await marketplace.orderPage(new Date(Date.now() - 4 * 86_400_000), token);
    open.push(...page.orders.filter(({ status, isCancelRequested }) => status === 'UNSHIPPED' && !isCancelRequested));
    token = page.nextToken;
  } while (token !== undefined);
});

const TRACKING = '1Z12345E0205271688';
const order = async (orderId: string) => (await ann.get(`/api/orders/${orderId}`)).json();
const enter = (orderId: string, trackingNumber = TRACKING) => ann.post('/api/orders/confirm', { orderId, carrierCode: 'ups', trackingNumber });
const undo = async (orderId: string) => (await ann.post('/api/orders/undo', { orderId })).json();
const confirmations = async (orderId: string) =>
  (await sim.journal()).filter(({ operation, path }) => operation === 'confirmShipment' && path.includes(orderId)).map(({ status }) => status);

/** The next open order, shipped here. */
async function shipNext(): Promise<string> {
  const told = open.shift();
  if (told === undefined) throw new Error('The simulator has no more open orders');
  const { orderId } = told;
  await saveOrders(db, [told], clock.now());
  await stockUp(db, ann, { sku: kettle.newSku, count: told.items.reduce((sum, { quantity }) => sum + quantity, 0) });
  await reservations.settle([orderId]);
  for (const { id } of (await order(orderId)).pieces) {
    expect((await ann.post('/api/orders/productverification', { orderId: id, scanValue: kettle.newSku })).json()).toBe(1);
    expect((await ann.post('/api/orders/updatelocalinventory', { locationId: id })).statusCode).toBe(200);
  }
  return orderId;
}

describe('telling the marketplace', () => {
  it('waits for carrier and tracking number, then happens once', async () => {
    const orderId = await shipNext();
    await confirm(orderId);
    expect(await order(orderId)).toMatchObject({ local_state: 'SHIPPED', stage: 'TO_CONFIRM', shipment: null });
    expect((await enter(orderId)).json()).toMatchObject({ success: true });
    expect(await order(orderId)).toMatchObject({ local_state: 'CONFIRM_QUEUED', shipment: { carrier_code: 'UPS', tracking_number: TRACKING } });
    await confirm(orderId);
    await confirm(orderId);
    expect(await order(orderId)).toMatchObject({ local_state: 'CONFIRMED', stage: 'SHIPPED', shipment: { attempts: 1, failure: null } });
    expect(await confirmations(orderId)).toEqual([204]);
    expect((await marketplace.order(orderId)).status).toBe('SHIPPED');
    expect((await undo(orderId)).error.reason).toBe('already_confirmed');
    expect((await enter(orderId)).json().error.reason).toBe('already_confirmed');
  });

  it('is queued in the transaction that enters the number', async () => {
    const orderId = await shipNext();
    await enter(orderId);
    const { rows } = await sql`select from graphile_worker.jobs where key = ${`confirm-${orderId}`} and task_identifier = 'confirm-shipment'`.execute(db);
    expect(rows).toHaveLength(1);
    await sql`select graphile_worker.remove_job(${`confirm-${orderId}`})`.execute(db);
    await dueShipmentsTask(deps).run({}, new AbortController().signal);
    const again = await sql`select from graphile_worker.jobs where key = ${`confirm-${orderId}`}`.execute(db);
    expect(again.rows).toHaveLength(1);
    expect(await undo(orderId)).toMatchObject({ success: true });
    await confirm(orderId);
    expect(await confirmations(orderId)).toEqual([]);
  });

  it('whose answer was lost is heard of, and not told twice', async () => {
    const orderId = await shipNext();
    await enter(orderId);
    await sim.fault({ effect: 'lost', operation: 'confirmShipment', times: 1 });
    await confirm(orderId);
    expect(await order(orderId)).toMatchObject({ local_state: 'CONFIRMED' });
    expect((await confirmations(orderId)).length).toBe(1);
  });

  it('that was killed halfway goes on under the same number', async () => {
    const orderId = await shipNext();
    await enter(orderId);
    const { package_id: packageId } = (await order(orderId)).shipment;
    const items = (await order(orderId)).items.map(({ item_id, quantity }: { item_id: string; quantity: number }) => ({ itemId: item_id, quantity }));
    await marketplace.confirmShipment(orderId, { packageId, carrierCode: 'UPS', trackingNumber: TRACKING, shippedAt: clock.now(), items });
    await sql`update orders set local_state = 'CONFIRMING' where order_id = ${orderId}`.execute(db);
    expect((await undo(orderId)).error.reason).toBe('confirm_under_way');
    expect((await enter(orderId)).json().error.reason).toBe('confirm_under_way');
    await confirm(orderId);
    expect(await order(orderId)).toMatchObject({ local_state: 'CONFIRMED' });
    expect(await confirmations(orderId)).toEqual([204]);
  });

  it('that is refused stands with its reason until it is entered anew, or undone', async () => {
    const orderId = await shipNext();
    await enter(orderId);
    await sim.fault({ effect: 'error400', operation: 'confirmShipment', times: 1 });
    await confirm(orderId);
    expect(await order(orderId)).toMatchObject({ local_state: 'CONFIRM_FAILED', stage: 'TO_CONFIRM', failure: expect.stringContaining('400') });
    expect((await ann.get('/api/orders/totals')).json()).toMatchObject({ failed: 1 });
    expect((await ann.get('/api/notifications')).json().data[0]).toMatchObject({
      title: `The marketplace refused the shipment of order ${orderId}`,
      body: expect.stringContaining('400'),
      path: `/orders/${orderId}`,
    });
    const { package_id: packageId } = (await order(orderId)).shipment;
    await enter(orderId, '1Z999AA10123456784');
    expect((await order(orderId)).shipment).toMatchObject({ package_id: packageId, failure: null, attempts: 0 });
    await confirm(orderId);
    expect(await order(orderId)).toMatchObject({ local_state: 'CONFIRMED' });
  });

  it('is tried again later while the marketplace is away, and cannot be undone meanwhile', async () => {
    const orderId = await shipNext();
    await enter(orderId);
    await sim.fault({ effect: 'error500', operation: 'confirmShipment' });
    await confirm(orderId);
    expect(await order(orderId)).toMatchObject({ local_state: 'CONFIRMING', shipment: { attempts: 1, failure: expect.any(String) } });
    expect((await undo(orderId)).error.reason).toBe('confirm_under_way');
    await sim.clearFaults();
    await confirm(orderId);
    expect(await order(orderId)).toMatchObject({ local_state: 'CONFIRMING' });
    clock.advance(16_000);
    await confirm(orderId);
    expect(await order(orderId)).toMatchObject({ local_state: 'CONFIRMED', failure: null });
  });

  it('without an account waits, and can be undone', async () => {
    const orderId = await shipNext();
    await enter(orderId);
    isConnected = false;
    await confirm(orderId);
    expect(await order(orderId)).toMatchObject({ local_state: 'CONFIRM_QUEUED', failure: 'No marketplace account is connected' });
    expect(await undo(orderId)).toMatchObject({ success: true });
  });

  it('is over when the marketplace says itself that it is shipped', async () => {
    const orderId = await shipNext();
    await sql`update orders set status = 'SHIPPED' where order_id = ${orderId}`.execute(db);
    await reservations.settle([orderId]);
    expect(await order(orderId)).toMatchObject({ local_state: 'CONFIRMED', stage: 'SHIPPED' });
  });

  it('needs a carrier and a number that can be one', async () => {
    const orderId = await shipNext();
    for (const body of [{ orderId }, { orderId, carrierCode: 'UPS', trackingNumber: '1' }, { orderId, carrierCode: 'Other', trackingNumber: '12345678' }]) {
      expect((await ann.post('/api/orders/confirm', body)).statusCode).toBe(400);
    }
    await ann.post('/api/orders/confirm', { orderId, carrierCode: 'Other', carrierName: 'Pigeon', trackingNumber: ' 1234 5678 ' });
    expect((await order(orderId)).shipment).toMatchObject({ carrier_code: 'Other', carrier_name: 'Pigeon', tracking_number: '12345678' });
  });
});

describe('whom an order goes to', () => {
  const reveal = (orderId: string, reason = 'the label is torn') => ann.post('/api/orders/recipient', { orderId, reason });

  it('is told on request, with a reason that is kept, and lies here sealed', async () => {
    const orderId = await shipNext();
    const shown = (await reveal(orderId)).json();
    expect(shown).toMatchObject({ name: expect.any(String), lines: [expect.stringContaining('Example Street'), 'Springfield, OR 97477', 'US'] });
    await sim.clearJournal();
    expect((await reveal(orderId, 'asked again')).json()).toEqual(shown);
    expect(await sim.journal()).toEqual([]);
    const { rows } = await sql<{ sealed: string }>`select sealed from order_recipients where order_id = ${orderId}`.execute(db);
    expect(rows[0]?.sealed).not.toContain('Example');
    const events = (await order(orderId)).events.filter(({ kind }: { kind: string }) => kind === 'RECIPIENT_SHOWN');
    expect(events.map(({ detail }: { detail: string }) => detail)).toEqual(['asked again', 'the label is torn']);
    expect((await ann.post('/api/orders/recipient', { orderId })).statusCode).toBe(400);
    expect(JSON.stringify(await order(orderId))).not.toContain(shown.name);
  });

  it('is forgotten 30 days after the delivery, and not asked for any more', async () => {
    const orderId = await shipNext();
    await reveal(orderId);
    await sql`update orders set deliver_by = ${new Date(clock.now().getTime() - 30 * 86_400_000)} where order_id = ${orderId}`.execute(db);
    expect((await reveal(orderId)).json().error.reason).toBe('purged');
    await sql`update order_recipients set purge_at = ${clock.now()} where order_id = ${orderId}`.execute(db);
    const before = await db.selectFrom('order_recipients').select('order_id').execute();
    await purgeRecipientsTask(deps).run({}, new AbortController().signal);
    const after = await db.selectFrom('order_recipients').select('order_id').execute();
    expect(before.filter((one) => !after.some(({ order_id }) => order_id === one.order_id))).toEqual([{ order_id: orderId }]);
  });

  it('of no order is not found', async () => {
    expect((await reveal('999-9999999-9999999')).statusCode).toBe(404);
    expect((await admin.post('/api/orders/recipient', { orderId: 'x', reason: 'none' })).statusCode).toBe(404);
  });
});
