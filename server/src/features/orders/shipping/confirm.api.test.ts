import { DAY_MS } from '@stowage/contract/formats/durations';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { startTestJobs } from '../../../../test/fixtures/test-jobs.ts';
import { createTestMarketplace, TEST_LISTING } from '../../../../test/fixtures/test-marketplace.ts';
import { createOrderImport, SILENT_TOPICS, stockUp } from '../../../../test/fixtures/test-orders.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import type { MarketplaceOrder } from '../../../integrations/marketplace/calls/order-answers.ts';
import { MarketplaceError } from '../../../integrations/marketplace/marketplace-error.ts';
import { saveOrders } from '../../imports/internals.ts';
import { confirmShipmentTask } from '../index.ts';
import { dueShipmentsTask } from './confirm-shipment.task.ts';

const { account, sim, marketplace } = await createTestMarketplace();
const { kettle } = CODES;
await sim.seed([{ ...TEST_LISTING, sku: kettle.newSku, quantity: 100 }]);
const test = await createTestApp({ account });
const { db, clock } = test;
await seedTestCatalog(db);
// The simulator's orders are current.
clock.set(new Date());
// The queue exists; the tests run its jobs themselves.
await startTestJobs(test, []);
const ann = await test.signIn();
const { reservations } = createOrderImport(test);
let isConnected = true;
const deps = { db, clock, topics: SILENT_TOPICS, marketplaces: { current: async () => (isConnected ? marketplace : undefined) } };
const confirm = (orderId: string) => confirmShipmentTask(deps).run({ orderId }, new AbortController().signal);
afterEach(async () => {
  isConnected = true;
  await sim.clearFaults();
});

/** Orders of the simulator that can be shipped: with one unit and with several. */
const open: MarketplaceOrder[] = [];
const several: MarketplaceOrder[] = [];
const unitsOf = ({ items }: MarketplaceOrder) => items.reduce((sum, { quantity }) => sum + quantity, 0);
beforeAll(async () => {
  // Besides the random orders, of which some days have too few.
  for (let nth = 0; nth < 20; nth++) await sim.sell(kettle.newSku);
  for (let nth = 0; nth < 10; nth++) await sim.sell(kettle.newSku, 3);
  let token: string | undefined;
  do {
    const page = await marketplace.orderPage(new Date(Date.now() - 4 * DAY_MS), token);
    for (const one of page.orders) if (one.status === 'UNSHIPPED' && !one.isCancelRequested) (unitsOf(one) > 1 ? several : open).push(one);
    token = page.nextToken;
  } while (token !== undefined);
});

const TRACKING = '1Z12345E0205271688';
const order = async (orderId: string) => (await ann.get(`/api/orders/${orderId}`)).json();
const enter = (orderId: string, trackingNumber = TRACKING) =>
  ann.post('/api/orders/confirm', { orderId, carrierCode: 'ups', trackingNumber, sharesTrackingNumber: true });
const undo = async (orderId: string) => (await ann.post('/api/orders/undo', { orderId })).json();
const confirmations = async (orderId: string) =>
  (await sim.journal()).filter(({ operation, path }) => operation === 'confirmShipment' && path.includes(orderId)).map(({ status }) => status);

/** Ships the next open order here. */
async function shipNext(reported = open.shift()): Promise<string> {
  if (reported === undefined) throw new Error('The simulator has no more open orders');
  const { orderId } = reported;
  await saveOrders(db, [reported], clock.now());
  await stockUp(db, ann, { sku: kettle.newSku, count: reported.items.reduce((sum, { quantity }) => sum + quantity, 0) });
  await reservations.reconcile([orderId]);
  for (const { id } of (await order(orderId)).pieces) {
    expect((await ann.post('/api/orders/productverification', { orderId: id, scanValue: kettle.newSku })).json()).toBe(1);
    expect((await ann.post('/api/orders/updatelocalinventory', { locationId: id })).statusCode).toBe(200);
  }
  return orderId;
}

describe('confirming a shipment to the marketplace', () => {
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
    expect((await enter(orderId, '1Z12345E0305271640')).json().error.reason).toBe('already_confirmed');
  });

  it('requires a ship date that is neither in the future nor before the order', async () => {
    const orderId = await shipNext();
    const on = (shipDate: string) =>
      ann.post('/api/orders/confirm', { orderId, carrierCode: 'UPS', trackingNumber: TRACKING, sharesTrackingNumber: true, shipDate, timeZone: 'UTC' });
    const { purchase_date: ordered } = await order(orderId);
    const day = (moment: Date) => moment.toISOString().slice(0, 10);
    const refusal = async (shipDate: string) => (await on(shipDate)).json().error.reason;
    expect(await refusal(day(new Date(clock.now().getTime() + DAY_MS)))).toBe('ship_date_to_come');
    expect(await refusal(day(new Date(Date.parse(`${ordered}Z`) - DAY_MS)))).toBe('ship_date_before_order');
    expect((await on('2026-02-30')).statusCode).toBe(400);
    expect(await order(orderId)).toMatchObject({ local_state: 'SHIPPED', shipment: null });
    const chosen = ordered.slice(0, 10);
    expect((await on(chosen)).statusCode).toBe(200);
    expect((await order(orderId)).shipment.ship_date.slice(0, 10)).toBe(chosen);
    await confirm(orderId);
    expect((await marketplace.order(orderId)).status).toBe('SHIPPED');
    const notified = (await sim.journal()).find(({ operation, path }) => operation === 'confirmShipment' && path.includes(orderId));
    expect(notified?.body).toMatchObject({ packageDetail: { shipDate: expect.stringContaining(chosen) } });
  });

  it('is queued in the transaction that saves the tracking number', async () => {
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

  it('is found after its answer was lost, and not sent twice', async () => {
    const orderId = await shipNext();
    await enter(orderId);
    await sim.fault({ effect: 'lost', operation: 'confirmShipment', times: 1 });
    await confirm(orderId);
    expect(await order(orderId)).toMatchObject({ local_state: 'CONFIRMED' });
    expect((await confirmations(orderId)).length).toBe(1);
  });

  it('continues under the same id after the process was killed', async () => {
    const orderId = await shipNext();
    await enter(orderId);
    const { package_id: packageId } = (await order(orderId)).shipment;
    const items = (await order(orderId)).items.map(({ item_id, quantity }: { item_id: string; quantity: number }) => ({ itemId: item_id, quantity }));
    await marketplace.confirmShipment(orderId, { packageId, otherPackageIds: [], carrierCode: 'UPS', trackingNumber: TRACKING, shippedAt: clock.now(), items });
    await sql`update orders set local_state = 'CONFIRMING' where order_id = ${orderId}`.execute(db);
    expect((await undo(orderId)).error.reason).toBe('confirm_under_way');
    expect((await enter(orderId, '1Z12345E0305271640')).json().error.reason).toBe('confirm_under_way');
    await confirm(orderId);
    expect(await order(orderId)).toMatchObject({ local_state: 'CONFIRMED' });
    expect(await confirmations(orderId)).toEqual([204]);
  });

  it('that is refused shows the reason until it is sent again or undone', async () => {
    const orderId = await shipNext();
    await enter(orderId);
    await sim.fault({ effect: 'error400', operation: 'confirmShipment', times: 1 });
    await confirm(orderId);
    expect(await order(orderId)).toMatchObject({
      local_state: 'CONFIRM_FAILED',
      stage: 'TO_CONFIRM',
      failure: expect.stringMatching(/^Amazon .+ \(confirmShipment: 400 .+\)$/),
    });
    expect((await ann.get('/api/orders/totals')).json()).toMatchObject({ failed: 1 });
    expect((await ann.get('/api/notifications')).json().data[0]).toMatchObject({
      title: `Amazon refused the shipment of order ${orderId}`,
      body: expect.stringContaining('400'),
      path: `/orders/${orderId}`,
    });
    const { package_id: packageId } = (await order(orderId)).shipment;
    await enter(orderId, '1Z999AA10123456784');
    expect((await order(orderId)).shipment).toMatchObject({ package_id: packageId, failure: null, attempts: 0 });
    await confirm(orderId);
    expect(await order(orderId)).toMatchObject({ local_state: 'CONFIRMED' });
  });

  it('that fails to authenticate is retried, is listed as failed from the third time on, and can be undone', async () => {
    const orderId = await shipNext();
    await enter(orderId);
    const shut = async () => {
      throw new MarketplaceError('confirmShipment: 403 Unauthorized', { kind: 'unauthorized', operation: 'confirmShipment', status: 403 });
    };
    const locked = { ...deps, marketplaces: { current: async () => ({ until: () => ({ confirmShipment: shut }) }) as unknown as typeof marketplace } };
    const failed = async () => (await ann.get('/api/orders?stage=TO_CONFIRM&needs=failed')).json().data.map((row: { order_id: string }) => row.order_id);
    const notified = async () => (await ann.get('/api/notifications')).json().data.filter(({ title }: { title: string }) => title.includes(orderId));
    for (let attempt = 1; attempt <= 4; attempt++) {
      expect(await failed()).toEqual(attempt > 3 ? [orderId] : []);
      await confirmShipmentTask(locked).run({ orderId }, new AbortController().signal);
      expect(await order(orderId)).toMatchObject({ local_state: 'CONFIRM_QUEUED', may_undo: true, shipment: { attempts: attempt } });
      clock.advance(2 * 60_000);
    }
    expect((await ann.get('/api/orders/totals')).json()).toMatchObject({ failed: 1 });
    expect(await notified()).toEqual([expect.objectContaining({ title: `Amazon could not be notified of order ${orderId}`, path: `/orders/${orderId}` })]);
    expect(await undo(orderId)).toMatchObject({ success: true });
    expect(await failed()).toEqual([]);
  });

  it("is retried while the marketplace is unavailable and can't be undone meanwhile", async () => {
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

  it('waits without an account and can be undone', async () => {
    const orderId = await shipNext();
    await enter(orderId);
    isConnected = false;
    await confirm(orderId);
    expect(await order(orderId)).toMatchObject({ local_state: 'CONFIRM_QUEUED', failure: 'No marketplace account is connected' });
    clock.advance(60_000);
    await confirm(orderId);
    expect(await order(orderId)).toMatchObject({ local_state: 'CONFIRM_QUEUED', shipment: { attempts: 2 } });
    expect(await undo(orderId)).toMatchObject({ success: true });
  });

  it('stays unchanged when the account is removed after something was sent, because the marketplace may know of it', async () => {
    const orderId = await shipNext();
    await enter(orderId);
    await sim.fault({ effect: 'error500', operation: 'confirmShipment' });
    await confirm(orderId);
    isConnected = false;
    clock.advance(60_000);
    await confirm(orderId);
    expect(await order(orderId)).toMatchObject({ local_state: 'CONFIRMING' });
    expect((await undo(orderId)).error.reason).toBe('confirm_under_way');
  });

  it('ends when the marketplace reports the order as shipped', async () => {
    const orderId = await shipNext();
    await sql`update orders set status = 'SHIPPED' where order_id = ${orderId}`.execute(db);
    await reservations.reconcile([orderId]);
    expect(await order(orderId)).toMatchObject({ local_state: 'CONFIRMED', stage: 'SHIPPED' });
  });

  it('requires a carrier and a possible tracking number', async () => {
    const orderId = await shipNext();
    for (const body of [{ orderId }, { orderId, carrierCode: 'UPS', trackingNumber: '1' }, { orderId, carrierCode: 'Other', trackingNumber: '12345678' }]) {
      expect((await ann.post('/api/orders/confirm', body)).statusCode).toBe(400);
    }
    expect((await enter(orderId, '420972019400111899223197428490')).statusCode).toBe(200);
    expect((await order(orderId)).shipment).toMatchObject({ tracking_number: '9400111899223197428490' });
    const found = async (search: string) => (await ann.get(`/api/orders?stage=ALL&search=${encodeURIComponent(search)}`)).json().data;
    expect(await found('42097201\u001d9400111899223197428490')).toEqual([expect.objectContaining({ order_id: orderId })]);
    await ann.post('/api/orders/confirm', { orderId, carrierCode: 'Other', carrierName: 'Pigeon', trackingNumber: ' 1234 5678 ' });
    expect((await order(orderId)).shipment).toMatchObject({ carrier_code: 'Other', carrier_name: 'Pigeon', tracking_number: '12345678' });
  });
});

describe('an order in several boxes', () => {
  const OTHER = '1Z999AA10123456784';

  /** An order of several units, shipped here, and two boxes that contain them. */
  async function shipSeveral() {
    const orderId = await shipNext(several.shift());
    const units = (await order(orderId)).pieces.map(({ item_id }: { item_id: string }) => item_id) as string[];
    const [first = '', ...rest] = units;
    const box = (trackingNumber: string, items: readonly string[]) => ({
      carrierCode: 'UPS',
      trackingNumber,
      items: items.map((itemId) => ({ itemId, quantity: 1 })),
    });
    return { orderId, boxes: [box(TRACKING, [first]), box(OTHER, rest)] as const };
  }
  const enterBoxes = (orderId: string, boxes: readonly object[]) => ann.post('/api/orders/confirm', { orderId, boxes, sharesTrackingNumber: true });
  const notified = async (orderId: string) =>
    (await sim.journal())
      .filter(({ operation, path, status }) => operation === 'confirmShipment' && path.includes(orderId) && status === 204)
      .map(({ body }) => (body as { packageDetail: { packageReferenceId: string; trackingNumber: string } }).packageDetail);

  it('can be corrected to fewer boxes before Amazon is notified', async () => {
    const { orderId, boxes } = await shipSeveral();
    await enterBoxes(orderId, boxes);
    const whole = { ...boxes[1], items: undefined };
    expect((await enterBoxes(orderId, [whole])).json()).toMatchObject({ success: true });
    const { shipment } = await order(orderId);
    expect(shipment.boxes).toMatchObject([{ tracking_number: boxes[1].trackingNumber }]);
    expect((await enterBoxes(orderId, [whole])).json()).toMatchObject({ success: true });
  });

  it('requires boxes with exactly the shipped units and confirms each with its own number; weight and size are shown', async () => {
    const { orderId, boxes } = await shipSeveral();
    expect((await enterBoxes(orderId, [boxes[0]])).json().error.reason).toBe('items_do_not_match');
    expect((await enterBoxes(orderId, [boxes[0], { ...boxes[1], items: [] }])).json().error.reason).toBe('items_do_not_match');
    expect((await enterBoxes(orderId, [boxes[0], { ...boxes[1], trackingNumber: ` ${TRACKING}` }])).statusCode).toBe(400);
    expect((await enterBoxes(orderId, [{ ...boxes[0], weightPounds: 0 }, boxes[1]])).statusCode).toBe(400);
    expect((await ann.post('/api/orders/confirm', { orderId, boxes, carrierCode: 'UPS', trackingNumber: TRACKING })).statusCode).toBe(400);
    const measured = { ...boxes[0], weightPounds: 2.25, lengthInches: 12, widthInches: 8.5, heightInches: 4 };
    expect((await enterBoxes(orderId, [measured, boxes[1]])).json()).toMatchObject({ success: true });
    const { shipment } = await order(orderId);
    expect(shipment.boxes).toMatchObject([
      { tracking_number: TRACKING, weight_pounds: 2.25, length_inches: 12, width_inches: 8.5, height_inches: 4, confirmed_at: null },
      { tracking_number: OTHER, weight_pounds: null },
    ]);
    await confirm(orderId);
    const packages = shipment.boxes.map(({ package_id }: { package_id: string }) => package_id);
    expect(new Set(packages).size).toBe(2);
    expect((await notified(orderId)).map(({ packageReferenceId, trackingNumber }) => [packageReferenceId, trackingNumber])).toEqual([
      [packages[0], TRACKING],
      [packages[1], OTHER],
    ]);
    expect((await marketplace.order(orderId)).status).toBe('SHIPPED');
    expect(await order(orderId)).toMatchObject({
      local_state: 'CONFIRMED',
      shipment: { boxes: [{ confirmed_at: expect.any(String) }, { confirmed_at: expect.any(String) }] },
    });
    expect((await ann.get(`/api/orders?stage=ALL&search=${OTHER}`)).json().data.map(({ order_id }: { order_id: string }) => order_id)).toContain(orderId);
  });

  it('can be corrected to fewer boxes before it is sent', async () => {
    const { orderId, boxes } = await shipSeveral();
    await enterBoxes(orderId, boxes);
    expect((await enter(orderId, OTHER)).statusCode).toBe(200);
    expect((await order(orderId)).shipment.boxes).toMatchObject([{ tracking_number: OTHER }]);
  });

  it("of which one is refused preserves the confirmed ones: it can't be undone, and only the rest is entered again", async () => {
    const { orderId, boxes } = await shipSeveral();
    await enterBoxes(orderId, [boxes[0], { ...boxes[1], carrierCode: 'USPS', trackingNumber: 'NOT-OF-USPS' }]);
    await confirm(orderId);
    const failed = await order(orderId);
    expect(failed).toMatchObject({ local_state: 'CONFIRM_FAILED', shipment: { boxes: [{ confirmed_at: expect.any(String) }, { confirmed_at: null }] } });
    expect((await undo(orderId)).error.reason).toBe('already_confirmed');
    expect((await enterBoxes(orderId, boxes)).json().error.reason).toBe('items_do_not_match');
    const taken = await enter(orderId, ` ${TRACKING}`);
    expect([taken.statusCode, taken.json().error.reason]).toEqual([422, 'tracking_number_taken']);
    // A number without items is the box with the rest.
    expect((await enter(orderId, OTHER)).statusCode).toBe(200);
    const again = (await order(orderId)).shipment.boxes;
    expect(again.map(({ package_id }: { package_id: string }) => package_id)).toEqual(
      failed.shipment.boxes.map(({ package_id }: { package_id: string }) => package_id),
    );
    await confirm(orderId);
    expect(await order(orderId)).toMatchObject({ local_state: 'CONFIRMED' });
    expect((await notified(orderId)).map(({ trackingNumber }) => trackingNumber)).toEqual([TRACKING, OTHER]);
  });

  it('is confirmed once per box after any failure, also by another process after a crash', async () => {
    const { orderId, boxes } = await shipSeveral();
    await enterBoxes(orderId, boxes);
    const faults = ['lost', 'error500', 'reset', 'lost'] as const;
    for (const [nth, effect] of faults.entries()) {
      await sim.fault({ effect, operation: 'confirmShipment', times: 1 });
      await confirm(orderId);
      // The state after a crash between the marketplace's answer and our write.
      await sql`update order_boxes set confirmed_at = null where order_id = ${orderId} and nth > ${nth % 2}`.execute(db);
      await sql`update orders set local_state = 'CONFIRMING' where order_id = ${orderId}`.execute(db);
      await sql`update order_shipments set next_attempt_at = ${clock.now()}, confirmed_at = null where order_id = ${orderId}`.execute(db);
    }
    await sim.clearFaults();
    await confirm(orderId);
    expect(await order(orderId)).toMatchObject({ local_state: 'CONFIRMED' });
    const { packages } = await marketplace.order(orderId);
    expect(packages.map(({ trackingNumber }) => trackingNumber)).toEqual([TRACKING, OTHER]);
    expect(packages.reduce((sum, { units }) => sum + units, 0)).toBe((await order(orderId)).pieces.length);
  });
});

it('enters the tracking numbers of a file once, after a check that changes nothing, and confirms each order once', async () => {
  const [first, second] = [await shipNext(), await shipNext()];
  const rows = [
    { orderId: first, trackingNumber: '1Z12345E6605272234', carrier: '' },
    { orderId: second, trackingNumber: '1Z12345E6605272234', carrier: 'UPS' },
    { orderId: '000-0000000-0000000', trackingNumber: '1Z12345E1505270452', carrier: 'UPS' },
    { orderId: second, trackingNumber: 'ABC-12345', carrier: '' },
  ];
  const check = async () => (await ann.post('/api/orders/tracking-numbers/check', { rows })).json().map(({ result }: { result: string }) => result);
  expect(await check()).toEqual(['READY', 'READY', 'REFUSED', 'REFUSED']);
  expect(await order(first)).toMatchObject({ local_state: 'SHIPPED', shipment: null });
  const send = async () => {
    const ids = rows.slice(0, 3).map(({ orderId }) => orderId);
    return (await ann.post('/api/bulk/enter-tracking-numbers', { selection: { ids }, input: { rows: rows.slice(0, 3) } })).json();
  };
  // Two rows of one order: neither is dropped silently.
  const twice = await ann.post('/api/bulk/enter-tracking-numbers', { selection: { ids: [second] }, input: { rows: [rows[1], rows[3]] } });
  expect([twice.statusCode, twice.json().error.message]).toEqual([400, expect.stringContaining('Each order can have one row')]);
  const bulk = await send();
  expect(bulk).toMatchObject({ state: 'DONE', done: 1, refused: 2, undoable: 0 });
  expect(bulk.refused_rows).toMatchObject([{ record: second, reason: 'tracking_number_shared' }, { message: 'There is no order 000-0000000-0000000' }]);
  expect(await send()).toMatchObject({ done: 0, unchanged: 1, refused: 2 });
  await confirm(first);
  expect(await send()).toMatchObject({ done: 0, unchanged: 1, refused: 2 });
  await confirm(first);
  expect(await confirmations(first)).toEqual([204]);
  expect(await check()).toEqual(['UNCHANGED', 'REFUSED', 'REFUSED', 'REFUSED']);
});
