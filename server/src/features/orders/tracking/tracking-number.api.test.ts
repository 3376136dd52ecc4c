import { beforeAll, expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { startTestJobs } from '../../../../test/fixtures/test-jobs.ts';
import { createOrderImport, stockUp } from '../../../../test/fixtures/test-orders.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const test = await createTestApp();
await seedTestCatalog(test.db);
// The queue exists; nothing runs its jobs.
await startTestJobs(test, []);
const ann = await test.signIn();
const { importOrders } = createOrderImport(test);
const { kettle, lamp, bolt } = CODES;

const ORDER = '118-0000000-0000001';
const UPS = '1Z999AA10123456784';
const order = async () => (await ann.get(`/api/orders/${ORDER}`)).json();
const send = (body: object) => ann.post('/api/orders/confirm', { orderId: ORDER, ...body });

beforeAll(async () => {
  await stockUp(test.db, ann, { sku: kettle.newSku });
  await importOrders({ orderId: ORDER });
  const [{ id }] = (await order()).pieces;
  await ann.post('/api/orders/productverification', { orderId: id, scanValue: kettle.upc });
  expect((await ann.post('/api/orders/updatelocalinventory', { locationId: id })).statusCode).toBe(200);
});

it.each([
  ["the product's UPC", kettle.upc, 'product_code'],
  ['its GTIN with fourteen digits', kettle.upc.padStart(14, '0'), 'product_code'],
  ['its FNSKU', kettle.newFnsku, 'product_code'],
  ['its SKU in lowercase', kettle.newSku.toLowerCase(), 'product_code'],
  ['the FNSKU of another condition', kettle.goodFnsku, 'product_code'],
  ["another product's EAN", bolt.ean8, 'product_code'],
  ["another product's UPC", lamp.upc, 'product_code'],
  ["another product's SKU", bolt.sku, 'product_code'],
  ["the order's number", ORDER, 'order_number'],
  ["another order's number", '118-7654321-7654321', 'order_number'],
])('%s is no tracking number', async (_what, code, reason) => {
  const boxes = [{ carrierCode: 'FedEx', trackingNumber: code }];
  for (const body of [{ carrierCode: 'FedEx', trackingNumber: ` ${code}\r` }, { boxes }]) {
    const refused = await send({ ...body, sharesTrackingNumber: true });
    expect([refused.statusCode, refused.json().error]).toMatchObject([
      422,
      { reason, message: expect.stringMatching(/^This is an? .+, not a tracking number$/) },
    ]);
  }
  expect(await order()).toMatchObject({ local_state: 'SHIPPED', shipment: null });
});

it.each(['<script>alert(1)</script>', 'ABC/12345', '12_345678'])('rejects %s, which has other characters than letters, digits and separators', async (text) => {
  for (const body of [{ trackingNumber: text }, { carrierCode: undefined, boxes: [{ carrierCode: 'Other', carrierName: 'Courier', trackingNumber: text }] }]) {
    const refused = await send({ carrierCode: 'Other', carrierName: 'Courier', ...body });
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain('A tracking number has 4 to 64 letters and digits');
  }
});

it('rejects two tracking numbers in one text', async () => {
  for (const text of [`${UPS} 1Z999AA10123456793`, `${kettle.upc}\r${UPS}`]) {
    const refused = await send({ carrierCode: 'UPS', trackingNumber: text });
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain('This holds two tracking numbers: scan one');
  }
  expect(await order()).toMatchObject({ local_state: 'SHIPPED', shipment: null });
  expect((await send({ carrierCode: 'UPS', trackingNumber: `${UPS} ${UPS}` })).statusCode).toBe(200);
  expect((await order()).shipment.tracking_number).toBe(UPS);
});
