import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { finishedJob } from '../../../../test/fixtures/pricing/test-pricing.ts';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { startTestJobs } from '../../../../test/fixtures/test-jobs.ts';
import { createTestMarketplace } from '../../../../test/fixtures/test-marketplace.ts';
import { callAtOnce } from '../../../../test/held-rows.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { systemClock } from '../../../platform/clock.ts';
import { listingJobs } from '../index.ts';

const { sim } = await createTestMarketplace();
const app = await createTestApp();
const { db } = app;
app.clock.set(new Date());
const admin = await app.signIn('ROLE_ADMIN');
await startTestJobs(app, (topics) => listingJobs({ db, clock: systemClock, topics, marketplaces: { current: async () => undefined } }));
await seedTestCatalog(db);
const { kettle, bolt } = CODES;
for (const code of [kettle.newFnsku, kettle.goodFnsku, 'X0000LAMP2', 'X0000LAMP4', bolt.fnsku])
  await admin.post('/api/sfinventory', { productId: code, locationId: 'A-1' });
await sql`update listings set seller_sku = null where fnsku in (${kettle.goodFnsku}, 'X0000LAMP2', 'X0000LAMP4', ${bolt.fnsku})`.execute(db);
await sql`insert into fba_inventory (seller_sku, fnsku, asin, condition, is_fba, fulfillable) values
  ('GOOD-2', ${kettle.goodFnsku}, 'B000KETTLE', 2, true, 1), ('LAMP-X', 'X0000LAMP2', 'B0000000LA', 2, true, 1), ('LAMP-Y', 'X0000LAMP2', 'B0000000LA', 3, true, 1),
  (${kettle.newSku}, 'X0000LAMP4', 'B0000000LA', 4, true, 1), (${kettle.newSku} || '-2', ${kettle.newFnsku}, 'B000KETTLE', 11, true, 1)`.execute(db);

const assign = async () => {
  const { jobId } = (await admin.post('/api/adminsettings/assignskustofnsku')).json();
  return finishedJob(app, admin, jobId, sim);
};
const skuOf = async (fnsku: string) => db.selectFrom('listings').select(['seller_sku', 'condition']).where('fnsku', '=', fnsku).executeTakeFirst();
let jobId = '';

it('assigns each FNSKU in stock its SKU and condition and leaves ambiguous ones to a person', async () => {
  const job = await assign();
  jobId = job.jobId;
  expect(job).toMatchObject({ status: 'COMPLETED', total: 5, message: '2 assigned, 2 in conflict, 1 without a SKU', isUndoable: true });
  expect(await skuOf(kettle.goodFnsku)).toEqual({ seller_sku: 'GOOD-2', condition: 2 });
  const list = (await admin.get(`/api/pricing/jobs/${jobId}/assignments`)).json();
  expect(list.map((row: { fnsku: string; result: string }) => [row.fnsku, row.result])).toEqual([
    ['X0000LAMP2', 'CONFLICT'],
    ['X0000LAMP4', 'TAKEN'],
    [bolt.fnsku, 'NO_SKU'],
    [kettle.newFnsku, 'ASSIGNED'],
    [kettle.goodFnsku, 'ASSIGNED'],
  ]);
  expect(list[0].candidates).toEqual([
    { sku: 'LAMP-X', condition: 2 },
    { sku: 'LAMP-Y', condition: 3 },
  ]);
});

it('resolves a conflict with one of its candidates', async () => {
  const listingId = 3;
  const choose = (sku: string) => admin.post(`/api/pricing/jobs/${jobId}/assignments/choose`, { listingId, sku });
  expect((await choose('OTHER')).json().error.reason).toBe('not_a_candidate');
  expect((await choose('LAMP-Y')).json()).toEqual({ success: true });
  expect(await skuOf('X0000LAMP2')).toEqual({ seller_sku: 'LAMP-Y', condition: 3 });
});

it('can be undone once, except for listings that changed since', async () => {
  await sql`update listings set seller_sku = 'BY-HAND' where fnsku = ${kettle.newFnsku}`.execute(db);
  expect((await admin.post(`/api/pricing/jobs/${jobId}/undo`)).json()).toEqual({ undoneCount: 2, keptCount: 1 });
  expect(await skuOf(kettle.goodFnsku)).toEqual({ seller_sku: null, condition: 3 });
  expect(await skuOf(kettle.newFnsku)).toMatchObject({ seller_sku: 'BY-HAND' });
  expect((await admin.post(`/api/pricing/jobs/${jobId}/undo`)).json().error.reason).toBe('not_undoable');
});

it('is undone except for a listing whose SKU another one has since, and gives SKUs back that moved within the job', async () => {
  // Moves this SKU to another listing by a choice, before its first listing gets it back.
  await sql`update listings set seller_sku = 'LAMP-X' where fnsku = ${kettle.newFnsku}`.execute(db);
  await sql`update listings set seller_sku = 'OLD-GOOD' where fnsku = ${kettle.goodFnsku}`.execute(db);
  ({ jobId } = await assign());
  expect((await admin.post(`/api/pricing/jobs/${jobId}/assignments/choose`, { listingId: 3, sku: 'LAMP-X' })).json()).toEqual({ success: true });
  await sql`update listings set seller_sku = 'OLD-GOOD' where fnsku = ${bolt.fnsku}`.execute(db);
  expect((await admin.post(`/api/pricing/jobs/${jobId}/undo`)).json()).toEqual({ undoneCount: 3, keptCount: 1 });
  expect(await skuOf(kettle.goodFnsku)).toEqual({ seller_sku: 'GOOD-2', condition: 2 });
  expect(await skuOf(bolt.fnsku)).toMatchObject({ seller_sku: 'OLD-GOOD' });
  expect(await skuOf(kettle.newFnsku)).toMatchObject({ seller_sku: 'LAMP-X' });
  expect(await skuOf('X0000LAMP2')).toMatchObject({ seller_sku: null });
});

it('can be undone again when another listing got a SKU at that moment', async () => {
  await sql`update listings set seller_sku = 'OLDER' where fnsku = ${kettle.goodFnsku}`.execute(db);
  await sql`update listings set seller_sku = null where fnsku = ${bolt.fnsku}`.execute(db);
  ({ jobId } = await assign());
  const undo = () => admin.post(`/api/pricing/jobs/${jobId}/undo`);
  const [refused] = await callAtOnce(db, sql`update listings set seller_sku = 'OLDER' where fnsku = ${bolt.fnsku}`, [undo]);
  expect(refused?.json().error).toMatchObject({ code: 'conflict', reason: 'taken' });
  expect((await undo()).json()).toMatchObject({ keptCount: 1 });
  expect(await skuOf(kettle.goodFnsku)).toMatchObject({ seller_sku: 'GOOD-2' });
});
