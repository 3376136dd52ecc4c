import { DAY_MS } from '@stowage/contract/formats/durations';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { createCase, seedLine } from '../../../../test/fixtures/test-cases.ts';
import { seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createOrderImport } from '../../../../test/fixtures/test-orders.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { saveReturns } from '../../imports/internals.ts';
import { purgeRecipientsTask } from '../recipients/purge-recipients.task.ts';

const test = await createTestApp();
const { db, clock } = test;
await seedTestCatalog(db);
let ann = await test.signIn();
const { importOrders } = createOrderImport(test);

let number = 0;
let orderId = '';
beforeEach(async () => {
  clock.set(new Date('2026-11-20T14:03:05Z'));
  ann = await test.signIn();
  orderId = `112-0000000-${String(++number).padStart(7, '0')}`;
});

const order = async () => (await ann.get(`/api/orders/${orderId}`)).json();
const eventsOf = async (kind: string) =>
  (await order()).events.filter((event: { kind: string }) => event.kind === kind).map(({ detail }: { detail: string }) => detail);
const shipped = (...packages: { reference: string; status: string; detailedStatus?: string; units?: number }[]) =>
  importOrders({ orderId, status: 'SHIPPED', packages });
const returnRow = (change: object = {}) => ({
  ...{ orderId, returnedAt: '2026-11-25T10:00:00Z', sku: 'KETTLE-N', asin: 'B0KETTLE00', fnsku: 'X00KETTLEN', lpn: `LPN${orderId}`, quantity: 1 },
  ...{ disposition: 'SELLABLE', reason: 'UNWANTED_ITEM', status: 'Unit returned to inventory', comments: 'Too loud' },
  ...change,
});

it('shows the location of each package once and delivers the order with the last one', async () => {
  await shipped({ reference: '7', status: 'IN_TRANSIT', detailedStatus: 'PICKED_UP' }, { reference: '8', status: 'IN_TRANSIT' });
  await shipped({ reference: '7', status: 'IN_TRANSIT', detailedStatus: 'PICKED_UP' }, { reference: '8', status: 'IN_TRANSIT' });
  await shipped(
    { reference: '7', status: 'DELIVERED', detailedStatus: 'DELIVERED' },
    { reference: '8', status: 'IN_TRANSIT', detailedStatus: 'OUT_FOR_DELIVERY' },
  );
  expect(await order()).toMatchObject({
    delivered_at: null,
    packages: [
      { reference: '7', status: 'Delivered' },
      { reference: '8', status: 'Out for delivery' },
    ],
  });
  clock.advance(DAY_MS);
  ann = await test.signIn();
  await shipped({ reference: '7', status: 'DELIVERED' }, { reference: '8', status: 'DELIVERED' });
  await shipped({ reference: '7', status: 'DELIVERED' }, { reference: '8', status: 'DELIVERED' });
  expect(await order()).toMatchObject({ delivered_at: '2026-11-21 14:03:05' });
  expect(await eventsOf('DELIVERED')).toEqual(['Delivered']);
  expect(await eventsOf('TRACKING')).toEqual([
    'Package 8: Delivered',
    'Package 8: Out for delivery',
    'Package 7: Delivered',
    'Package 8: In transit',
    'Package 7: Picked up',
  ]);
});

it('ignores an older answer', async () => {
  const { save } = createOrderImport(test);
  await shipped({ reference: '1', status: 'DELIVERED' });
  clock.set(new Date('2026-11-19T00:00:00Z'));
  await save({ orderId, status: 'SHIPPED', packages: [{ reference: '1', status: 'IN_TRANSIT' }] });
  clock.set(new Date('2026-11-20T14:03:05Z'));
  expect(await order()).toMatchObject({ packages: [{ status: 'Delivered' }] });
});

it('deletes the recipient 30 days after the actual delivery, not the estimated one', async () => {
  await importOrders({ orderId });
  await sql`insert into order_recipients (order_id, sealed, purge_at) values (${orderId}, 'sealed', ${new Date(clock.now().getTime() + 35 * DAY_MS)})`.execute(
    db,
  );
  clock.advance(2 * DAY_MS);
  await shipped({ reference: '1', status: 'DELIVERED' });
  const purge = () => purgeRecipientsTask({ db, clock }).run({}, new AbortController().signal);
  const isKept = async () => (await db.selectFrom('order_recipients').select('order_id').where('order_id', '=', orderId).execute()).length === 1;
  clock.advance(29 * DAY_MS);
  await purge();
  expect(await isKept()).toBe(true);
  clock.advance(DAY_MS + 1_000);
  await purge();
  expect(await isKept()).toBe(false);
  ann = await test.signIn();
  expect(await order()).toMatchObject({ recipient_until: null });
});

it('marks the order as returned, once, in any order of the two imports', async () => {
  await saveReturns(db, [returnRow()]);
  await shipped({ reference: '1', status: 'DELIVERED', units: 2 });
  expect(await order()).toMatchObject({
    returned_at: '2026-11-25 10:00:00',
    returned_units: 1,
    returns: [{ reason: 'UNWANTED_ITEM', customer_comments: 'Too loud' }],
  });
  await saveReturns(db, [returnRow(), returnRow({ lpn: 'LPNSECOND', returnedAt: '2026-11-26T10:00:00Z' })]);
  await saveReturns(db, [returnRow()]);
  expect(await order()).toMatchObject({ returned_units: 2 });
  expect(await eventsOf('RETURNED')).toEqual(['Returned: 1 unit', 'Returned: 1 unit']);
});

it('reports a package that came back to the seller as returned', async () => {
  await shipped({ reference: '1', status: 'UNDELIVERABLE', detailedStatus: 'RETURNED_TO_SELLER', units: 1 });
  expect(await order()).toMatchObject({ delivered_at: null, returned_units: 1, packages: [{ status: 'Returned to the seller' }] });
});

it('links the order and the cases about its units to each other', async () => {
  await importOrders({ orderId });
  await saveReturns(db, [returnRow()]);
  const { caseId } = await createCase(ann, await seedLine(test));
  expect((await order()).cases).toEqual([]);
  await sql`update return_cases set lpn = ${`lpn${orderId}`} where id = ${caseId}`.execute(db);
  expect((await order()).cases).toEqual([expect.objectContaining({ id: caseId, status: 'Pending Case Creation', quantity: 1 })]);
  expect((await ann.get(`/api/qrcases/${caseId}`)).json()).toMatchObject({ customer_order_id: orderId });
  const found = (await ann.get(`/api/returns/find?code=${encodeURIComponent(`LPN${orderId}`)}`)).json();
  expect(found.customer_returns).toMatchObject([{ order_id: orderId, is_order_known: true }]);
});
