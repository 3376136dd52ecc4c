import { AxiosError, AxiosHeaders } from 'axios';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMemorySubmissions } from '../../../test/fixtures/test-marketplace.ts';
import { hasOfficialModels, type OfficialOperation, readOfficialOperations, readOfficialProcessingReport } from '../../../test/official-models.ts';
import { feedCalls } from './calls/feeds.ts';
import { listingCalls } from './calls/listings.ts';
import { notificationCalls } from './calls/notifications.ts';
import { orderCalls } from './calls/orders.ts';
import { productCalls } from './calls/products.ts';
import { reportCalls } from './calls/reports.ts';
import { toMarketplaceError } from './marketplace-error.ts';
import { OPERATIONS, type OperationName } from './transport/operations.ts';
import type { Transport } from './transport/transport.ts';

const operations = Object.keys(OPERATIONS) as OperationName[];
const fetched = vi.fn<(url: string, init?: { method?: string }) => Promise<Response>>();

/** All our operations, on a marketplace that answers with the official sandbox's examples. */
type Verbs = ReturnType<typeof verbsOver>;
const submissions = createMemorySubmissions();
const verbsOver = (transport: Transport) => ({
  ...feedCalls(transport, submissions),
  ...reportCalls(transport),
  ...listingCalls(transport),
  ...orderCalls(transport),
  ...productCalls(transport),
  ...notificationCalls(transport),
});

const SKU = 'GM-ZDPI-9B4E';
const CHANGES = [{ sku: SKU, patches: [] }];
const WINDOW = { from: new Date('2024-03-11T13:47:20.677Z'), to: new Date('2024-03-12T13:47:20.677Z') };
const SHIPMENT = { packageId: '1', otherPackageIds: [], carrierCode: 'UPS', trackingNumber: '1Z', shippedAt: WINDOW.from, items: [] };
const QUEUE = 'arn:aws:sqs:us-east-2:444455556666:queue1';
const accepted = (submissionId: string) => ({ warnings: [], submissionId });
const DOCUMENT = 'https://d34o8swod1owfl.cloudfront.net';
const suitcase = {
  sku: SKU,
  asin: 'B071VG5N9D',
  title: 'Hardside Carry-On Spinner Suitcase Luggage',
  price: '100.00',
  channels: [{ channel: 'DEFAULT', quantity: 100 }],
  isBuyable: true,
  issues: expect.arrayContaining(["'size' is required but not supplied."]),
};
const SUBSCRIPTION = { subscriptionId: 'TEST_CASE_200_SUBSCRIPTION_ID', destinationId: 'TEST_CASE_200_DESTINATION_ID' };
const noFeeTold = 'The answer lacks some of the fees';

/** For each operation: the function that calls it, and its result for each successful example. */
const READ: Readonly<Record<OperationName, { by: (verbs: Verbs) => Promise<unknown>; as: readonly unknown[] }>> = {
  createFeedDocument: {
    by: async (verbs) => {
      await verbs.submitFeed('document', CHANGES);
      return fetched.mock.calls.map(([url, init]) => `${init?.method} ${url}`);
    },
    as: [[`PUT ${DOCUMENT}/Feed_101__POST_PRODUCT_DATA_.xml`]],
  },
  createFeed: { by: (verbs) => verbs.submitFeed('feed', CHANGES), as: ['3485934'] },
  getFeeds: {
    by: async (verbs) => {
      await verbs.submitFeed('feeds', CHANGES);
      return (await submissions.find('feeds'))?.earlierFeedIds;
    },
    as: [expect.arrayContaining(['FeedId1'])],
  },
  getFeed: {
    by: (verbs) => verbs.feedProgress('FeedId1'),
    as: [{ status: 'CANCELLED', reportDocumentId: undefined, processedAt: new Date('2024-03-11T13:16:24.630Z') }],
  },
  getFeedDocument: {
    by: async (verbs) => [await verbs.feedOutcome('0356cf79'), fetched.mock.calls[0]?.[0]],
    as: [
      [
        {
          processed: 4,
          accepted: 2,
          invalid: 2,
          issues: [
            { messageIndex: 3, isError: true, code: '90220', message: "'[batteries_required]' is required but not supplied." },
            { messageIndex: 3, isError: true, code: '90220', message: "'[supplier_declared_dg_hz_regulation]' is required but not supplied." },
            { messageIndex: 4, isError: true, code: '99022', message: expect.stringContaining('does not have enough values') },
          ],
        },
        `${DOCUMENT}/Feed_101__POST_PRODUCT_DATA_.xml`,
      ],
    ],
  },
  // A report of this window is already being generated, so it is not requested again.
  getReports: {
    by: (verbs) => verbs.requestReport({ report: 'customerReturns', window: WINDOW }),
    as: [{ reportId: 'ReportId1', requestedAt: new Date('2024-03-10T13:47:20.677Z') }],
  },
  createReport: {
    by: (verbs) => verbs.requestReport({ report: 'customerReturns', window: { from: WINDOW.to, to: WINDOW.to } }),
    as: [{ reportId: 'ID323', requestedAt: undefined }],
  },
  getReport: { by: (verbs) => verbs.reportProgress('ReportId1'), as: [{ status: 'IN_PROGRESS', documentId: undefined }] },
  getReportDocument: {
    by: async (verbs) => [await verbs.reportReason('0356cf79'), fetched.mock.calls[0]?.[0]],
    as: [[expect.stringContaining('AXXXXXXXXXXXX'), `${DOCUMENT}/Report_47700__GET_MERCHANT_LISTINGS_ALL_DATA_.txt`]],
  },
  searchListingsItems: { by: async (verbs) => (await verbs.findListings('ASIN', ['B071VG5N9D'])).at(0), as: [suitcase] },
  getListingsItem: { by: (verbs) => verbs.listing(SKU), as: [suitcase] },
  patchListingsItem: {
    by: (verbs) => verbs.patchListing(SKU, []).catch(({ kind, message }: { kind: string; message: string }) => [kind, message]),
    as: [
      accepted('f1dc2914-75dd-11ea-bc55-0242ac130003'),
      accepted('1edc94ea-a3d7-210b-42bc-0ec72c1384762'),
      ['refused', 'patchListingsItem: 90000900: The attributes are invalid.'],
    ],
  },
  getItemOffersBatch: {
    by: async (verbs) => (await verbs.offersFor(['B000P6Q7MY'], 'New')).at(0),
    as: [
      {
        asin: 'B000P6Q7MY',
        result: 'offers',
        offers: [{ sellerId: 'A2SNBFWOFW4SWG', condition: 11, listingPriceCents: 2_100, shippingCents: 0, isFba: false, isFeatured: true }],
      },
    ],
  },
  getCompetitiveSummary: {
    by: async (verbs) => (await verbs.competitivePrices(['B00ZIAODGE'])).at(0),
    as: [{ asin: 'B00ZIAODGE', result: 'price', priceCents: 1_739 }],
  },
  // The examples contain no fees, and missing fees are unknown.
  getMyFeesEstimateForASIN: {
    by: (verbs) => verbs.estimateFees('B00V5DG6IQ', 1_000).catch((error: Error) => error.message),
    as: [`getMyFeesEstimateForASIN: ${noFeeTold}`],
  },
  getMyFeesEstimates: {
    by: (verbs) => verbs.feesFor([{ sku: 'UmaS1', asin: 'B00V5DG6IQ', priceCents: 1_000, isFba: false }]),
    as: [
      [
        { sku: 'UmaS1', estimate: undefined, reason: noFeeTold, isFinal: false },
        { sku: 'UmaS2', estimate: undefined, reason: noFeeTold, isFinal: false },
      ],
    ],
  },
  searchOrders: {
    by: async (verbs) => (await verbs.orderPage(WINDOW.from)).orders.at(0),
    as: [
      { orderId: '250-1234567-8901234', status: 'SHIPPED', isPrime: true, isBusiness: false, total: '19940', currency: 'JPY' },
      { orderId: '202-7654321-1098765', status: 'SHIPPED', shipBy: new Date('2024-12-25T23:59:59Z'), deliverBy: new Date('2024-12-28T23:59:59Z') },
      { orderId: '171-2345678-9012345', isPrime: false, isBusiness: true, total: '1599.90' },
    ].map((order) => expect.objectContaining(order)),
  },
  getOrder: {
    by: (verbs) => verbs.order('171-9876543-2109876'),
    as: [
      { orderId: '171-9876543-2109876', status: 'UNSHIPPED', shipBy: new Date('2024-12-27T23:59:59Z'), isPrime: true },
      { orderId: '028-1234567-8901234', status: 'SHIPPED', orderedAt: new Date('2025-03-15T10:30:00Z'), total: '125.00' },
      {
        orderId: '114-9876543-1234567',
        status: 'UNSHIPPED',
        shipBy: undefined,
        items: [
          {
            itemId: '11498765431234',
            sku: 'ECHO-POP-US-BLK',
            asin: 'B0BSHF7WHW',
            title: 'All-new Echo Pop | Full sound compact smart speaker with Alexa',
            condition: 11,
            quantity: 1,
            shipped: 0,
            price: '39.99',
            tax: '10.00',
          },
        ],
      },
    ].map((order) => expect.objectContaining(order)),
  },
  getDestinations: { by: (verbs) => verbs.destinations(), as: [[{ destinationId: 'TEST_CASE_200', arn: QUEUE }]] },
  createDestination: { by: (verbs) => verbs.createDestination('stowage', QUEUE), as: ['TEST_CASE_200_DESTINATION_ID'] },
  getSubscription: { by: (verbs) => verbs.subscription('ANY_OFFER_CHANGED'), as: [SUBSCRIPTION] },
  createSubscription: { by: (verbs) => verbs.subscribe('ANY_OFFER_CHANGED', { destinationId: 'd', payloadVersion: '1.0' }), as: [undefined] },
  confirmShipment: { by: (verbs) => verbs.confirmShipment('171-9876543-2109876', SHIPMENT), as: [undefined] },
  searchCatalogItems: {
    by: async (verbs) => (await verbs.catalogItems(['B07N4M94X4'])).at(0),
    as: [
      expect.objectContaining({
        asin: 'B07N4M94X4',
        imageUrl: 'https://m.media-amazon.com/images/I/51DZzp3w3vL.jpg',
        gtins: ['0887276302195', '00887276302195', '887276302195'],
      }),
    ],
  },
};

describe.skipIf(!hasOfficialModels)("the official sandbox's examples", () => {
  const official: Map<string, OfficialOperation> = hasOfficialModels ? readOfficialOperations() : new Map();
  const examplesOf = (operation: OperationName, isWanted: (status: number) => boolean) =>
    (official.get(operation)?.examples ?? []).filter(({ status }) => isWanted(status));
  const isSuccess = (status: number) => status < 300;

  beforeAll(() =>
    vi.stubGlobal(
      'fetch',
      fetched.mockImplementation(async () => new Response(readOfficialProcessingReport())),
    ),
  );
  afterEach(() => fetched.mockClear());
  afterAll(() => vi.unstubAllGlobals());

  /** Answers one operation with this example, and all others with their first example. */
  const answering = (operation: OperationName, body: unknown): Transport => {
    let calls = 0;
    // Every example names a next page: here the second is the last.
    const lastPage = (page: unknown) => ({ ...(page as object), pagination: undefined, nextToken: undefined });
    const answer = (asked: OperationName): unknown => {
      if (asked !== operation) return lastPage(examplesOf(asked, isSuccess)[0]?.body);
      calls += 1;
      return calls === 1 ? body : lastPage(body);
    };
    const account = {
      baseUrl: 'http://localhost',
      tokenUrl: '',
      refreshToken: '',
      clientId: '',
      clientSecret: '',
      sellerId: 'A1',
      marketplaceId: 'ATVPDKIKX0DER',
    };
    const perform = async <T>(asked: OperationName) => answer(asked) as T;
    return { account, perform, sleep: async () => {} } as unknown as Transport;
  };

  it.each(operations)('of success of %s are read', async (operation) => {
    const { by, as } = READ[operation];
    const examples = examplesOf(operation, isSuccess);
    expect(examples).toHaveLength(as.length);
    expect(examples.length).toBeGreaterThan(0);
    for (const [index, { body }] of examples.entries()) {
      expect(await by(verbsOver(answering(operation, body)))).toEqual(as[index]);
    }
  });

  it.each(operations)('of errors of %s are reported as errors with their reason', (operation) => {
    const examples = examplesOf(operation, (status) => status >= 400);
    // The model of notifications has no example of an error.
    expect(examples.length > 0).toBe(OPERATIONS[operation].api !== 'Notifications');
    for (const { status, body } of examples) {
      const { errors } = body as { errors: { code: string; message: string }[] };
      const response = { status, data: body, headers: { 'x-amzn-requestid': 'request 1' }, statusText: '', config: { headers: new AxiosHeaders() } };
      const error = toMarketplaceError(new AxiosError('failed', 'ERR_BAD_REQUEST', response.config, undefined, response), operation);
      const message = `${operation}: ${status} ${errors.map((one) => `${one.code}: ${one.message}`).join('; ')}`;
      expect(error).toMatchObject({ kind: 'refused', status, requestId: 'request 1', message });
    }
  });

  it.each(operations)('of %s match their model, except for listed ones', (operation) => {
    const problems = (official.get(operation)?.examples ?? []).flatMap(({ status, body }) => official.get(operation)?.responseProblems(status, body) ?? []);
    // The only exceptions: a time that is invalid by its own model.
    expect(problems.filter((problem) => !/TimeOfFeesEstimation must match format "date-time"$/.test(problem))).toEqual([]);
  });
});
