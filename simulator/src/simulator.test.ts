import { gunzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startSimulator } from './simulator.ts';
import { TEST_LISTING as listing } from './test-listing.ts';

const simulator = await startSimulator({ rateScale: 1000 });
afterAll(() => simulator.close());

const ITEM = `/listings/2021-08-01/items/A1STOWAGEDEMO/${encodeURIComponent(listing.sku)}?marketplaceIds=ATVPDKIKX0DER`;
let token = '';

beforeEach(async () => {
  await admin('POST', 'reset');
  await admin('POST', 'seed', { listings: [listing] });
  token = (await signIn()).access_token;
});

async function admin(method: string, name: string, body?: unknown) {
  return (await fetch(`${simulator.url}/__sim/${name}`, { method, body: JSON.stringify(body ?? {}), ...(method === 'GET' && { body: null }) })).json();
}

async function signIn() {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'r', client_id: 'c', client_secret: 's' });
  return (await (await fetch(`${simulator.url}/auth/o2/token`, { method: 'POST', body })).json()) as { access_token: string };
}

async function api(method: string, path: string, body?: unknown) {
  const headers = { 'x-amz-access-token': token, 'user-agent': 'Test/1' };
  const answer = await fetch(`${simulator.url}${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text), headers: answer.headers };
}

const quantityPatch = (quantity: number) => ({
  productType: 'PRODUCT',
  patches: [
    {
      op: 'merge',
      path: '/attributes/fulfillment_availability',
      value: [{ fulfillment_channel_code: 'DEFAULT', quantity, marketplace_id: 'ATVPDKIKX0DER' }],
    },
  ],
});

async function submitFeed(messages: unknown[], feedType = 'JSON_LISTINGS_FEED') {
  const { body: document } = await api('POST', '/feeds/2021-06-30/documents', { contentType: 'application/json' });
  const content = JSON.stringify({ header: { sellerId: 'A1STOWAGEDEMO', version: '2.0' }, messages });
  await fetch(document.url, { method: 'PUT', body: content, headers: { 'content-type': 'application/json' } });
  return api('POST', '/feeds/2021-06-30/feeds', { feedType, marketplaceIds: ['ATVPDKIKX0DER'], inputFeedDocumentId: document.feedDocumentId });
}

async function processedFeed(feedId: string) {
  await admin('POST', 'clock/advance', { ms: 60_000 });
  const { body: feed } = await api('GET', `/feeds/2021-06-30/feeds/${feedId}`);
  if (feed.resultFeedDocumentId === undefined) return { feed, report: undefined };
  const { body: document } = await api('GET', `/feeds/2021-06-30/documents/${feed.resultFeedDocumentId}`);
  const download = await fetch(document.url);
  return { feed, report: JSON.parse(gunzipSync(await download.arrayBuffer()).toString()) };
}

describe('the caller', () => {
  it('needs a token, which expires after an hour', async () => {
    expect((await api('GET', ITEM)).status).toBe(200);
    await admin('POST', 'clock/advance', { ms: 3_600_001 });
    const answer = await api('GET', ITEM);
    expect([answer.status, answer.body.errors[0].code]).toEqual([403, 'Unauthorized']);
    expect(answer.headers.get('x-amzn-ratelimit-limit')).toBeNull();
  });

  it('receives the rate on success and always a request id', async () => {
    const { headers } = await api('GET', ITEM);
    expect(headers.get('x-amzn-ratelimit-limit')).toBe('5000');
    expect(headers.get('x-amzn-requestid')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is throttled by operation', async () => {
    const slow = await startSimulator();
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'r', client_id: 'c', client_secret: 's' });
    const { access_token } = (await (await fetch(`${slow.url}/auth/o2/token`, { method: 'POST', body: form })).json()) as { access_token: string };
    const ask = () => fetch(`${slow.url}/catalog/2022-04-01/items/B0?marketplaceIds=A`, { headers: { 'x-amz-access-token': access_token } });
    const statuses = [(await ask()).status, (await ask()).status, (await ask()).status];
    expect(statuses).toEqual([404, 404, 429]);
    await slow.close();
  });
});

describe('listings', () => {
  it('show a patch a few seconds later', async () => {
    const answer = await api('PATCH', ITEM, quantityPatch(9));
    expect(answer.body.status).toBe('ACCEPTED');
    const quantity = async () => (await api('GET', `${ITEM}&includedData=fulfillmentAvailability`)).body.fulfillmentAvailability[0].quantity;
    expect(await quantity()).toBe(4);
    await admin('POST', 'clock/advance', { ms: 3_500 });
    expect(await quantity()).toBe(9);
  });

  it('are created and replaced by a PUT', async () => {
    const path = '/listings/2021-08-01/items/A1STOWAGEDEMO/NEW-1?marketplaceIds=ATVPDKIKX0DER';
    const attributes = {
      merchant_suggested_asin: [{ value: listing.asin, marketplace_id: 'ATVPDKIKX0DER' }],
      condition_type: [{ value: 'used_good', marketplace_id: 'ATVPDKIKX0DER' }],
      fulfillment_availability: [{ fulfillment_channel_code: 'DEFAULT', quantity: 2 }],
    };
    expect((await api('GET', path)).status).toBe(404);
    expect((await api('PUT', path, { productType: 'PRODUCT', requirements: 'LISTING_OFFER_ONLY', attributes })).body.status).toBe('ACCEPTED');
    await admin('POST', 'clock/advance', { ms: 3_500 });
    const { body } = await api('GET', `${path}&includedData=summaries,fulfillmentAvailability`);
    expect(body).toMatchObject({ summaries: [{ asin: listing.asin, conditionType: 'used_good' }], fulfillmentAvailability: [{ quantity: 2 }] });
    await api('PUT', path, {
      productType: 'PRODUCT',
      attributes: { ...attributes, fulfillment_availability: [{ fulfillment_channel_code: 'DEFAULT', quantity: 0 }] },
    });
    await admin('POST', 'clock/advance', { ms: 3_500 });
    expect((await api('GET', `${path}&includedData=fulfillmentAvailability`)).body.fulfillmentAvailability).toEqual([
      { fulfillmentChannelCode: 'DEFAULT', quantity: 0 },
    ]);
    expect((await api('PUT', path, { productType: 'PRODUCT' })).body).toMatchObject({ status: 'INVALID' });
    expect((await api('PUT', path, { attributes })).status).toBe(400);
  });

  it('reject an invalid patch inside a successful answer', async () => {
    const patches = [{ op: 'merge', path: '/attributes/fulfillment_availability', value: [{ quantity: 1 }] }];
    expect((await api('PATCH', ITEM, { productType: 'PRODUCT', patches })).body).toMatchObject({ status: 'INVALID', issues: [{ code: 'BAD_REQUEST' }] });
    const nested = [{ op: 'replace', path: '/attributes/purchasable_offer/0/our_price', value: [{}] }];
    expect((await api('PATCH', ITEM, { productType: 'PRODUCT', patches: nested })).body.issues[0].message).toContain('Invalid path');
  });
});

describe('feeds', () => {
  it('change listings and report on each message', async () => {
    const unknown = { ...quantityPatch(3), messageId: 2, sku: 'NOTHING', operationType: 'PATCH' };
    const { status, body } = await submitFeed([{ ...quantityPatch(0), messageId: 1, sku: listing.sku, operationType: 'PATCH' }, unknown]);
    expect(status).toBe(202);
    const { feed, report } = await processedFeed(body.feedId);
    expect(feed.processingStatus).toBe('DONE');
    expect(report.summary).toMatchObject({ messagesProcessed: 2, messagesAccepted: 1, messagesInvalid: 1 });
    expect(report.issues[0]).toMatchObject({ messageId: 2, severity: 'ERROR' });
    expect((await api('GET', `${ITEM}&includedData=fulfillmentAvailability`)).body.fulfillmentAvailability[0].quantity).toBe(0);
  });

  it('update complete listings or parts of them and create new ones', async () => {
    const availability = (quantity: number) => ({ fulfillment_availability: [{ fulfillment_channel_code: 'DEFAULT', quantity }] });
    const message = { productType: 'PRODUCT', operationType: 'PARTIAL_UPDATE' };
    const { body } = await submitFeed([
      { ...message, messageId: 1, sku: listing.sku, attributes: availability(6) },
      { ...message, messageId: 2, sku: 'MADE-1', attributes: availability(1) },
      { ...message, messageId: 3, sku: 'MADE-2', operationType: 'UPDATE', attributes: availability(5) },
      { ...message, messageId: 4, sku: listing.sku, operationType: 'RENAME' },
    ]);
    const { report } = await processedFeed(body.feedId);
    expect(report.issues.map(({ messageId }: { messageId: number }) => messageId)).toEqual([2, 4]);
    await admin('POST', 'clock/advance', { ms: 3_500 });
    const kettle = (await api('GET', `${ITEM}&includedData=fulfillmentAvailability,offers`)).body;
    expect([kettle.fulfillmentAvailability[0].quantity, kettle.offers[0].price.amount]).toEqual([6, '29.99']);
    const made = await api('GET', '/listings/2021-08-01/items/A1STOWAGEDEMO/MADE-2?marketplaceIds=ATVPDKIKX0DER&includedData=fulfillmentAvailability');
    expect(made.body.fulfillmentAvailability).toEqual([{ fulfillmentChannelCode: 'DEFAULT', quantity: 5 }]);
  });

  it('of a removed type fail', async () => {
    const { body } = await submitFeed([], 'POST_PRODUCT_PRICING_DATA');
    expect((await processedFeed(body.feedId)).feed.processingStatus).toBe('FATAL');
  });

  it.each([
    ['feed-fatal', 'FATAL'],
    ['feed-stuck', 'IN_QUEUE'],
    ['feed-errors', 'DONE'],
  ])('with %s end as %s', async (effect, status) => {
    await admin('POST', 'faults', { effect });
    const { body } = await submitFeed([{ ...quantityPatch(0), messageId: 1, sku: listing.sku, operationType: 'PATCH' }]);
    expect((await processedFeed(body.feedId)).feed.processingStatus).toBe(status);
  });
});

describe('documents', () => {
  it('reject another content type and an expired link, in XML', async () => {
    const { body } = await api('POST', '/feeds/2021-06-30/documents', { contentType: 'application/json' });
    const wrong = await fetch(body.url, { method: 'PUT', body: '{}', headers: { 'content-type': 'text/plain' } });
    expect([wrong.status, await wrong.text()]).toEqual([403, expect.stringContaining('<Code>SignatureDoesNotMatch</Code>')]);
    await admin('POST', 'clock/advance', { ms: 300_001 });
    const late = await fetch(body.url, { method: 'PUT', body: '{}', headers: { 'content-type': 'application/json' } });
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('<Code>AccessDenied</Code>')]);
  });
});

describe('reports', () => {
  const report = async (reportType: string) => {
    const { body } = await api('POST', '/reports/2021-06-30/reports', { reportType, marketplaceIds: ['ATVPDKIKX0DER'] });
    await admin('POST', 'clock/advance', { ms: 60_000 });
    return (await api('GET', `/reports/2021-06-30/reports/${body.reportId}`)).body;
  };

  it('are gzipped tables in Windows-1252', async () => {
    const { reportDocumentId } = await report('GET_MERCHANT_LISTINGS_ALL_DATA');
    const { body: document } = await api('GET', `/reports/2021-06-30/documents/${reportDocumentId}`);
    expect(document.compressionAlgorithm).toBe('GZIP');
    // TextDecoder reads windows-1252 as Latin-1 in Node 20.
    const [heading, row] = gunzipSync(await (await fetch(document.url)).arrayBuffer())
      .toString('latin1')
      .split('\r\n');
    const at = (name: string) => row?.split('\t')[heading?.split('\t').indexOf(name) ?? -1];
    const values = [at('item-name'), at('seller-sku'), at('price'), at('fulfillment-channel')];
    expect(values).toEqual(['Electric Kettle \x96 Crème\x99', listing.sku, '29.99', 'DEFAULT']);
  });

  it('fail when the same one is requested again too soon', async () => {
    expect((await report('GET_FBA_MYI_ALL_INVENTORY_DATA')).processingStatus).toBe('DONE');
    expect((await report('GET_FBA_MYI_ALL_INVENTORY_DATA')).processingStatus).toBe('FATAL');
  });

  it('without rows are canceled', async () => {
    await admin('POST', 'reset');
    token = (await signIn()).access_token;
    expect((await report('GET_FBA_REIMBURSEMENTS_DATA')).processingStatus).toBe('CANCELLED');
  });
});

describe('faults', () => {
  it('lose the answer of a completed call', async () => {
    await admin('POST', 'faults', { effect: 'lost', operation: 'createReport', times: 1 });
    await expect(api('POST', '/reports/2021-06-30/reports', { reportType: 'GET_MERCHANT_LISTINGS_ALL_DATA', marketplaceIds: ['A'] })).rejects.toThrow();
    expect((await api('GET', '/reports/2021-06-30/reports?reportTypes=GET_MERCHANT_LISTINGS_ALL_DATA')).body.reports).toHaveLength(1);
  });

  it.each([
    ['throttle', 429],
    ['error500', 500],
    ['error503', 503],
    ['expired-token', 403],
  ])('%s returns %i as often as requested', async (effect, status) => {
    await admin('POST', 'faults', { effect, operation: 'getListingsItem', times: 2 });
    const statuses = [(await api('GET', ITEM)).status, (await api('GET', ITEM)).status, (await api('GET', ITEM)).status];
    expect(statuses).toEqual([status, status, 200]);
  });

  it('truncate an answer', async () => {
    await admin('POST', 'faults', { effect: 'truncate' });
    await expect(api('GET', ITEM)).rejects.toThrow(SyntaxError);
  });
});

it('creates orders; an unshipped one can be confirmed once', async () => {
  const since = new Date(Date.now() - 3 * 24 * 3_600_000).toISOString();
  const find = async () => (await api('GET', `/orders/2026-01-01/orders?createdAfter=${since}&includedData=FULFILLMENT`)).body.orders;
  const order = (await find()).find((item: { fulfillment: { fulfillmentStatus: string } }) => item.fulfillment.fulfillmentStatus === 'UNSHIPPED');
  const orderItems = order.orderItems.map((item: { orderItemId: string; quantityOrdered: number }) => ({
    orderItemId: item.orderItemId,
    quantity: item.quantityOrdered,
  }));
  const packageDetail = { packageReferenceId: '1', carrierCode: 'UPS', trackingNumber: '1Z', shipDate: new Date().toISOString(), orderItems };
  const confirm = () => api('POST', `/orders/v0/orders/${order.orderId}/shipmentConfirmation`, { marketplaceId: 'ATVPDKIKX0DER', packageDetail });
  expect((await confirm()).status).toBe(204);
  expect(await confirm()).toMatchObject({ status: 400, body: { errors: [{ message: 'PackageToUpdateNotFound' }] } });
  expect((await api('GET', `/orders/2026-01-01/orders/${order.orderId}?includedData=FULFILLMENT`)).body.order.fulfillment.fulfillmentStatus).toBe('SHIPPED');
});
