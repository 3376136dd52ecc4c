import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { jobIn, startTestJobs } from '../../../../test/fixtures/test-jobs.ts';
import { createMemorySubmissions, createTestMarketplace, TEST_LISTINGS } from '../../../../test/fixtures/test-marketplace.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { createMarketplace } from '../../../integrations/marketplace/marketplace.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createLogger } from '../../../platform/logger.ts';
import { importJobs } from '../index.ts';

const app = await createTestApp();
const { db } = app;
const admin = await app.signIn('ROLE_ADMIN');
// Orders come in, are paid and delivered as time passes, and many at midnight.
const { account, sim, ...made } = await createTestMarketplace({ timeScale: 0 });
let { marketplace } = made;
await sim.seed(TEST_LISTINGS);
const jobs = await startTestJobs(app, (topics) => importJobs({ db, clock: systemClock, marketplaces: { current: async () => marketplace }, topics }));

const kind = 'import-orders';
const start = async () => (await admin.post('/api/jobs', { kind })).json().id as number;
const end = (id: number) => jobIn(app, admin, id, ['DONE', 'FAILED']);
const importOrders = async () => end(await start());
const rowsOf = async (table: string, order: string) =>
  (
    await sql<{ row: Record<string, unknown> }>`select to_jsonb(t) - array['read_at', 'imported_at', 'first_seen_at', 'changed_at'] as row
      from ${sql.table(table)} t order by ${sql.raw(order)}`.execute(db)
  ).rows.map(({ row }) => row);
const listOrders = () => rowsOf('orders', 'order_id');
const forgetMarks = () => sql`delete from import_marks`.execute(db);
const asked = async () => (await sim.journal()).filter(({ operation }) => operation === 'searchOrders');

beforeEach(async () => {
  await sql`delete from orders`.execute(db);
  await forgetMarks();
  await sim.clearJournal();
});
afterEach(async () => {
  await sim.clearFaults();
  marketplace = made.marketplace;
});

/** Starts the import with the page token of an earlier run, which the marketplace no longer accepts. */
const startWithExpiredToken = () =>
  jobs.whileStopped(async () => {
    const id = await start();
    const position = { since: new Date(Date.now() - 20 * 24 * 3_600_000).toISOString(), token: 'bm90aGluZw' };
    await sql`update job_runs set memory = ${JSON.stringify(position)}::jsonb where id = ${id}`.execute(db);
    return id;
  });

it('imports orders with their items, again only after they changed', async () => {
  const first = await importOrders();
  expect(first).toMatchObject({ state: 'DONE', counts: { changed: 0, unchanged: 0, rejected: 0 } });
  expect(first.counts.new).toBeGreaterThan(50);
  const orders = await listOrders();
  expect(orders).toHaveLength(first.counts.new);
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(['SHIPPED', 'PARTIALLY_SHIPPED', 'UNSHIPPED', 'PENDING', 'CANCELLED']));
  for (const flag of ['is_prime', 'is_premium', 'is_business', 'is_gift', 'is_cancel_requested']) expect(orders.some((order) => order[flag])).toBe(true);
  const items = await rowsOf('order_items', 'order_id, item_id');
  for (const { total, order_id } of orders) {
    const own = items.filter((item) => item.order_id === order_id);
    const cents = (amount: unknown) => Math.round(Number(amount) * 100);
    expect(own.reduce((sum, item) => sum + cents(item.price) * Number(item.quantity) + cents(item.tax) + cents(item.shipping), 0)).toBe(cents(total));
  }
  const open = orders.find(({ status }) => status === 'UNSHIPPED')?.order_id as string;
  const shipped = items.filter(({ order_id }) => order_id === open).map((item) => ({ itemId: String(item.item_id), quantity: Number(item.quantity) }));
  await marketplace.confirmShipment(open, {
    packageId: '1',
    otherPackageIds: [],
    carrierCode: 'UPS',
    trackingNumber: '1Z',
    shippedAt: new Date(),
    items: shipped,
  });
  const second = await importOrders();
  expect(second.counts).toMatchObject({ new: 0, changed: 1 });
  expect(second.counts.read).toBeLessThan(first.counts.read / 2);
  expect(await listOrders()).toContainEqual(expect.objectContaining({ order_id: open, status: 'SHIPPED' }));
});

it('ignores an answer that is older than the stored one', async () => {
  await importOrders();
  await sql`update orders set status = 'CANCELLED', updated_at = now() + interval '90 days'`.execute(db);
  await forgetMarks();
  expect((await importOrders()).counts).toMatchObject({ new: 0, changed: 0 });
  expect(new Set((await listOrders()).map(({ status }) => status))).toEqual(new Set(['CANCELLED']));
});

it('starts over when the page token has expired', async () => {
  expect(await end(await startWithExpiredToken())).toMatchObject({ state: 'DONE' });
  const [expired, ...others] = await asked();
  expect([expired?.query, expired?.status]).toEqual([expect.stringContaining('bm90aGluZw'), 400]);
  expect(others.map(({ status }) => status)).not.toContain(400);
  expect((await listOrders()).length).toBeGreaterThan(50);
});

it('fails with the reason when the basic request is also rejected, with and without a page token', async () => {
  await sim.fault({ effect: 'error400', operation: 'searchOrders' });
  expect(await end(await startWithExpiredToken())).toMatchObject({
    state: 'FAILED',
    error: 'searchOrders: 400 InvalidInput: Invalid parameters provided.',
  });
  expect(await asked()).toHaveLength(3);
});

it('imports orders without a status only when they are new', async () => {
  await importOrders();
  await forgetMarks();
  const before = await listOrders();
  // The oldest one may leave the imported days meanwhile.
  const nth = Math.floor(before.length / 2);
  await sql`delete from orders where order_id = ${before[nth]?.order_id}`.execute(db);
  await sim.fault({ effect: 'error400', operation: 'searchOrders', times: 1 });
  const result = await importOrders();
  expect(result).toMatchObject({ state: 'DONE', counts: { new: 1, changed: 0 } });
  expect(result.lines[0].text).toContain('without status');
  expect(await listOrders()).toEqual(before.with(nth, expect.objectContaining({ status: 'PENDING', total: null })));
  expect((await importOrders()).counts).toMatchObject({ new: 0, changed: 1 });
  expect(await listOrders()).toEqual(before);
});

it('stops without waiting for the rate limit', async () => {
  await sim.fault({ effect: 'throttle', operation: 'searchOrders' });
  marketplace = createMarketplace({ account, logger: createLogger('silent'), submissions: createMemorySubmissions() });
  const id = await start();
  await expect.poll(async () => (await asked()).length).toBeGreaterThan(0);
  await sim.clearFaults();
  marketplace = made.marketplace;
  await jobs.restart();
  expect(await end(id)).toMatchObject({ state: 'DONE', lines: [] });
});
