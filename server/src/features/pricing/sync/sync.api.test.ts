import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestPricing } from '../../../../test/fixtures/pricing/start-test-pricing.ts';
import { changesOf, finishedJob, seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';
import { hurry, jobIn } from '../../../../test/fixtures/test-jobs.ts';
import { callAtOnce } from '../../../../test/held-rows.ts';
import { ADVISORY_LOCKS } from '../../../platform/database/advisory-locks.ts';

const { admin, app, db, marketplace, sim } = await startTestPricing();

const SYNC = '/api/adminsettings/syncelocalandamazonsfinventory';
const start = async (url: string, body?: object) => (await admin.post(url, body)).json().jobId as string;
const finish = async (url: string, body?: object) => finishedJob(app, admin, await start(url, body), sim);
const bySku = async (jobId: string) => Object.fromEntries((await changesOf(db, jobId)).map(({ sku, ...rest }) => [sku, rest]));

async function runOf(jobId: string): Promise<number | undefined> {
  const { rows } = await sql<{ run_id: number }>`select run_id from listing_jobs where code::text = ${jobId}`.execute(db);
  return rows[0]?.run_id;
}

beforeAll(async () => {
  await seedPricedListings(db, sim, [
    { sku: 'NEW', asin: 'B000000001', mapCents: 2_000, priceCents: 1_900, quantity: 1, available: 3 },
    { sku: 'SAME', asin: 'B000000002', mapCents: 1_500, priceCents: 1_500, quantity: 2, available: 2 },
    { sku: 'GOOD', asin: 'B000000003', condition: 3, mapCents: 1_000, priceCents: 800, quantity: 1, available: 1 },
    { sku: 'DROP', asin: 'B000000004', condition: 4, mapCents: 1_000, priceCents: 1_100, quantity: 5, available: 0 },
    { sku: 'NOMAP', asin: 'B000000005', priceCents: 1_000, quantity: 0, available: 0 },
    { sku: 'COSTLY', asin: 'B000000006', mapCents: 1_000, costCents: 1_200, priceCents: 1_000, quantity: 0, available: 0 },
    { sku: 'GHOST', asin: 'B000000007', mapCents: 1_000, priceCents: 950, quantity: 0, available: 0, isGhost: true },
    ...Array.from({ length: 20 }, (_, nth) => ({
      sku: `STILL-${nth}`,
      asin: `B00STILL${String(nth).padStart(2, '0')}`,
      mapCents: 1_000,
      priceCents: 1_000,
      quantity: 0,
    })),
    { sku: 'FBA-N', asin: 'B0000000FB', mapCents: 3_000, priceCents: 2_800, quantity: 4, channel: 'AMAZON_NA' },
  ]);
});
// What is accepted now is newer than what a job had accepted before.
beforeEach(() => app.clock.set(new Date()));
afterEach(() => sim.clearFaults());

describe('a sync by percent of MAP', () => {
  it('previews without sending', async () => {
    const job = await finish('/api/adminsettings/test/syncelocalandamazonsfinventory');
    expect(job).toMatchObject({ status: 'COMPLETED', hasError: false, current: 27, total: 27, kind: 'preview-listings' });
    expect(await bySku(job.jobId)).toMatchObject({ NEW: { outcome: 'PREVIEW', price: '20.00', quantity: 3 }, SAME: { outcome: 'UNCHANGED' } });
    expect((await sim.journal()).filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('sends changes, holds likely mistakes, and records the outcome of each listing', async () => {
    const job = await finish(SYNC);
    expect(job).toMatchObject({ status: 'COMPLETED', hasError: true, isComplete: true, outcomes: { ACCEPTED: 2, HELD: 3, REJECTED: 1, UNCHANGED: 21 } });
    expect(await bySku(job.jobId)).toMatchObject({
      NEW: { outcome: 'ACCEPTED', price: '20.00', quantity: 3 },
      SAME: { outcome: 'UNCHANGED' },
      GOOD: { outcome: 'ACCEPTED', price: '7.50', quantity: null },
      DROP: { outcome: 'HELD', price: null, quantity: 0, held_by: 'drop', reason: 'A drop of 36.4 % from $11.00 needs approval; the quantity was sent' },
      NOMAP: { outcome: 'HELD', held_by: 'no_inputs', reason: 'Skipped: there is no MAP and no competitive data' },
      COSTLY: { outcome: 'HELD', held_by: 'floor_above_map', reason: 'The floor is above the MAP' },
      GHOST: { outcome: 'REJECTED' },
    });
    // The feed counts what its job counts.
    expect((await admin.get(`/api/feeds/${job.jobId}`)).json()).toMatchObject({ messages: 4, accepted: 2, errors: 1, held: 1 });
    await sim.advance(10_000);
    expect(await marketplace.listing('NEW')).toMatchObject({ price: '20.00', channels: [{ channel: 'DEFAULT', quantity: 3 }] });
    expect(await marketplace.listing('DROP')).toMatchObject({ price: '11.00', channels: [{ channel: 'DEFAULT', quantity: 0 }] });
    expect(await marketplace.listing('FBA-N')).toMatchObject({ price: '28.00' });
  });

  it('is reported without its preview, and with as many errors as are listed', async () => {
    const jobs = (await admin.get('/api/pricing-breakdown/jobs')).json();
    expect(jobs.map(({ is_preview }: { is_preview: boolean }) => is_preview)).toEqual([false, true]);
    const total = async (query = '') => (await admin.get(`/api/pricing-breakdown/summary${query}`)).json();
    const listed = async (filters: object) => (await admin.post('/api/pricing-breakdown/data', filters)).json().totalCount;
    expect(await total()).toEqual(await total(`?jobId=${jobs[0].job_id}`));
    expect(await total(`?jobId=${jobs[1].job_id}`)).toMatchObject({ total_items: jobs[1].item_count });
    const { total_items, error_count } = await total();
    expect([await listed({}), await listed({ pricingMethod: 'error_fallback_to_map' })]).toEqual([total_items, error_count]);
    expect(error_count).toBeGreaterThan(0);
  });

  it('has a snapshot under its jobId, the same as under its number', async () => {
    const job = await finish(SYNC);
    const read = async (id: string) => (await admin.get(`/api/jobs/${id}`)).json();
    // The run ends after its last message.
    await expect.poll(async () => (await read(job.jobId)).state).toBe('DONE');
    const snapshot = await read(job.jobId);
    expect(snapshot).toMatchObject({ kind: 'sync-listings', title: 'Sync merchant fulfilled inventory' });
    expect(await read(snapshot.id)).toEqual(snapshot);
    expect((await admin.get('/api/jobs/00000000-0000-4000-8000-000000000000')).statusCode).toBe(404);
    expect((await admin.get('/api/jobs/nothing')).json().error.message).toBe('id: must be the number or the jobId of a job');
  });

  it("doesn't send accepted values again", async () => {
    const job = await finish(SYNC);
    expect(job.outcomes).toMatchObject({ REJECTED: 1, HELD: 3, UNCHANGED: 23 });
  });

  it('has its held price decided by one of two people who decide at the same time', async () => {
    const { jobId } = await finish('/api/adminsettings/test/syncelocalandamazonsfinventory');
    const decide = (path: string) => () => admin.post(`/api/bulk/${path}`, { selection: { ids: ['DROP'] }, input: { job_id: jobId } });
    const nobodyDecides = sql`lock table price_approvals in exclusive mode`;
    const answers = await callAtOnce(db, nobodyDecides, [decide('approve-prices'), decide('decline-prices')]);
    expect(answers.map((answer) => answer.json()).toSorted((one, other) => one.refused - other.refused)).toMatchObject([
      { done: 1, refused: 0 },
      { done: 0, refused: 1, refused_rows: [{ reason: 'changed_meanwhile' }] },
    ]);
    await sql`delete from price_approvals`.execute(db);
  });

  it('sends a held price that was approved, only at exactly this price', async () => {
    const preview = await finish('/api/adminsettings/test/syncelocalandamazonsfinventory');
    const approve = (selection: object) => admin.post('/api/bulk/approve-prices', { selection, input: { job_id: preview.jobId } });
    const approved = (await approve({ ids: ['DROP', 'NOMAP'] })).json();
    expect(approved).toMatchObject({ state: 'DONE', done: 1, refused: 1, undoable: 0 });
    expect(approved.refused_rows).toMatchObject([{ record: 'NOMAP', reason: 'not_held', message: 'No guard that a person can approve holds this price' }]);
    expect((await approve({ ids: ['DROP'] })).json()).toMatchObject({ done: 0, unchanged: 1 });
    const job = await finish(SYNC);
    expect(await bySku(job.jobId)).toMatchObject({ DROP: { outcome: 'ACCEPTED', price: '7.00' } });
  });
});

it('a sync by the lowest price uses the offers and explains its inputs', async () => {
  await sql`insert into offer_samples values ('B000000001', 'New', 1, 0, now())`.execute(db);
  await sql`insert into competitor_offers values ('B000000001', 11, 'A3DEALDEPOT02', false, 17, 1.99, false, true, now()), ('B000000001', 11, 'A1STOWAGEDEMO', true, 10, 0, false, false, now())`.execute(
    db,
  );
  const job = await finish(`${SYNC}/lowestprice/preview`);
  expect(await bySku(job.jobId)).toMatchObject({ NEW: { outcome: 'PREVIEW', price: '17.99' } });
  const { data } = (await admin.post('/api/pricing-breakdown/data', { jobId: job.jobId, searchTerm: 'NEW' })).json();
  expect(data[0]).toMatchObject({
    ...{ merchant_sku: 'NEW', map_price: 20, competitive_price: 18.99, submitted_price: 17.99, pricing_method: 'lowest_price_per_condition' },
    ...{ pricing_decision: 'Cheapest competing offer minus $1', outcome: 'PREVIEW' },
  });
  expect(JSON.parse(data[0].calculation_details).inputs.offers).toMatchObject({
    price: '18.99',
    source: 'offer of A3DEALDEPOT02',
    use: 'decided',
    ageHours: 0,
  });
});

it('holds all moves when too many prices move at once', async () => {
  await sql`update price_list_items set map = map * 1.3`.execute(db);
  const job = await finish(SYNC);
  const changes = await changesOf(db, job.jobId);
  expect(changes.filter(({ held_by }) => held_by === 'mass_move').length).toBeGreaterThan(20);
  expect(changes.find(({ sku }) => sku === 'NEW')).toMatchObject({ outcome: 'HELD', price: null });
  await sql`update price_list_items set map = map / 1.3`.execute(db);
});

it('explains one SKU without sending anything', async () => {
  const answer = (await admin.post(`${SYNC}/debug`, { merchantSku: ' NEW ' })).json();
  expect(answer).toMatchObject({
    merchantSku: 'NEW',
    pricingMethod: 'lowest_price_per_condition',
    chosen: '17.99',
    guards: { heldBy: null },
    payload: { sku: 'NEW' },
  });
  expect((await admin.post(`${SYNC}/debug`, { merchantSku: 'NOBODY' })).statusCode).toBe(404);
  const empty = await admin.post(`${SYNC}/debug`, { merchantSku: '  ' });
  expect([empty.statusCode, empty.json().error.message]).toEqual([400, 'body.merchantSku: Please enter a merchant SKU for debug mode'.replace('body.', '')]);
});

it('rejects a second start with 409 and the running job', async () => {
  await sim.fault({ effect: 'slow', operation: 'patchListingsItem', times: 1 });
  const jobId = await start('/api/adminsettings/clearsflocalinventorybulk');
  const second = await admin.post(SYNC);
  expect([second.statusCode, second.json().jobId, second.json().error.reason]).toEqual([409, jobId, 'already_running']);
  expect(second.json().message).toBe('Clear merchant fulfilled inventory is running already');
  await finishedJob(app, admin, jobId, sim);
});

it('sets every quantity to 0 with a clear and restores them once', async () => {
  const [clear] = (await admin.get('/api/pricing/jobs')).json();
  expect(clear).toMatchObject({ kind: 'clear-listings', status: 'COMPLETED', isUndoable: true, outcomes: { ACCEPTED: 3 } });
  await sim.advance(10_000);
  expect(await marketplace.listing('NEW')).toMatchObject({ price: '20.00', channels: [{ quantity: 0 }] });
  expect((await admin.get('/api/pricing/settings')).json().clearableListings).toBe(0);
  const restore = () => admin.post(`/api/pricing/jobs/${clear.jobId}/restore`);
  const answers = await callAtOnce(db, sql`select from listing_jobs where code = ${clear.jobId}::uuid for update`, [restore, restore]);
  expect(answers.map((answer) => answer.json().error?.reason ?? 'started').toSorted()).toEqual(['not_restorable', 'started']);
  const restored = await finishedJob(app, admin, answers.find(({ statusCode }) => statusCode === 200)?.json().jobId, sim);
  expect(restored).toMatchObject({ kind: 'restore-listings', outcomes: { ACCEPTED: 3 } });
  await sim.advance(10_000);
  expect(await marketplace.listing('NEW')).toMatchObject({ channels: [{ quantity: 3 }] });
  const again = await restore();
  expect([again.statusCode, again.json().error.reason]).toEqual([409, 'not_restorable']);
});

it('starts the next job as soon as one is complete, although its run ends later', async () => {
  const { first, next } = await app.owner.db.connection().execute(async (held) => {
    await sql`create function wait_for_test() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(4242); return new; end $$`.execute(
      held,
    );
    await sql`create trigger test_end before update on job_runs for each row when (new.finished_at is not null) execute function wait_for_test()`.execute(held);
    await sql`select pg_advisory_lock(4242)`.execute(held);
    const job = await finish('/api/adminsettings/test/syncelocalandamazonsfinventory');
    const started = await admin.post('/api/adminsettings/test/syncelocalandamazonsfinventory');
    await sql`select pg_advisory_unlock(4242)`.execute(held);
    return { first: job, next: started };
  });
  await sql`drop function wait_for_test() cascade`.execute(app.owner.db);
  expect([first.status, next.statusCode]).toEqual(['COMPLETED', 200]);
  await finishedJob(app, admin, next.json().jobId, sim);
});

it('stays done when its process was killed between the completion and the end of its run', async () => {
  const { jobId } = await finish('/api/adminsettings/test/syncelocalandamazonsfinventory');
  const { run_id: runId } = await db.selectFrom('listing_jobs').select('run_id').where('code', '=', jobId).executeTakeFirstOrThrow();
  if (runId === null) throw new Error('The job has no run');
  await jobIn(app, admin, runId, ['DONE']);
  await sql`update job_runs set state = 'RUNNING', finished_at = null where id = ${runId}`.execute(db);
  await sql`select graphile_worker.add_job('run-job', json_build_object('runId', ${runId}::bigint))`.execute(db);
  expect(await jobIn(app, admin, runId, ['DONE', 'FAILED'])).toMatchObject({ state: 'DONE', error: null });
  expect((await admin.get(`/api/pricing/jobs/${jobId}`)).json()).toMatchObject({ status: 'COMPLETED' });
});

it('rejects a clear when the confirmed number of listings differs', async () => {
  const answer = await admin.post('/api/adminsettings/clearsflocalinventorybulk', { listings: 99 });
  expect([answer.statusCode, answer.json().error.reason]).toEqual([409, 'other_count']);
});

it("doesn't start while pushes are paused", async () => {
  const { clearableListings: _, example: __, ...settings } = (await admin.get('/api/pricing/settings')).json();
  await admin.put('/api/pricing/settings', { ...settings, isPaused: true });
  const answer = await admin.post(SYNC);
  expect([answer.statusCode, answer.json().error.reason]).toEqual([409, 'paused']);
  expect((await admin.post('/api/fba/update-price', { asin: 'B0000000FB', price: 29 })).json()).toMatchObject({ success: false });
  await admin.put('/api/pricing/settings', { ...settings, isPaused: false });
});

describe('a channel whose prices are paused', () => {
  const set = (pausedChannels: unknown) => admin.put('/api/pricing/settings', { pausedChannels });
  const pause = async (...channels: string[]) => {
    const pauses = { SELLER_FULFILLED: channels.includes('SELLER_FULFILLED'), FBA: channels.includes('FBA') };
    expect((await set(pauses)).json()).toEqual({ success: true });
  };
  const problem = async (url: string, body?: object) => (await admin.post(url, body)).json().error;
  const price = async (cents: number) => sql`update price_list_items set map = ${cents / 100} where product_title = 'NEW'`.execute(db);
  afterEach(() => pause());

  it('starts no sync of its own, and leaves the other channel alone', async () => {
    await pause('SELLER_FULFILLED');
    expect(await problem(SYNC)).toMatchObject({ reason: 'paused', message: 'Price pushes for your own stock are paused: see the guards below' });
    expect((await admin.post('/api/fba/update-price', { asin: 'B0000000FB', price: 28 })).json()).toMatchObject({ success: true });
    await pause('FBA');
    expect(await problem('/api/fba/update-price', { asin: 'B0000000FB', price: 28 })).toMatchObject({
      reason: 'paused',
      message: 'Price pushes for FBA are paused: see the guards below',
    });
    expect(await problem('/api/fba/bulk-update-prices')).toMatchObject({ reason: 'paused' });
    expect((await finish(SYNC)).status).toBe('COMPLETED');
  });

  it('stays paused when other settings are saved, and names only known channels', async () => {
    await pause('FBA');
    const { clearableListings: _, example: __, pausedChannels, ...settings } = (await admin.get('/api/pricing/settings')).json();
    expect(pausedChannels).toEqual({ SELLER_FULFILLED: false, FBA: true });
    await admin.put('/api/pricing/settings', settings);
    expect((await admin.get('/api/pricing/settings')).json()).toMatchObject({ pausedChannels });
    for (const wrong of [{ EVERYTHING: true }, { FBA: 'yes' }, { FBA: null }, ['FBA'], 'FBA', null]) expect((await set(wrong)).statusCode).toBe(400);
    expect((await admin.get('/api/pricing/settings')).json()).toMatchObject({ pausedChannels });
  });

  it('is refused with settings that somebody else has changed since the person saw them', async () => {
    const { clearableListings: _, example: __, ...seen } = (await admin.get('/api/pricing/settings')).json();
    const save = (body: object) => admin.put('/api/pricing/settings', body);
    expect((await save({ minimumMargin: seen.minimumMargin + 1, pausedChannels: { FBA: true }, seen })).statusCode).toBe(200);
    const message = 'Somebody else changed the pricing guards. Reload it and try again.';
    for (const stale of [
      { minimumMargin: seen.minimumMargin + 2 },
      { pausedChannels: { FBA: false }, quantityBuffer: seen.quantityBuffer, minimumMargin: 0.01 },
    ]) {
      const answer = await save({ ...stale, seen });
      expect([answer.statusCode, answer.json().error]).toMatchObject([409, { reason: 'changed_meanwhile', message }]);
    }
    // Another setting, and the same value once more.
    expect((await save({ movePercent: seen.movePercent, minimumMargin: seen.minimumMargin + 1, seen })).statusCode).toBe(200);
    expect((await save({ minimumMargin: seen.minimumMargin })).statusCode).toBe(200);
  });

  it('stays paused when somebody pauses or resumes the other channel at the same time', async () => {
    await Promise.all([set({ FBA: true }), set({ SELLER_FULFILLED: true })]);
    expect((await admin.get('/api/pricing/settings')).json()).toMatchObject({ pausedChannels: { SELLER_FULFILLED: true, FBA: true } });
    await set({ FBA: false });
    expect((await admin.get('/api/pricing/settings')).json()).toMatchObject({ pausedChannels: { SELLER_FULFILLED: true, FBA: false } });
  });

  it('gets no more prices of a running sync, which still sends its quantities', async () => {
    await price(2_050);
    await sql`update listing_counts set on_hand = on_hand + 2 where listing_id = (select id from listings where seller_sku = 'NEW')`.execute(db);
    const jobId = await app.owner.db.transaction().execute(async (tx) => {
      // The sync can't decide its prices before the pause.
      await sql`lock table pricing_decisions in share mode`.execute(tx);
      const started = await start(SYNC);
      await pause('SELLER_FULFILLED');
      return started;
    });
    await finishedJob(app, admin, jobId, sim);
    expect((await bySku(jobId)).NEW).toMatchObject({ outcome: 'ACCEPTED', quantity: 5, reason: expect.stringContaining('prices of its channel are paused') });
    await sim.advance(10_000);
    expect(await marketplace.listing('NEW')).toMatchObject({ price: '20.00', channels: [{ quantity: 5 }] });
  });
});

it('ends a canceled job as an error on its topic, with a result for each listing', async () => {
  await sim.fault({ effect: 'error503', operation: 'patchListingsItem' });
  await sql`update price_list_items set map = 20.50 where product_title = 'NEW'`.execute(db);
  const jobId = await start(SYNC);
  const run = await runOf(jobId);
  await expect.poll(async () => (await admin.get(`/api/jobs/${run}`)).json().state).toMatch(/QUEUED|RUNNING/);
  await admin.post(`/api/jobs/${run}/cancel`);
  await expect.poll(async () => (await admin.get(`/api/pricing/jobs/${jobId}`)).json().status).toBe('ERROR');
  expect((await changesOf(db, jobId)).every(({ outcome }) => outcome !== null)).toBe(true);
});

it('adds no change to a canceled job when its process, which was taken for dead, goes on', async () => {
  await sql`update price_list_items set map = 20.90 where product_title = 'NEW'`.execute(db);
  const jobId = await app.owner.db.transaction().execute(async (tx) => {
    // The sync can't store its decisions until this transaction ends.
    await sql`lock table pricing_decisions in share mode`.execute(tx);
    const started = await start(SYNC);
    const run = await runOf(started);
    await expect.poll(async () => (await admin.get(`/api/jobs/${run}`)).json().state).toBe('RUNNING');
    // The session by which the process shows that it lives.
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = ${ADVISORY_LOCKS.worker} and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())`.execute(tx);
    await admin.post(`/api/jobs/${run}/cancel`);
    expect((await admin.get(`/api/pricing/jobs/${started}`)).json()).toMatchObject({ status: 'ERROR', message: 'Canceled' });
    return started;
  });
  const executing = sql<{ key: string }>`select key from graphile_worker.jobs where locked_at is not null and task_identifier = 'run-job'`;
  await expect.poll(async () => (await executing.execute(db)).rows).toEqual([]);
  expect(await changesOf(db, jobId)).toEqual([]);
});

describe('FBA prices', () => {
  const update = async (body: object) => (await admin.post('/api/fba/update-price', body)).json();
  beforeAll(() => app.clock.advance(60_000));
  it('change price and business price and preserve the rest of the offer', async () => {
    expect(await update({ asin: 'b0000000fb', price: 29.5, businessPrice: 28 })).toMatchObject({ success: true, sku: 'FBA-N', price: 29.5, businessPrice: 28 });
    await sim.advance(10_000);
    const offers = await marketplace.offerAttributes('FBA-N');
    expect(offers.map(({ audience, our_price }) => [audience, our_price])).toEqual([
      ['ALL', [{ schedule: [{ value_with_tax: 29.5 }] }]],
      ['B2B', [{ schedule: [{ value_with_tax: 28 }] }]],
    ]);
  });
  it.each([
    [{ asin: 'B0000000FB', price: 15 }, 'A drop of 49.2 % from $29.50 needs approval', true],
    [{ asin: 'B0000000FB', price: 0.5 }, '$0.50 is below the floor of $1.00', false],
    [{ asin: 'B0000000FB', price: 29, businessPrice: 30 }, 'The business price must not be above the price', false],
    [{ asin: 'B000000001', price: 29 }, 'No FBA listing in New condition has the ASIN B000000001', false],
  ])('%j is rejected: %s', async (body, error, isHeld) => expect(await update(body)).toMatchObject({ success: false, error, isHeld }));
  it('that rise by more than a large move, or above the MAP, need approval like those of a sync', async () => {
    const above = { asin: 'B0000000FB', price: 36, businessPrice: 30.5 };
    const held = await update(above);
    expect(held).toMatchObject({
      success: false,
      isHeld: true,
      map: 30,
      error: 'A rise of 22.0 % from $29.50 needs approval; $36.00 is above the MAP of $30.00',
    });
    expect(await update({ ...above, price: 30.5 })).toMatchObject({ success: false, isHeld: true, error: '$30.50 is above the MAP of $30.00' });
    await sql`update price_list_items set cost = 20 where product_title = 'FBA-N'`.execute(db);
    expect(await update({ ...above, isApproved: true })).toMatchObject({
      success: true,
      audiences: [
        { audience: 'CONSUMER', before: 29.5, price: 36, margin: 16 },
        { audience: 'BUSINESS', before: 28, price: 30.5, margin: 10.5 },
      ],
    });
    expect(await update({ asin: 'B0000000FB', price: 29.5, isApproved: true })).toMatchObject({ success: true });
    await sql`update price_list_items set cost = null where product_title = 'FBA-N'`.execute(db);
  });
  it('can all be set to their MAP', async () => {
    const answer = (await admin.post('/api/fba/bulk-update-prices')).json();
    expect(answer).toMatchObject({ totalItems: 1, successCount: 1, errorCount: 0, errors: [], isComplete: true });
    await sim.advance(10_000);
    expect(await marketplace.listing('FBA-N')).toMatchObject({ price: '30.00', channels: [{ channel: 'AMAZON_NA' }] });
  });
  it('are recorded in the audit log with sender, approval and result', async () => {
    const { id, name } = await db.selectFrom('users').select(['id', 'name']).where('email', '=', admin.email).executeTakeFirstOrThrow();
    const shown = async () => (await admin.get(`/api/audit-log?kind=marketplace_listings&record=FBA-N&actor=${id}`)).json().data;
    const before = (await shown()).length;
    const prices = { asin: 'B0000000FB', price: 15, businessPrice: 14 };
    expect(await update(prices)).toMatchObject({ success: false, isHeld: true });
    expect(await shown()).toHaveLength(before);
    await sim.fault({ effect: 'error400', operation: 'patchListingsItem' });
    expect(await update({ ...prices, isApproved: true })).toMatchObject({ success: false });
    await sim.clearFaults();
    // An error that is no rejection leaves the result unknown.
    await sim.fault({ effect: 'expired-token', operation: 'patchListingsItem' });
    expect(await update({ ...prices, isApproved: true })).toMatchObject({ success: false });
    await sim.clearFaults();
    expect(await update({ ...prices, isApproved: true })).toMatchObject({ success: true });
    const entry = { actorName: name, before: { price: 30 }, after: { price: 15, business_price: 14, approved: true } };
    expect((await shown()).slice(0, 6)).toMatchObject([
      { ...entry, action: 'PRICE_ACCEPTED' },
      { ...entry, action: 'PRICE_SENT' },
      { ...entry, action: 'PRICE_UNKNOWN', after: { ...entry.after, reason: expect.stringContaining('patchListingsItem') } },
      { ...entry, action: 'PRICE_SENT' },
      { ...entry, action: 'PRICE_REFUSED', after: { ...entry.after, reason: expect.stringContaining('patchListingsItem') } },
      { ...entry, action: 'PRICE_SENT' },
    ]);
    expect(await shown()).toHaveLength(before + 6);
  });
});

it('request the shipment sales once and store them when they are ready', async () => {
  expect((await admin.post('/api/reports/retrieve-shipment-sales')).json()).toEqual({ success: false, message: 'Request the report first' });
  expect((await admin.post('/api/reports/request-shipment-sales')).json()).toMatchObject({ success: true, message: expect.stringContaining('was requested') });
  expect((await admin.post('/api/reports/request-shipment-sales')).json().message).toContain('requested 0 minutes ago');
  const entries = (await admin.get('/api/audit-log?kind=shipment_sales_requests')).json().data;
  expect(entries).toMatchObject(Array.from({ length: 3 }, () => ({ action: 'REQUESTED', actorName: admin.email.split('@')[0] })));
  await sim.advance(300_000);
  expect((await admin.post('/api/reports/retrieve-shipment-sales')).json()).toMatchObject({
    success: true,
    message: expect.stringContaining('The report is ready'),
  });
  const kept = (await admin.get('/api/reports/shipment-sales')).json();
  expect(kept).toMatchObject({ parts: [{ status: 'DONE' }, { status: 'DONE' }, { status: 'DONE' }] });
  const csv = await admin.get('/api/reports/shipment-sales.csv');
  const lines = csv.body.trim().split('\r\n');
  expect([lines[0], lines.length - 1]).toEqual(['Shipped,Order,SKU,FNSKU,ASIN,Quantity,Item price,Currency', kept.rowCount]);
});

it('store the shipment sales even if nobody retrieves them', async () => {
  await sql`delete from shipment_sales_requests`.execute(db);
  await sql`update job_runs set finished_at = now(), state = 'DONE' where key = 'keep-shipment-sales' and finished_at is null`.execute(db);
  expect((await admin.get('/api/reports/shipment-sales')).json()).toBeNull();
  expect((await admin.post('/api/reports/request-shipment-sales')).json().success).toBe(true);
  const statuses = async () => {
    await sim.advance(60_000);
    await hurry(app);
    return (await admin.get('/api/reports/shipment-sales')).json().parts.map(({ status }: { status: string }) => status);
  };
  await expect.poll(statuses).toEqual(['DONE', 'DONE', 'DONE']);
});

it('only administrators start jobs, resolve conflicts and change settings', async () => {
  const person = await app.signIn();
  for (const url of [
    SYNC,
    `${SYNC}/lowestprice`,
    '/api/adminsettings/clearsflocalinventorybulk',
    '/api/adminsettings/assignskustofnsku',
    '/api/fba/bulk-update-prices',
  ]) {
    expect((await person.post(url)).statusCode).toBe(403);
  }
  expect((await person.get('/api/pricing/jobs')).statusCode).toBe(200);
});
