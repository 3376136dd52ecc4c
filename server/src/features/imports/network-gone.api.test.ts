import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startTestJobs } from '../../../test/fixtures/test-jobs.ts';
import { createTestMarketplace, TEST_LISTINGS } from '../../../test/fixtures/test-marketplace.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { createMarketplace } from '../../integrations/marketplace/marketplace.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLogger } from '../../platform/logger.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import { createFeedSubmissions } from '../connection/internals.ts';
import type { Job } from '../jobs/index.ts';
import { importJobs } from './index.ts';

const GONE_FOR_MS = 60_000;

const app = await createTestApp();
const { db } = app;
const admin = await app.signIn('ROLE_ADMIN');
const { account, sim } = await createTestMarketplace();
await sim.seed(TEST_LISTINGS);

/** Pauses take no time here. They are added up, and after a minute of them the network returns. */
let waitedMs = 0;
const rest = async (ms: number) => {
  waitedMs += ms;
  if (waitedMs >= GONE_FOR_MS) await sim.clearFaults();
  await sim.advance(ms);
};
const startedAt = Date.now();
const marketplace = createMarketplace({
  account,
  logger: createLogger('silent'),
  sleep: rest,
  now: () => startedAt + waitedMs,
  submissions: createFeedSubmissions(db, app.connection),
});
const patches = [{ op: 'merge' as const, attribute: 'fulfillment_availability', value: [{ fulfillment_channel_code: 'DEFAULT', quantity: 1 }] }];
const importsWith = (topics: Topics) => importJobs({ db, clock: systemClock, marketplaces: { current: async () => marketplace }, topics });
// Stands for any code that submits feeds.
const feedLike = (job: Job): Job => ({ ...job, kind: 'import-fees', run: async (_, { runId }) => void (await submit(`run ${runId}`)) });
const submit = (key: string) => marketplace.submitFeed(key, [{ sku: 'SKU-1', patches }]);
await startTestJobs(app, (topics) => importsWith(topics).map((job) => (job.kind === 'import-fees' ? feedLike(job) : job)));

/** Runs waiting jobs early and counts their waiting time. */
async function finish(ids: readonly number[]): Promise<string[]> {
  for (;;) {
    const runs = await Promise.all(ids.map(async (id) => (await admin.get(`/api/jobs/${id}`)).json()));
    if (runs.every(({ finishedAt }) => finishedAt !== null)) return runs.map(({ state }) => state);
    const { rows } = await sql<{ id: string; ms: number }>`
      select id, extract(epoch from run_at - now())::float8 * 1000 as ms from graphile_worker.jobs where run_at > now() + interval '50 ms' and locked_at is null
      order by run_at limit 1`.execute(db);
    const [next] = rows;
    if (next !== undefined) {
      await rest(next.ms);
      await sql`select graphile_worker.reschedule_jobs(array[${next.id}::bigint], run_at := now())`.execute(db);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

it('recovers imports and feeds after a minute without network and submits nothing twice', async () => {
  // The first feed is created, and its answer is the last one to be lost.
  await sim.fault({ effect: 'lost', operation: 'createFeed', times: 1 });
  await sim.fault({ effect: 'reset', operation: 'getFeeds', skip: 1 });
  for (const operation of ['lwaToken', 'createReport', 'getReports', 'getReport', 'searchOrders', 'getDocument'])
    await sim.fault({ effect: 'reset', operation });
  const kinds = ['import-listings', 'import-orders', 'import-removals', 'import-fees'];
  const ids: number[] = [];
  for (const kind of kinds) ids.push((await admin.post('/api/jobs', { kind })).json().id);
  expect(await finish(ids)).toEqual(['DONE', 'DONE', 'DONE', 'DONE']);
  expect(waitedMs).toBeGreaterThan(GONE_FOR_MS);
  const count = async (table: string) => Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n);
  expect(await count('marketplace_listings')).toBe(100);
  expect(await count('orders')).toBeGreaterThan(50);
  expect(await count('removal_shipments')).toBeGreaterThan(5);
  const made = (await sim.journal()).filter(({ operation, answer }) => operation === 'createFeed' && answer !== undefined && 'feedId' in (answer as object));
  expect(made).toHaveLength(1);
  const { feed_id } = await db.selectFrom('feed_submissions').select('feed_id').executeTakeFirstOrThrow();
  expect(made[0]?.answer).toEqual({ feedId: feed_id });
});
