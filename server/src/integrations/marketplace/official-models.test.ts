import { beforeAll, describe, expect, it } from 'vitest';
import { createTestMarketplace, type JournalEntry, TEST_LISTING, TEST_LISTINGS } from '../../../test/fixtures/test-marketplace.ts';
import { hasOfficialModels, type OfficialOperation, readOfficialOperations } from '../../../test/official-models.ts';
import type { Account } from './account.ts';
import { createAccessTokens } from './transport/access-token.ts';
import { OPERATIONS } from './transport/operations.ts';

/** Operations that the simulator offers to developers and our client doesn't use. */
const ONLY_SERVED = [
  'deleteSubscriptionById',
  'cancelFeed',
  'cancelReport',
  'getCatalogItem',
  'getInventorySummaries',
  'putListingsItem',
  'deleteListingsItem',
];

if (!hasOfficialModels) console.warn('Skipped: the official models are not in ../shared/sp-api-models beside the checkout');

describe.skipIf(!hasOfficialModels)('against the official models', () => {
  const official: Map<string, OfficialOperation> = hasOfficialModels ? readOfficialOperations() : new Map();
  const calls: JournalEntry[] = [];

  beforeAll(async () => {
    const { marketplace, sim, account } = await createTestMarketplace();
    await sim.seed([TEST_LISTING, ...TEST_LISTINGS]);
    const patches = [{ op: 'merge' as const, attribute: 'fulfillment_availability', value: [{ fulfillment_channel_code: 'DEFAULT', quantity: 1 }] }];
    const feedId = await marketplace.submitFeed('test', [{ sku: 'SKU-1', patches }]);
    for (const report of ['removalShipments', 'customerReturns', 'reimbursements', 'shipmentSales', 'removalOrders'] as const) {
      await marketplace.requestReport({ report, window: { from: new Date(Date.now() - 30 * 86_400_000), to: new Date() } });
    }
    const { reportId } = await marketplace.requestReport({ report: 'listings' });
    await sim.advance(120_000);
    const { reportDocumentId } = await marketplace.feedProgress(feedId);
    await marketplace.feedOutcome(reportDocumentId ?? '');
    const { documentId } = await marketplace.reportProgress(reportId);
    for await (const row of marketplace.reportRows(documentId ?? '')) row.get('seller-sku');
    await marketplace.patchListing(TEST_LISTING.sku, patches, { isPreview: true });
    await marketplace.listing(TEST_LISTING.sku);
    await marketplace.findListings('FNSKU', ['X00TEST001']);
    await marketplace.catalogItems(['B0TEST0001']);
    await marketplace.findCatalogItems({ type: 'UPC', code: '036000291452' });
    for (const condition of ['New', 'Used'] as const) await marketplace.offersFor(['B0TEST0001', 'B0TEST0002', 'B0UNKNOWN1'], condition);
    await marketplace.competitivePrices(['B0TEST0001', 'B0UNKNOWN1']);
    await marketplace.estimateFees('B0TEST0001', 1_999);
    await marketplace.estimateFees('B0UNKNOWN1', 1_999);
    const question = { sku: 'SKU-1', asin: 'B0TEST0001', priceCents: 1_999, isFba: false };
    await marketplace.feesFor([question, { ...question, sku: 'SKU-2', asin: 'B0UNKNOWN1' }]);
    const { orders } = await marketplace.orderPage(new Date(Date.now() - 4 * 86_400_000));
    const order = orders.find(({ status }) => status === 'UNSHIPPED');
    const items = order?.items.map(({ itemId, quantity }) => ({ itemId, quantity })) ?? [];
    const shipment = { packageId: '1', otherPackageIds: [], carrierCode: 'UPS', trackingNumber: '1Z', shippedAt: new Date(), items };
    // The second attempt first looks for the package, and finds it.
    for (let times = 0; times < 2; times++) await marketplace.confirmShipment(order?.orderId ?? '', shipment);
    const destinationId = await marketplace.createDestination('stowage', 'arn:aws:sqs:us-east-1:000000000000:stowage');
    await marketplace.destinations();
    await marketplace.subscribe('ANY_OFFER_CHANGED', { destinationId, payloadVersion: '1.0' });
    const subscription = await marketplace.subscription('ANY_OFFER_CHANGED');
    await callWhatOnlyTheSimulatorServes(account, {
      subscriptionId: subscription?.subscriptionId ?? '',
      feedId: await marketplace.submitFeed('cancelled', [{ sku: 'SKU-1', patches }]),
      reportId: (await marketplace.requestReport({ report: 'fbaInventory' })).reportId,
    });
    calls.push(...(await sim.journal()).filter(({ operation }) => official.has(operation)));
  });

  it('calls every operation', () => {
    const called = new Set(calls.map(({ operation }) => operation));
    expect([...Object.keys(OPERATIONS), ...ONLY_SERVED].filter((operation) => !called.has(operation))).toEqual([]);
  });

  it('sends valid requests', () => {
    const found = calls.flatMap((call) => requestProblems(call).map((problem) => `${call.operation}: ${problem}`));
    expect([...new Set(found)]).toEqual([]);
  });

  it('gets valid answers from the simulator', () => {
    const found = calls.flatMap(({ operation, status, answer }) =>
      (official.get(operation)?.responseProblems(status ?? 0, answer) ?? []).map((problem) => `${operation} ${status}: ${problem}`),
    );
    expect([...new Set(found)]).toEqual([]);
  });

  it('uses the official rate limits', () => {
    for (const [operation, { rate, burst }] of Object.entries(OPERATIONS)) {
      if (operation === 'createFeed') continue;
      expect({ operation, rate, burst }).toEqual({ operation, ...official.get(operation)?.plan });
    }
  });

  function requestProblems({ operation, path, query, body }: JournalEntry): string[] {
    const model = official.get(operation);
    if (model === undefined) return ['there is no such operation'];
    const sent = new URLSearchParams(query);
    const known = new Map(model.parameters.filter((parameter) => parameter.in === 'query').map((parameter) => [parameter.name, parameter]));
    const pattern = new RegExp(`^${model.path.replace(/\{\w+\}/g, '[^/]+')}$`);
    return [
      ...(pattern.test(path) ? [] : [`the path ${path} is not ${model.path}`]),
      ...[...sent.keys()].filter((name) => !known.has(name)).map((name) => `${name} is not a parameter`),
      ...[...known.values()].filter(({ name, required }) => required && !sent.has(name)).map(({ name }) => `${name} is missing`),
      ...[...sent].flatMap(([name, value]) => {
        const allowed = known.get(name)?.items?.enum ?? known.get(name)?.enum;
        return allowed === undefined
          ? []
          : value
              .split(',')
              .filter((item) => !allowed.includes(item))
              .map((item) => `${name}=${item} is not allowed`);
      }),
      ...model.requestProblems(body),
    ];
  }
});

async function callWhatOnlyTheSimulatorServes(
  account: Account,
  { subscriptionId, feedId, reportId }: { subscriptionId: string; feedId: string; reportId: string },
): Promise<void> {
  const token = await createAccessTokens({ account, now: Date.now }).current();
  const grantless = await createAccessTokens({ account, now: Date.now, isGrantless: true }).current();
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { 'x-amz-access-token': path.startsWith('/notifications') ? grantless : token, 'user-agent': 'test', 'content-type': 'application/json' };
    const answer = await fetch(`${account.baseUrl}${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    expect(`${method} ${path} ${answer.status}`).toBe(`${method} ${path} 200`);
  };
  const { sellerId, marketplaceId } = account;
  const here = `marketplaceIds=${marketplaceId}`;
  const attributes = { condition_type: [{ value: 'new_new' }], merchant_suggested_asin: [{ value: 'B0TEST0001' }] };
  await call('PUT', `/listings/2021-08-01/items/${sellerId}/SKU-NEW?${here}`, { productType: 'PRODUCT', requirements: 'LISTING_OFFER_ONLY', attributes });
  await call('DELETE', `/listings/2021-08-01/items/${sellerId}/SKU-99?${here}`);
  await call('GET', `/catalog/2022-04-01/items/B0TEST0001?${here}&includedData=summaries,images,identifiers,productTypes`);
  await call('GET', `/fba/inventory/v1/summaries?granularityType=Marketplace&granularityId=${marketplaceId}&${here}&details=true`);
  await call('DELETE', `/notifications/v1/subscriptions/ANY_OFFER_CHANGED/${subscriptionId}`);
  await call('DELETE', `/feeds/2021-06-30/feeds/${feedId}`);
  await call('DELETE', `/reports/2021-06-30/reports/${reportId}`);
}
