import { expect, it } from 'vitest';
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
const { kettle } = CODES;

let number = 0;
async function shipNext(): Promise<string> {
  const orderId = `112-0000000-${String(++number).padStart(7, '0')}`;
  await stockUp(test.db, ann, { sku: kettle.newSku });
  await importOrders({ orderId });
  await ann.post('/api/orders/productverification', { orderId, scanValue: kettle.newSku });
  const [{ id }] = (await order(orderId)).pieces;
  expect((await ann.post('/api/orders/updatelocalinventory', { locationId: id })).statusCode).toBe(200);
  return orderId;
}
const order = async (orderId: string) => (await ann.get(`/api/orders/${orderId}`)).json();
const send = (orderId: string, body: object) => ann.post('/api/orders/confirm', { orderId, ...body });
const [FIRST, SECOND] = ['1Z999AA10123456784', '1Z999AA10123456793'];

it('asks about a tracking number of another order and accepts it for both on request', async () => {
  const [one, other] = [await shipNext(), await shipNext()];
  expect((await send(one, { carrierCode: 'UPS', trackingNumber: FIRST })).statusCode).toBe(200);
  const refused = await send(other, { carrierCode: 'UPS', trackingNumber: FIRST.toLowerCase() });
  expect([refused.statusCode, refused.json().error]).toMatchObject([
    409,
    {
      reason: 'tracking_number_shared',
      message: `Order ${one} already has the number ${FIRST}. Use it for both orders?`,
      details: { trackingNumber: FIRST, orderId: one },
    },
  ]);
  expect(await order(other)).toMatchObject({ local_state: 'SHIPPED', shipment: null });
  expect((await send(other, { carrierCode: 'UPS', trackingNumber: FIRST, sharesTrackingNumber: true })).statusCode).toBe(200);
  expect((await order(other)).shipment.tracking_number).toBe(FIRST);
});

it('asks one of two people who enter the same tracking number concurrently', async () => {
  const both = [await shipNext(), await shipNext()];
  const answers = await Promise.all(both.map((orderId) => send(orderId, { carrierCode: 'UPS', trackingNumber: SECOND })));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
});
