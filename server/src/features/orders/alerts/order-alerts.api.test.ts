import { expect, it } from 'vitest';
import { seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createOrderImport } from '../../../../test/fixtures/test-orders.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { orderAlertsTask } from './order-alerts.task.ts';

const test = await createTestApp();
const { db, clock } = test;
await seedTestCatalog(db);
const ann = await test.signIn();
const { importOrders } = createOrderImport(test);

const run = () => orderAlertsTask({ db, clock }).run({}, new AbortController().signal);
const reported = async () =>
  ((await ann.get('/api/notifications')).json().data as { title: string; path: string }[]).map(({ title, path }) => ({ title, path })).reverse();
const inHours = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000);

it('notifies once that a buyer asks to cancel, for repeated and concurrent checks', async () => {
  await importOrders({ orderId: 'A-1' }, { orderId: 'A-2', isCancelRequested: true }, { orderId: 'A-3', isCancelRequested: true, status: 'CANCELLED' });
  await Promise.all([run(), run(), run()]);
  await run();
  expect(await reported()).toEqual([{ title: 'The buyer of order A-2 asks to cancel', path: '/orders/A-2' }]);
});

it('notifies about an order that must ship within four hours, and about several in one notification', async () => {
  const before = (await reported()).length;
  await importOrders({ orderId: 'B-1', shipBy: inHours(5) }, { orderId: 'B-2', shipBy: inHours(3) }, { orderId: 'B-3', shipBy: inHours(2), status: 'PENDING' });
  await run();
  expect((await reported()).slice(before)).toEqual([{ title: 'Order B-2 must be shipped within 4 hours', path: '/orders/B-2' }]);
  await importOrders({ orderId: 'B-4', shipBy: inHours(2) }, { orderId: 'B-5', shipBy: inHours(3.5) });
  await run();
  await run();
  expect((await reported()).slice(before + 1)).toEqual([{ title: '2 orders must be shipped within 4 hours', path: '/sellerfulfilledorders?needs=urgent' }]);
});
