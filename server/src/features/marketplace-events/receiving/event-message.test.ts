import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { createTestMarketplace, TEST_LISTINGS } from '../../../../test/fixtures/test-marketplace.ts';
import { hasOfficialModels } from '../../../../test/official-models.ts';
import { checkoutRoot } from '../../../platform/paths.ts';
import { readEvent, typeOf } from './event-message.ts';

const folder = path.resolve(checkoutRoot(), '../shared/sp-api-models/schemas/notifications');
const schemaOf = (name: string) => JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as { examples?: object[] };
const ours = { sellerId: 'A3TH9S8BH6GOGM', marketplaceId: 'ATVPDKIKX0DER' };
const read = (message: object, own = ours) => readEvent(JSON.stringify(message), own);

describe.skipIf(!hasOfficialModels)('the official examples', () => {
  const exampleOf = (name: string) => schemaOf(name).examples?.[0] as object;

  it.each<readonly [name: string, type: string, changed: object | undefined, own: typeof ours]>([
    ['OrderChangeNotification', 'ORDER_CHANGE', { kind: 'ORDER', subject: '903-8868176-2219830' }, ours],
    // Their ASIN is none.
    ['AnyOfferChangedNotification', 'ANY_OFFER_CHANGED', undefined, ours],
    ['PricingHealthNotification', 'PRICING_HEALTH', { kind: 'NEW_OFFERS', subject: 'B007IBIWZY' }, { ...ours, sellerId: 'A3EZFOFNDPFB8R' }],
    ['FeedProcessingFinishedNotification', 'FEED_PROCESSING_FINISHED', { kind: 'FEED', subject: '53347018456' }, ours],
    ['ReportProcessingFinishedNotification', 'REPORT_PROCESSING_FINISHED', { kind: 'REPORT', subject: '54517018502' }, ours],
    ...['ListingsItemIssuesChangeNotification', 'ListingsItemIssuesChangeNotification_2023-12-13'].map(
      (name) => [name, 'LISTINGS_ITEM_ISSUES_CHANGE', { kind: 'LISTING', subject: 'NLS-SHOES-03' }, { ...ours, sellerId: 'AXXXXXXXXXXXXX' }] as const,
    ),
    [
      'ListingsItemStatusChangeNotification',
      'LISTINGS_ITEM_STATUS_CHANGE',
      { kind: 'LISTING', subject: 'NLS-SHOES-03' },
      { ...ours, sellerId: 'A3AYAZLIQ7AX77' },
    ],
    [
      'ListingsItemMfnQuantityChange',
      'LISTINGS_ITEM_MFN_QUANTITY_CHANGE',
      { kind: 'LISTING', subject: 'NLS-SHOES-03' },
      { ...ours, sellerId: 'AXXXXXXXXXXXXX' },
    ],
  ])('of %s is read', (name, type, changed, own) => {
    expect(read(exampleOf(name), own)).toMatchObject({ type, changed, at: expect.any(Date) });
  });

  it('of every type can be acknowledged', () => {
    for (const file of readdirSync(folder)) {
      const [example] = schemaOf(file.replace('.json', '')).examples ?? [];
      if (example !== undefined) expect(read(example).id).not.toBe('');
    }
  });
});

describe.skipIf(!hasOfficialModels)('the messages of the simulator', () => {
  it('match the official schemas', async () => {
    const { marketplace, account, sim } = await createTestMarketplace();
    await sim.seed(TEST_LISTINGS);
    const destinationId = await marketplace.createDestination('stowage', 'arn:aws:sqs:us-east-1:000000000000:stowage');
    const files: Readonly<Record<string, string>> = {
      ORDER_CHANGE: 'OrderChangeNotification',
      ANY_OFFER_CHANGED: 'AnyOfferChangedNotification',
      LISTINGS_ITEM_MFN_QUANTITY_CHANGE: 'ListingsItemMfnQuantityChange',
      FEED_PROCESSING_FINISHED: 'FeedProcessingFinishedNotification',
      REPORT_PROCESSING_FINISHED: 'ReportProcessingFinishedNotification',
    };
    for (const type of Object.keys(files)) await marketplace.subscribe(type, { destinationId, payloadVersion: '1.0' });
    const patches = [{ op: 'merge' as const, attribute: 'fulfillment_availability', value: [{ fulfillment_channel_code: 'DEFAULT', quantity: 0 }] }];
    await marketplace.submitFeed('test', [{ sku: 'SKU-1', patches }]);
    await marketplace.requestReport({ report: 'listings' });
    await sim.compete('B0TEST0001', 2);
    await sim.advance(24 * 3_600_000);
    const seen = new Set<string>();
    const ajv = formats.default(new Ajv({ strict: false, allErrors: true }));
    for (const body of await receivedFrom(account.baseUrl)) {
      const { type, changed } = readEvent(body, account);
      expect(changed).toBeDefined();
      const schema = schemaOf(files[type] ?? '');
      const validate = ajv.validate({ ...schema, $id: undefined, $schema: undefined }, JSON.parse(body));
      expect({ type, isValid: validate, errors: ajv.errorsText() }).toEqual({ type, isValid: true, errors: 'No errors' });
      seen.add(type);
    }
    expect([...seen].toSorted()).toEqual(Object.keys(files).toSorted());
  });
});

async function receivedFrom(url: string): Promise<string[]> {
  const bodies: string[] = [];
  for (;;) {
    const body = JSON.stringify({ QueueUrl: `${url}/000000000000/stowage`, MaxNumberOfMessages: 10 });
    const answer = await fetch(url, { method: 'POST', headers: { 'x-amz-target': 'AmazonSQS.ReceiveMessage' }, body });
    const { Messages = [] } = (await answer.json()) as { Messages?: { Body: string }[] };
    if (Messages.length === 0) return bodies;
    bodies.push(...Messages.map(({ Body }) => Body));
  }
}

const order = (summary: object, sellerId = ours.sellerId) => ({
  NotificationType: 'ORDER_CHANGE',
  EventTime: '2026-11-20T14:03:05Z',
  NotificationMetadata: { NotificationId: 'n' },
  Payload: { OrderChangeNotification: { SellerId: sellerId, AmazonOrderId: '1-2-3', Summary: { MarketplaceId: ours.marketplaceId, ...summary } } },
});

it('reads nothing for another seller, another marketplace or an order that Amazon ships', () => {
  expect(read(order({ FulfillmentType: 'MFN' })).changed).toEqual({ kind: 'ORDER', subject: '1-2-3' });
  expect(read(order({ FulfillmentType: 'AFN' })).changed).toBeUndefined();
  expect(read(order({ FulfillmentType: 'MFN' }, 'A1OTHER')).changed).toBeUndefined();
  expect(read(order({ FulfillmentType: 'MFN', MarketplaceId: 'A1OTHER' })).changed).toBeUndefined();
});

it('names a SKU for each unit of an order that is not canceled, and reads the order whatever its items are', () => {
  const skus = (summary: object) => read(order({ FulfillmentType: 'MFN', ...summary })).changed;
  const OrderItems = [
    { SellerSKU: 'A', Quantity: 2 },
    { SellerSKU: 'B', Quantity: 1 },
  ];
  expect(skus({ OrderStatus: 'Unshipped', OrderItems })).toEqual({ kind: 'ORDER', subject: '1-2-3', skus: ['A', 'A', 'B'] });
  for (const summary of [{ OrderStatus: 'Canceled', OrderItems }, { OrderItems: 'none' }, { OrderItems: [{ SellerSKU: 'A', Quantity: 1_000_000 }] }]) {
    expect(skus(summary)).toEqual({ kind: 'ORDER', subject: '1-2-3' });
  }
});

it.each([
  ['', 'The message is not JSON', 'UNKNOWN'],
  ['[]', 'The message: ', 'UNKNOWN'],
  ['{"NotificationType":"ORDER_CHANGE"}', 'eventTime: ', 'ORDER_CHANGE'],
  [JSON.stringify({ ...order({}), EventTime: 'yesterday' }), 'eventTime: ', 'ORDER_CHANGE'],
  [JSON.stringify(order({})), 'orderChangeNotification.summary.fulfillmentType: ', 'ORDER_CHANGE'],
  [JSON.stringify(order({ FulfillmentType: 'MFN' })).replace('1-2-3', '1-\\u00002'), 'can’t be stored', 'ORDER_CHANGE'],
])('names what is wrong with %s', (body, problem, type) => {
  expect(() => readEvent(body, ours)).toThrow(problem);
  expect(typeOf(body)).toBe(type);
});
