import { inspect } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMemorySubmissions, createTestMarketplace, TEST_LISTING, TEST_LISTINGS } from '../../../test/fixtures/test-marketplace.ts';
import { createLogger } from '../../platform/logger.ts';
import type { ListingChange } from './calls/feeds.ts';
import type { MarketplaceOrder } from './calls/order-answers.ts';
import { createMarketplace } from './marketplace.ts';

const { marketplace, sim, account } = await createTestMarketplace();
await sim.seed([TEST_LISTING, ...TEST_LISTINGS]);
beforeEach(() => sim.clearFaults());

const quantity = (sku: string, units: number): ListingChange => ({
  sku,
  patches: [{ op: 'merge', attribute: 'fulfillment_availability', value: [{ fulfillment_channel_code: 'DEFAULT', quantity: units }] }],
});

async function outcomeOf(feedId: string) {
  await sim.advance(120_000);
  const { status, reportDocumentId } = await marketplace.feedProgress(feedId);
  return { status, outcome: reportDocumentId === undefined ? undefined : await marketplace.feedOutcome(reportDocumentId) };
}

async function rowsOf(request: Parameters<typeof marketplace.requestReport>[0]) {
  const { reportId } = await marketplace.requestReport(request);
  await sim.advance(120_000);
  const { status, documentId } = await marketplace.reportProgress(reportId);
  const skus: string[] = [];
  if (documentId !== undefined) for await (const { get } of marketplace.reportRows(documentId)) skus.push(get('seller-sku'));
  return { reportId, status, skus };
}

describe('with a healthy marketplace', () => {
  it('reads and changes a listing with any characters in its SKU', async () => {
    expect(await marketplace.listing(TEST_LISTING.sku)).toMatchObject({ asin: 'B000KETTLE', price: '29.99', channels: [{ channel: 'DEFAULT', quantity: 4 }] });
    await marketplace.patchListing(TEST_LISTING.sku, quantity(TEST_LISTING.sku, 7).patches);
    await sim.advance(4_000);
    expect((await marketplace.listing(TEST_LISTING.sku)).channels).toEqual([{ channel: 'DEFAULT', quantity: 7 }]);
    const patches = [{ op: 'replace' as const, attribute: 'purchasable_offer', value: [{ our_price: [{ schedule: [{ value_with_tax: 0 }] }] }] }];
    await expect(marketplace.patchListing(TEST_LISTING.sku, patches)).rejects.toMatchObject({ kind: 'refused', message: expect.stringContaining('our_price') });
  });

  it('finds listings by FNSKU and by ASIN', async () => {
    expect((await marketplace.findListings('FNSKU', ['X00TEST001', 'X00TEST002'])).map(({ sku }) => sku)).toEqual(['SKU-1', 'SKU-2']);
    expect((await marketplace.findListings('ASIN', ['B0TEST0000'])).map(({ sku }) => sku)).toEqual(['SKU-0', 'SKU-1']);
  });

  it('submits a feed and reads the result of each message', async () => {
    const { status, outcome } = await outcomeOf(await marketplace.submitFeed('test 1', [quantity('SKU-1', 0), quantity('NOTHING', 1)]));
    expect(status).toBe('DONE');
    expect(outcome).toMatchObject({ processed: 2, accepted: 1, invalid: 1, issues: [{ messageIndex: 1, isError: true }] });
  });

  it('reads a report, and reads the previous one again instead of requesting it too soon', async () => {
    const first = await rowsOf({ report: 'fbaInventory' });
    expect(first.status).toBe('DONE');
    expect((await rowsOf({ report: 'fbaInventory' })).reportId).toBe(first.reportId);
    const listings = await rowsOf({ report: 'listings' });
    expect(listings.skus).toHaveLength(101);
    expect((await rowsOf({ report: 'listings' })).reportId).not.toBe(listings.reportId);
  });

  it('reads products, offers and fees', async () => {
    const [item] = await marketplace.catalogItems(['B0TEST0001']);
    expect(item).toMatchObject({ title: 'Product 1 – Crème™', gtins: ['036000291452'], imageUrl: expect.stringContaining('_SL500_') });
    const offers = await marketplace.offersFor(['B0TEST0001', 'B0UNKNOWN1'], 'New');
    expect(offers.map(({ result }) => result)).toEqual(['offers', 'unknown']);
    const prices = await marketplace.competitivePrices(['B0TEST0001', 'B0TEST0002', 'B0UNKNOWN1']);
    expect(prices.map(({ asin }) => asin)).toEqual(['B0TEST0001', 'B0TEST0002', 'B0UNKNOWN1']);
    expect(prices[2]?.priceCents).toBeUndefined();
    const fees = await marketplace.estimateFees('B0TEST0001', 2_000);
    expect(fees?.totalCents).toBe((fees?.fulfilmentCents ?? 0) + (fees?.referralCents ?? 0));
    expect(await marketplace.estimateFees('B0TEST0001', 0)).toBeUndefined();
  });

  it('reads orders page by page and confirms a shipment', async () => {
    const orders: MarketplaceOrder[] = [];
    const since = new Date(Date.now() - 40 * 86_400_000);
    let token: string | undefined;
    do {
      const page = await marketplace.orderPage(since, token);
      orders.push(...page.orders);
      token = page.nextToken;
    } while (token !== undefined);
    expect(orders.length).toBeGreaterThan(50);
    const order = orders.find(({ status }) => status === 'UNSHIPPED');
    const items = order?.items.map(({ itemId, quantity: units }) => ({ itemId, quantity: units })) ?? [];
    await marketplace.confirmShipment(order?.orderId ?? '', {
      packageId: '1',
      otherPackageIds: [],
      carrierCode: 'UPS',
      trackingNumber: '1Z',
      shippedAt: new Date(),
      items,
    });
    expect((await marketplace.order(order?.orderId ?? '')).status).toBe('SHIPPED');
  });
});

describe('with a failing marketplace', () => {
  it.each(['throttle', 'error500', 'error503', 'reset', 'truncate', 'lost'])('retries after the fault %s', async (effect) => {
    await sim.fault({ effect, operation: 'getListingsItem', times: 2 });
    expect((await marketplace.listing('SKU-1')).sku).toBe('SKU-1');
  });

  it('renews a refused token once', async () => {
    await sim.fault({ effect: 'expired-token', operation: 'getListingsItem', times: 1 });
    expect((await marketplace.listing('SKU-1')).sku).toBe('SKU-1');
    await sim.fault({ effect: 'expired-token', operation: 'getListingsItem' });
    await expect(marketplace.listing('SKU-1')).rejects.toMatchObject({ kind: 'unauthorized' });
  });

  it('renews a refused token once for concurrent calls', async () => {
    const fresh = createMarketplace({ account, logger: createLogger('silent'), submissions: createMemorySubmissions(), sleep: async () => {} });
    await fresh.listing('SKU-1');
    const asked = async () => (await sim.journal()).filter(({ operation }) => operation === 'lwaToken').length;
    const before = await asked();
    await sim.fault({ effect: 'expired-token', operation: 'getListingsItem', times: 2 });
    await Promise.all(Array.from({ length: 2 }, () => fresh.listing('SKU-1')));
    expect(await asked()).toBe(before + 1);
  });

  it('requests one token for concurrent calls', async () => {
    const fresh = createMarketplace({ account, logger: createLogger('silent'), submissions: createMemorySubmissions() });
    const before = (await sim.journal()).filter(({ operation }) => operation === 'lwaToken').length;
    await Promise.all(Array.from({ length: 8 }, () => fresh.listing('SKU-1')));
    expect((await sim.journal()).filter(({ operation }) => operation === 'lwaToken')).toHaveLength(before + 1);
  });

  it('reports rejected credentials without secrets', async () => {
    const fresh = createMarketplace({ account, logger: createLogger('silent'), submissions: createMemorySubmissions() });
    await sim.fault({ effect: 'invalid_grant', operation: 'lwaToken' });
    const error = await fresh.listing('SKU-1').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: 'unauthorized', message: expect.stringContaining('invalid_grant') });
    expect(inspect(error, { depth: 10 })).not.toMatch(/Atz[ar]\||oa2-cs/);
  });

  it('keeps the token out of every error', async () => {
    await sim.fault({ effect: 'error500', operation: 'getListingsItem' });
    const error = await marketplace.listing('SKU-1').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: 'unavailable', status: 500, requestId: expect.any(String) });
    expect(inspect(error, { depth: 10 }) + JSON.stringify(error)).not.toMatch(/Atz[ar]\||oa2-cs|x-amz-access-token/);
  });

  it.each(['lost', 'truncate', 'reset', 'error500', 'throttle'])('submits a feed once when createFeed fails with %s', async (effect) => {
    const feeds = async () => (await sim.journal()).filter(({ operation, status }) => operation === 'createFeed' && status === 202).length;
    const before = await feeds();
    await sim.fault({ effect, operation: 'createFeed', times: 2 });
    const { outcome } = await outcomeOf(await marketplace.submitFeed(`lost ${effect}`, [quantity('SKU-2', 3)]));
    expect(outcome?.accepted).toBe(1);
    expect((await feeds()) - before).toBe(1);
  });

  it.each(['lost', 'reset'])('submits a feed once when the process ends after createFeed failed with %s', async (effect) => {
    const submissions = createMemorySubmissions();
    const submit = (key: string, process = createMarketplace({ account, logger: createLogger('silent'), sleep: async () => {}, submissions })) =>
      process.submitFeed(key, [quantity('SKU-4', 3)]);
    const made = async () =>
      (await sim.journal()).flatMap(({ operation, answer }) => (operation === 'createFeed' ? ((answer as { feedId?: string })?.feedId ?? []) : []));
    const before = await made();
    // The lookup fails too, so that this process gives up without knowing the result.
    await sim.fault({ effect, operation: 'createFeed' });
    await sim.fault({ effect: 'error500', operation: 'getFeeds', skip: 1 });
    await expect(submit('first')).rejects.toMatchObject({ kind: 'unavailable' });
    await sim.clearFaults();
    // Another feed is submitted before the first is resumed: they are distinguished.
    const second = await submit('second');
    const first = await submit('first');
    expect((await made()).slice(before.length).toSorted()).toEqual([first, second].toSorted());
    expect(first).not.toBe(second);
    expect(await submit('first')).toBe(first);
  });

  it.each(['lost', 'reset'])('confirms a shipment once when the process ends after confirmShipment failed with %s', async (effect) => {
    const { orders } = await marketplace.orderPage(new Date(Date.now() - 4 * 86_400_000));
    const order = orders.find(({ status }) => status === 'UNSHIPPED') as MarketplaceOrder;
    const items = order.items.map(({ itemId, quantity: units }) => ({ itemId, quantity: units }));
    const shipment = { packageId: '7', otherPackageIds: [], carrierCode: 'UPS', trackingNumber: `1Z ${effect}`, shippedAt: new Date(), items };
    const confirm = () =>
      createMarketplace({ account, logger: createLogger('silent'), sleep: async () => {}, submissions: createMemorySubmissions() }).confirmShipment(
        order.orderId,
        shipment,
      );
    const heard = async () => (await sim.journal()).filter(({ operation, status }) => operation === 'confirmShipment' && status === 204).length;
    const before = await heard();
    await sim.fault({ effect, operation: 'confirmShipment' });
    // The lookup fails too, so that this process gives up without knowing the result.
    await sim.fault({ effect: 'error500', operation: 'getOrder', skip: 1 });
    await expect(confirm()).rejects.toMatchObject({ kind: 'unavailable' });
    await sim.clearFaults();
    await confirm();
    await confirm();
    expect((await heard()) - before).toBe(1);
    expect((await marketplace.order(order.orderId)).status).toBe('SHIPPED');
  });

  it('waits when stopped only for the answer of a call that must not be repeated', async () => {
    // Its pauses are as long as in production.
    const real = createMarketplace({ account, logger: createLogger('silent'), submissions: createMemorySubmissions() });
    const stopping = new AbortController();
    const stopped = real.until(stopping.signal);
    const reason = new Error('It stops');
    await sim.fault({ effect: 'throttle', operation: 'getReport' });
    await sim.fault({ effect: 'throttle', operation: 'searchOrders' });
    await sim.fault({ effect: 'slow', operation: 'getListingsItem' });
    await sim.fault({ effect: 'slow', operation: 'createReport' });
    const outcomes = Promise.allSettled([
      stopped.reportProgress('1'),
      stopped.orderPage(new Date()),
      stopped.listing('SKU-1'),
      stopped.requestReport({ report: 'removalOrders' }),
    ]);
    await expect.poll(async () => new Set((await sim.journal()).slice(-8).map(({ operation }) => operation)).has('createReport')).toBe(true);
    stopping.abort(reason);
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled']);
    for (const outcome of (await outcomes).slice(0, 3)) expect(outcome).toMatchObject({ reason });
    await expect(stopped.listing('SKU-1')).rejects.toBe(reason);
    await sim.clearFaults();
    expect((await real.listing('SKU-1')).sku).toBe('SKU-1');
  });

  it('requests a new link when one has expired', async () => {
    await sim.fault({ effect: 'expired-url', times: 2 });
    const { outcome } = await outcomeOf(await marketplace.submitFeed('test 3', [quantity('SKU-3', 3)]));
    expect(outcome?.accepted).toBe(1);
    await sim.fault({ effect: 'expired-url', operation: 'getReportDocument', times: 1 });
    expect((await rowsOf({ report: 'listings' })).skus).toHaveLength(101);
  });

  it('has the right result once when a fifth of all calls fail', async () => {
    const shares = [
      ['throttle', 0.05],
      ['error500', 0.05],
      ['reset', 0.05],
      ['lost', 0.03],
      ['truncate', 0.02],
    ] as const;
    for (const [index, [effect, probability]] of shares.entries()) await sim.fault({ effect, probability, seed: 11 + index });
    const feeds = new Set<string>();
    for (let round = 1; round <= 12; round++)
      feeds.add(
        await marketplace.submitFeed(
          `round ${round}`,
          TEST_LISTINGS.slice(0, 40).map(({ sku }) => quantity(sku, round)),
        ),
      );
    expect(feeds.size).toBe(12);
    await sim.advance(600_000);
    for (const feedId of feeds) expect((await outcomeOf(feedId)).outcome).toMatchObject({ processed: 40, accepted: 40 });
    await sim.advance(4_000);
    for (const { sku } of TEST_LISTINGS.slice(0, 20))
      expect((await marketplace.listing(sku)).channels.find(({ channel }) => channel === 'DEFAULT')?.quantity).toBe(12);
    const before = (await sim.journal()).filter(({ operation, status }) => operation === 'createFeed' && status === 202).length;
    expect(before).toBeGreaterThanOrEqual(12);
    expect((await rowsOf({ report: 'listings' })).skus).toHaveLength(101);
  });

  it('finds a feed whose answer was lost behind a hundred later ones', async () => {
    const submissions = createMemorySubmissions();
    const start = () => createMarketplace({ account, logger: createLogger('silent'), sleep: async () => {}, submissions });
    await sim.fault({ effect: 'lost', operation: 'createFeed' });
    await sim.fault({ effect: 'error500', operation: 'getFeeds', skip: 1 });
    await expect(start().submitFeed('old', [quantity('SKU-6', 1)])).rejects.toMatchObject({ kind: 'unavailable' });
    await sim.clearFaults();
    const process = start();
    const later = new Set<string>();
    for (let nth = 0; nth < 101; nth++) later.add(await process.submitFeed(`later ${nth}`, [quantity('SKU-6', nth)]));
    const made = async () => (await sim.journal()).filter(({ operation, status }) => operation === 'createFeed' && status === 202).length;
    const before = await made();
    expect(later.has(await process.submitFeed('old', [quantity('SKU-6', 1)]))).toBe(false);
    expect(await made()).toBe(before);
  });

  it('finds a recently requested report behind a hundred later ones', async () => {
    const from = Date.now() - 200 * 86_400_000;
    const ask = async (nth: number) => {
      const window = { from: new Date(from + nth * 86_400_000), to: new Date(from + (nth + 1) * 86_400_000) };
      return (await marketplace.requestReport({ report: 'removalShipments', window })).reportId;
    };
    const asked: string[] = [];
    for (let nth = 0; nth <= 101; nth++) asked.push(await ask(nth));
    expect(new Set(asked).size).toBe(102);
    expect(await ask(0)).toBe(asked[0]);
  });
});

it('never sends the access token to a document', async () => {
  const documents = (await sim.journal()).filter(({ operation }) => operation === 'putDocument' || operation === 'getDocument');
  expect(documents.length).toBeGreaterThan(5);
  expect(documents.filter(({ hasToken }) => hasToken)).toEqual([]);
});

it('reports the health of each operation', () => {
  const health = marketplace.health().find(({ operation }) => operation === 'getListingsItem');
  expect(health).toMatchObject({ api: 'Listings', lastSuccessAt: expect.any(Date), lastErrorAt: expect.any(Date), lastError: expect.any(String) });
});
