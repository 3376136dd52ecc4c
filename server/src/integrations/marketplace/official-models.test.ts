import { beforeAll, describe, expect, it } from 'vitest';
import { hasOfficialModels, type OfficialOperation, readOfficialOperations } from '../../../test/official-models.ts';
import { createTestMarketplace, type JournalEntry, TEST_LISTING, TEST_LISTINGS } from '../../../test/test-marketplace.ts';
import { toListing } from './listings.ts';
import { OPERATIONS, type OperationName } from './operations.ts';
import { toOrder } from './orders.ts';
import { toCatalogueItem, toCompetitivePrice, toFeeAnswer, toFeeEstimate, toOffersAnswer } from './products.ts';

if (!hasOfficialModels) console.warn('Skipped: the official models are not in ../shared/sp-api-models beside the checkout');

describe.skipIf(!hasOfficialModels)('against the official models', () => {
  const official: Map<string, OfficialOperation> = hasOfficialModels ? readOfficialOperations() : new Map();
  const calls: JournalEntry[] = [];

  beforeAll(async () => {
    const { marketplace, sim } = await createTestMarketplace();
    await sim.seed([TEST_LISTING, ...TEST_LISTINGS]);
    const patches = [{ op: 'merge' as const, attribute: 'fulfillment_availability', value: [{ fulfillment_channel_code: 'DEFAULT', quantity: 1 }] }];
    const feedId = await marketplace.submitFeed('test', [{ sku: 'SKU-1', patches }]);
    for (const report of ['removalShipments', 'customerReturns', 'reimbursements', 'shipmentSales', 'removalOrders'] as const) {
      await marketplace.requestReport({ report, window: { from: new Date(Date.now() - 30 * 86_400_000), to: new Date() } });
    }
    const reportId = await marketplace.requestReport({ report: 'listings' });
    await sim.advance(120_000);
    const { reportDocumentId } = await marketplace.feedProgress(feedId);
    await marketplace.feedOutcome(reportDocumentId ?? '');
    const { documentId } = await marketplace.reportProgress(reportId);
    for await (const row of marketplace.reportRows(documentId ?? '')) row.get('seller-sku');
    await marketplace.patchListing(TEST_LISTING.sku, patches, { isPreview: true });
    await marketplace.listing(TEST_LISTING.sku);
    await marketplace.findListings('FNSKU', ['X00TEST001']);
    await marketplace.catalogueItems(['B0TEST0001']);
    for (const condition of ['New', 'Used'] as const) await marketplace.offersFor(['B0TEST0001', 'B0TEST0002', 'B0UNKNOWN1'], condition);
    await marketplace.competitivePrices(['B0TEST0001', 'B0UNKNOWN1']);
    await marketplace.estimateFees('B0TEST0001', 1_999);
    await marketplace.estimateFees('B0UNKNOWN1', 1_999);
    const question = { sku: 'SKU-1', asin: 'B0TEST0001', priceCents: 1_999, isFba: false };
    await marketplace.feesFor([question, { ...question, sku: 'SKU-2', asin: 'B0UNKNOWN1' }]);
    const { orders } = await marketplace.orderPage(new Date(Date.now() - 4 * 86_400_000));
    const order = orders.find(({ status }) => status === 'UNSHIPPED');
    const items = order?.items.map(({ itemId, quantity }) => ({ itemId, quantity })) ?? [];
    await marketplace.confirmShipment(order?.orderId ?? '', { carrierCode: 'UPS', trackingNumber: '1Z', shippedAt: new Date(), items });
    calls.push(...(await sim.journal()).filter(({ operation }) => operation in OPERATIONS));
  });

  it('every operation is called', () => {
    const called = new Set(calls.map(({ operation }) => operation));
    expect(Object.keys(OPERATIONS).filter((operation) => !called.has(operation))).toEqual([]);
  });

  it('what we ask is valid', () => {
    const found = calls.flatMap((call) => requestProblems(call).map((problem) => `${call.operation}: ${problem}`));
    expect([...new Set(found)]).toEqual([]);
  });

  it('what the simulator answers is valid', () => {
    const found = calls.flatMap(({ operation, status, answer }) =>
      (official.get(operation)?.responseProblems(status ?? 0, answer) ?? []).map((problem) => `${operation} ${status}: ${problem}`),
    );
    expect([...new Set(found)]).toEqual([]);
  });

  it('our limits are theirs', () => {
    for (const [operation, { rate, burst }] of Object.entries(OPERATIONS)) {
      if (operation === 'createFeed') continue;
      expect({ operation, rate, burst }).toEqual({ operation, ...official.get(operation)?.plan });
    }
  });

  it.each(Object.keys(OPERATIONS) as OperationName[])('the official examples of %s can be read', (operation) => {
    for (const { body } of official.get(operation)?.examples ?? []) expect(() => read(operation, body)).not.toThrow();
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

/** What our verbs do with an answer. */
function read(operation: OperationName, body: unknown): unknown {
  switch (operation) {
    case 'getListingsItem':
      return toListing(body as Parameters<typeof toListing>[0]);
    case 'searchListingsItems':
      return (body as { items: Parameters<typeof toListing>[0][] }).items.map(toListing);
    case 'getOrder':
      return toOrder((body as { order: Parameters<typeof toOrder>[0] }).order);
    case 'searchOrders':
      return (body as { orders: Parameters<typeof toOrder>[0][] }).orders.map(toOrder);
    case 'searchCatalogItems':
      return (body as { items: Parameters<typeof toCatalogueItem>[0][] }).items.map(toCatalogueItem);
    case 'getItemOffersBatch':
      return (body as { responses: Parameters<typeof toOffersAnswer>[0][] }).responses.map(toOffersAnswer);
    case 'getCompetitiveSummary':
      return (body as { responses: Parameters<typeof toCompetitivePrice>[0][] }).responses.map(toCompetitivePrice);
    case 'getMyFeesEstimates':
      return (body as Parameters<typeof toFeeAnswer>[0][]).map(toFeeAnswer);
    case 'getMyFeesEstimateForASIN':
      return toFeeEstimate(body as Parameters<typeof toFeeEstimate>[0]);
    default:
      return body;
  }
}
