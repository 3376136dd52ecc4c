import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { startTestEvents } from '../../../test/fixtures/test-events.ts';
import { hurry, runJob } from '../../../test/fixtures/test-jobs.ts';
import { createTestMarketplace, TEST_LISTINGS } from '../../../test/fixtures/test-marketplace.ts';
import { createTestApp } from '../../../test/test-app.ts';
import type { Marketplace } from '../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../integrations/marketplace/marketplace-error.ts';

const MINUTE_MS = 60_000;
const startedAt = new Date();

const simulated = await createTestMarketplace();
const { account, marketplace, sim } = simulated;
await sim.seed(TEST_LISTINGS);
const app = await createTestApp({ account });
const { db } = app;
const admin = await app.signIn('ROLE_ADMIN');
const person = await app.signIn();
/** Amazon fails for every call with this SKU. */
let failing = '';
/** Happens once, after Amazon answered the call that reads listings, and before the answer is stored. */
let meanwhile: (() => Promise<void>) | undefined;
const failingFor = (found: Marketplace): Marketplace => ({
  ...found,
  until: (...options) => failingFor(found.until(...options)),
  listingsOf: async (skus) => {
    if (skus.includes(failing)) throw new MarketplaceError('Internal failure', { kind: 'unavailable', operation: 'searchListingsItems' });
    const listings = await found.listingsOf(skus);
    const happens = meanwhile;
    meanwhile = undefined;
    await happens?.();
    return listings;
  },
});
const through = { ...simulated, marketplace: failingFor(marketplace) };
const processes = [await startTestEvents(app, through), await startTestEvents(app, through)];
afterEach(() => sim.clearFaults());

const state = async () => (await admin.get('/api/marketplace/events')).json();
const typeState = async (type: string) => (await state()).types.find((row: { type: string }) => row.type === type);
const orderCount = async () => Number((await sql<{ n: number }>`select count(*) as n from orders`.execute(db)).rows[0]?.n);
const listing = (sku: string) =>
  db.selectFrom('marketplace_listings').select(['quantity', 'status', 'quantity_source']).where('seller_sku', '=', sku).executeTakeFirst();
const quantityPatch = (quantity: number) => [
  { op: 'merge' as const, attribute: 'fulfillment_availability', value: [{ fulfillment_channel_code: 'DEFAULT', quantity }] },
];
const message = (type: string, payload: object, id: string = crypto.randomUUID(), at = new Date()) =>
  JSON.stringify({
    NotificationVersion: '1.0',
    NotificationType: type,
    PayloadVersion: '1.0',
    EventTime: at.toISOString(),
    Payload: payload,
    NotificationMetadata: { ApplicationId: 'a', SubscriptionId: 's', PublishTime: at.toISOString(), NotificationId: id },
  });
const listingMessage = (sku: string, id?: string, at?: Date) =>
  message('LISTINGS_ITEM_MFN_QUANTITY_CHANGE', { SellerId: account.sellerId, FulfillmentChannelCode: 'DEFAULT', Sku: sku, Quantity: 1 }, id, at);
const callsOf = async (operation: string) => (await sim.journal()).filter((call) => call.operation === operation).length;

it('subscribes to every type, checks the subscriptions and says what is missing', async () => {
  expect((await admin.post('/api/marketplace/events/check')).json()).toMatchObject({ success: false, message: expect.stringContaining('0 of 9') });
  expect(await typeState('ORDER_CHANGE')).toMatchObject({ state: 'MISSING', received: 0 });
  await sim.fault({ effect: 'expired-token', operation: 'createSubscription', skip: 2, times: 2 });
  expect((await admin.post('/api/marketplace/events/subscribe')).json()).toMatchObject({ success: false, message: expect.stringContaining('8 of 9') });
  expect((await state()).types.filter((row: { state: string }) => row.state === 'REFUSED')).toMatchObject([
    { type: 'PRICING_HEALTH', reason: expect.stringContaining('Add the role Pricing') },
  ]);
  await admin.post('/api/marketplace/events/subscribe');
  expect((await admin.post('/api/marketplace/events/check')).json()).toEqual({ success: true, message: 'Amazon sends all 9 types of events to the queue' });
  const { queue } = await state();
  expect(queue).toMatchObject({ source: 'SIMULATOR', arn: 'arn:aws:sqs:us-east-1:000000000000:stowage', waiting: 0, last_error: null });
  const entries = await db.selectFrom('audit_entries').select('after').where('action', '=', 'SUBSCRIBED').execute();
  expect(entries).toHaveLength(2);
});

it('requires the permission of the connection', async () => {
  expect((await person.get('/api/marketplace/events')).statusCode).toBe(403);
  for (const call of ['check', 'subscribe', 'retry']) expect((await person.post(`/api/marketplace/events/${call}`)).statusCode).toBe(403);
});

it('imports changed orders without polling, once for duplicates, and in any order', async () => {
  for (const { receive } of processes) receive();
  const since = new Date();
  await sim.fault({ effect: 'duplicate', operation: 'sendEvent' });
  await sim.fault({ effect: 'delay', operation: 'sendEvent', probability: 0.3, seed: 2 });
  for (let hour = 0; hour < 24; hour++) await sim.advance(60 * MINUTE_MS);
  const { orders } = await marketplace.orderPage(since);
  expect(orders.length).toBeGreaterThan(5);
  const expected = orders.map(({ orderId, status }) => ({ order_id: orderId, status })).toSorted((a, b) => a.order_id.localeCompare(b.order_id));
  await sim.advance(MINUTE_MS);
  await expect.poll(() => db.selectFrom('orders').select(['order_id', 'status']).orderBy('order_id').execute()).toEqual(expected);
  await expect.poll(async () => (await typeState('ORDER_CHANGE')).duplicates).toBeGreaterThanOrEqual(orders.length);
  expect(await typeState('ORDER_CHANGE')).toMatchObject({ last_received_at: expect.any(String), failed: 0 });
  expect(await db.selectFrom('job_runs').select('id').where('kind', '=', 'import-orders').execute()).toEqual([]);
});

it('continues an import as soon as its report is finished', async () => {
  const { id } = (await admin.post('/api/jobs', { kind: 'import-listings' })).json();
  await expect.poll(async () => (await admin.get(`/api/jobs/${id}`)).json().state).toBe('WAITING');
  await sim.advance(MINUTE_MS);
  // The next poll would be fifteen seconds later.
  await expect.poll(async () => (await admin.get(`/api/jobs/${id}`)).json().state, { timeout: 8_000, interval: 30 }).toBe('DONE');
});

it('reads a changed listing and changed offers again', async () => {
  await marketplace.patchListing('SKU-2', quantityPatch(0));
  await sim.advance(4_000);
  await expect.poll(() => listing('SKU-2')).toEqual({ quantity: 0, status: 'Inactive', quantity_source: 'READ' });
  // Teaches the client the simulator's rate limit.
  await marketplace.offersFor(['B0TEST0001'], 'New');
  const pricesOf = async () =>
    (await db.selectFrom('competitor_offers').select('price').where('is_own', '=', false).execute()).map(({ price }) => Number(price));
  for (const { asin } of TEST_LISTINGS.slice(0, 8)) await sim.compete(asin, 1);
  await expect.poll(async () => (await pricesOf()).length).toBeGreaterThan(0);
  await expect.poll(async () => (await state()).unread_changes).toBe(0);
  const highest = Math.max(...(await pricesOf()));
  for (const { asin } of TEST_LISTINGS.slice(0, 8)) await sim.compete(asin, 3);
  await expect.poll(async () => Math.max(...(await pricesOf()))).toBeGreaterThan(highest);
});

it('knows at once that a listing was deleted, and that it is there again', async () => {
  const gone = async () =>
    (await db.selectFrom('marketplace_listings').select(['gone_at', 'status_source']).where('seller_sku', '=', 'SKU-9').executeTakeFirstOrThrow()).gone_at;
  expect(await gone()).toBeNull();
  await sim.deleteListing('SKU-9');
  await expect.poll(gone).not.toBeNull();
  await sim.seed(TEST_LISTINGS.filter(({ sku }) => sku === 'SKU-9'));
  await sim.sendMessage(listingMessage('SKU-9'));
  await expect.poll(gone).toBeNull();
});

it('ignores an event that is older than a received one of the record', async () => {
  const before = await callsOf('searchListingsItems');
  const outdated = (await typeState('LISTINGS_ITEM_MFN_QUANTITY_CHANGE')).outdated;
  await sim.sendMessage(listingMessage('SKU-3', 'newer', new Date(Date.now() + 1_000)));
  await expect.poll(() => callsOf('searchListingsItems')).toBe(before + 1);
  await sim.sendMessage(listingMessage('SKU-3', 'older', new Date()));
  await expect.poll(async () => (await typeState('LISTINGS_ITEM_MFN_QUANTITY_CHANGE')).outdated).toBe(outdated + 1);
  expect(await callsOf('searchListingsItems')).toBe(before + 1);
});

it('reads new offers whose event is older than a received one about used offers of the same product', async () => {
  const offersMessage = (ItemCondition: string, at: Date) => {
    const trigger = { MarketplaceId: account.marketplaceId, ASIN: 'B0TEST0009', ItemCondition, TimeOfOfferChange: at.toISOString() };
    const payload = { AnyOfferChangedNotification: { SellerId: account.sellerId, OfferChangeTrigger: trigger } };
    return message('ANY_OFFER_CHANGED', payload, crypto.randomUUID(), at);
  };
  const before = await callsOf('getItemOffersBatch');
  await sim.sendMessage(offersMessage('Used', new Date(Date.now() + 1_000)));
  await expect.poll(() => callsOf('getItemOffersBatch')).toBe(before + 1);
  await sim.sendMessage(offersMessage('New', new Date()));
  await expect.poll(() => callsOf('getItemOffersBatch')).toBe(before + 2);
});

it('reads a listing again that changed while it was read, also at the same time by Amazon’s clock', async () => {
  const received = async () => (await typeState('LISTINGS_ITEM_MFN_QUANTITY_CHANGE')).received;
  const [before, calls, at] = [await received(), await callsOf('searchListingsItems'), new Date()];
  meanwhile = async () => {
    await sim.sendMessage(listingMessage('SKU-13', 'changed while it is read', at));
    await expect.poll(received).toBe(before + 2);
  };
  await sim.sendMessage(listingMessage('SKU-13', 'is read', at));
  await expect.poll(() => callsOf('searchListingsItems')).toBe(calls + 2);
});

it('stores unreadable messages with their error, and processes the others', async () => {
  const unread = (await typeState('FBA_OUTBOUND_SHIPMENT_STATUS')).unread;
  await sim.sendMessage('not JSON');
  await sim.sendMessage(message('ORDER_CHANGE', { OrderChangeNotification: { SellerId: account.sellerId } }));
  await sim.sendMessage(message('FBA_OUTBOUND_SHIPMENT_STATUS', { Anything: { At: 'all' } }));
  await sim.sendMessage(message('ORDER_CHANGE', { OrderChangeNotification: null }).replace('ORDER_CHANGE', 'NEVER_HEARD_OF'));
  await expect.poll(async () => (await typeState('NEVER_HEARD_OF'))?.unread).toBe(1);
  await expect.poll(async () => (await typeState('FBA_OUTBOUND_SHIPMENT_STATUS')).unread).toBe(unread + 1);
  const { failed_count, failed } = await state();
  expect(failed_count).toBe(2);
  expect(failed.map(({ type, error }: { type: string; error: string }) => `${type}: ${error}`).toSorted()).toEqual([
    expect.stringMatching(/^ORDER_CHANGE: .*amazonOrderId/),
    'UNKNOWN: The message is not JSON',
  ]);
  expect((await admin.post('/api/marketplace/events/retry')).json()).toEqual({ success: false, message: '0 events were processed, 2 still fail' });
  await sql`update marketplace_failed_events set body = ${listingMessage('SKU-4')}`.execute(db);
  expect((await admin.post('/api/marketplace/events/retry')).json()).toEqual({ success: true, message: '2 events were processed' });
  expect((await state()).failed).toEqual([]);
});

it('reads other records while one goes on failing, which becomes a failed event in the end', async () => {
  const reads = () => db.selectFrom('marketplace_reads').select(['subject', 'failures', 'error']).execute();
  failing = 'SKU-11';
  await sim.sendMessage(listingMessage('SKU-11'));
  await expect.poll(async () => (await reads())[0]?.failures).toBeGreaterThan(0);
  await marketplace.patchListing('SKU-12', quantityPatch(0));
  await sim.advance(4_000);
  await expect.poll(() => listing('SKU-12')).toMatchObject({ quantity: 0, quantity_source: 'READ' });
  await expect.poll(reads).toMatchObject([{ subject: 'SKU-11', error: 'Internal failure' }]);
  await sql`update marketplace_reads set failures = 13, next_at = now()`.execute(db);
  await hurry(app);
  await expect.poll(async () => (await state()).failed).toMatchObject([{ type: 'READ_LISTING', error: 'Internal failure' }]);
  failing = '';
  expect((await admin.post('/api/marketplace/events/retry')).json()).toEqual({ success: true, message: '1 events were processed' });
  await expect.poll(async () => [await reads(), (await state()).failed]).toEqual([[], []]);
});

it('processes a message once when its deletion fails', async () => {
  const { duplicates } = await typeState('LISTINGS_ITEM_MFN_QUANTITY_CHANGE');
  await sim.fault({ effect: 'error500', operation: 'DeleteMessageBatch', times: 1 });
  await sim.sendMessage(listingMessage('SKU-6', 'not deleted'));
  await expect.poll(async () => (await state()).queue.last_error).toContain('The queue does not answer');
  await sim.advance(2 * MINUTE_MS);
  await expect.poll(async () => (await typeState('LISTINGS_ITEM_MFN_QUANTITY_CHANGE')).duplicates).toBe(duplicates + 1);
});

it('polls orders once an hour while their events arrive, and every time when none came for an hour', async () => {
  const isDue = () => processes[0]?.isDue('import-orders');
  expect(await isDue()).toBe(true);
  await sql`insert into job_runs (kind, key, state, finished_at) values ('import-orders', 'a moment ago', 'DONE', now())`.execute(db);
  // A receiver that opens the simulator's queue again, after a failure, subscribes again first.
  await expect.poll(isDue).toBe(false);
  await expect.poll(async () => (await state()).is_polling_slowly).toBe(true);
  await sql`update marketplace_event_counts set last_received_at = now() - interval '61 minutes'`.execute(db);
  expect(await isDue()).toBe(true);
  await sql`update marketplace_event_counts set last_received_at = now()`.execute(db);
  await sql`update job_runs set created_at = now() - interval '1 hour' where kind = 'import-orders'`.execute(db);
  expect(await isDue()).toBe(true);
  await sql`update job_runs set created_at = now() where kind = 'import-orders'`.execute(db);
  await expect.poll(isDue).toBe(false);
  await sql`update job_runs set state = 'FAILED' where kind = 'import-orders'`.execute(db);
  expect(await isDue()).toBe(true);
});

/** How many orders of the marketplace are not here. */
const missing = async () => {
  const here = (await db.selectFrom('orders').select('order_id').execute()).map(({ order_id }) => order_id);
  return (await marketplace.orderPage(startedAt)).orders.filter(({ orderId }) => !here.includes(orderId)).length;
};

it('misses nothing while the queue is down for an hour', async () => {
  await sim.fault({ effect: 'error503', operation: 'ReceiveMessage' });
  await sim.sendMessage(listingMessage('SKU-7', 'wakes the receivers'));
  const before = await orderCount();
  await marketplace.patchListing('SKU-8', quantityPatch(0));
  await sim.advance(24 * 60 * MINUTE_MS);
  await expect.poll(async () => (await state()).queue.last_error).toContain('InternalError');
  expect(await orderCount()).toBe(before);
  expect(await missing()).toBeGreaterThan(0);
  await sql`update marketplace_queue_state set last_answer_at = now() - interval '1 hour'`.execute(db);
  expect(await processes[0]?.isDue('import-orders')).toBe(true);
  await sim.clearFaults();
  await expect.poll(missing).toBe(0);
  await expect.poll(() => listing('SKU-8')).toMatchObject({ quantity: 0, status: 'Inactive' });
});

it('brings the orders whose messages were lost with the next import, which is due after an hour without messages', async () => {
  await sim.fault({ effect: 'drop', operation: 'sendEvent' });
  await sim.advance(24 * 60 * MINUTE_MS);
  await sql`update marketplace_event_counts set last_received_at = now() - interval '61 minutes'`.execute(db);
  expect(await processes[0]?.isDue('import-orders')).toBe(true);
  expect(await missing()).toBeGreaterThan(0);
  expect(await runJob(app, admin, { kind: 'import-orders', sim })).toMatchObject({ state: 'DONE' });
  expect(await missing()).toBe(0);
});
