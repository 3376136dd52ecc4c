import { expect, it } from 'vitest';
import { listLedgerFaults } from '../../../test/fixtures/faults/ledger-faults.ts';
import { CODES, seedTestCatalog } from '../../../test/fixtures/test-catalog.ts';
import { startTestJobs } from '../../../test/fixtures/test-jobs.ts';
import { createTestMarketplace, TEST_LISTING } from '../../../test/fixtures/test-marketplace.ts';
import { createOrderImport, listOrderFaults, SILENT_TOPICS, stockUp } from '../../../test/fixtures/test-orders.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { insertUser } from '../../features/identity/internals.ts';
import { saveOrders } from '../../features/imports/internals.ts';
import { confirmShipmentTask } from '../../features/orders/index.ts';
import { demoPackingTask } from './demo-packing.task.ts';

const { account, sim, marketplace } = await createTestMarketplace();
await sim.seed([{ ...TEST_LISTING, sku: CODES.kettle.newSku }]);
const test = await createTestApp({ account });
const { db, clock } = test;
await seedTestCatalog(db);
clock.set(new Date());
await startTestJobs(test, []);
const ann = await test.signIn();
const { reservations } = createOrderImport(test);
const stopping = new AbortController().signal;
let isSimulator = true;
const run = () => demoPackingTask({ db, clock, topics: SILENT_TOPICS, isSimulator: async () => isSimulator }).run({}, stopping);
const states = async () =>
  (await ann.get('/api/orders?stage=ALL&size=100')).json().data as { order_id: string; local_state: string; started_by: string | null }[];

it("brings the demo's orders into every state once, then does nothing", async () => {
  await run();
  for (const [email, name] of [
    ['maya.lindqvist@stowage.local', 'Maya Lindqvist'],
    ['tomas.herrera@stowage.local', 'Tomás Herrera'],
  ] as const) {
    await insertUser(db, { email, name, roles: ['ROLE_USER'], passwordHash: null });
  }
  await run();
  const { orders } = await marketplace.orderPage(new Date(Date.now() - 4 * 86_400_000), undefined);
  await saveOrders(db, orders, clock.now());
  await stockUp(db, ann, { sku: CODES.kettle.newSku, count: 40 });
  await reservations.reconcile(orders.map(({ orderId }) => orderId));
  isSimulator = false;
  await run();
  // With a real account the demo packs no order.
  expect((await states()).every(({ local_state, started_by }) => local_state === 'OPEN' && started_by === null)).toBe(true);
  isSimulator = true;
  await run();
  const worked = (await states()).filter(({ local_state, started_by }) => local_state !== 'OPEN' || started_by !== null);
  expect(worked.map(({ local_state, started_by }) => [local_state, started_by])).toEqual(
    expect.arrayContaining([
      ['SHIPPED', null],
      ['CONFIRM_QUEUED', null],
      ['OPEN', 'Tomás Herrera'],
    ]),
  );
  expect(worked).toHaveLength(3);
  const queued = worked.find(({ local_state }) => local_state === 'CONFIRM_QUEUED')?.order_id ?? '';
  await confirmShipmentTask({ db, clock, topics: SILENT_TOPICS, marketplaces: { current: async () => marketplace } }).run({ orderId: queued }, stopping);
  expect((await ann.get(`/api/orders/${queued}`)).json()).toMatchObject({
    local_state: 'CONFIRM_FAILED',
    failure: expect.stringContaining('not a tracking number of USPS'),
  });
  await run();
  expect((await states()).filter(({ local_state, started_by }) => local_state !== 'OPEN' || started_by !== null)).toHaveLength(3);
  expect([...(await listLedgerFaults(db)), ...(await listOrderFaults(db))]).toEqual([]);
});
