import { numberText } from '@stowage/contract/formats/text/number-text';
import { sql } from 'kysely';
import { createFeedSubmissions } from '../../../server/src/features/connection/feed-submission.repository.ts';
import { listingJobs } from '../../../server/src/features/pricing/index.ts';
import { insertListingJob } from '../../../server/src/features/pricing/sync/listing-job.repository.ts';
import { createMarketplace } from '../../../server/src/integrations/marketplace/marketplace.ts';
import { createMemoryBudget } from '../../../server/src/integrations/marketplace/transport/call-budget.ts';
import { systemClock } from '../../../server/src/platform/clock.ts';
import { startWorker } from '../../../server/src/platform/jobs/worker.ts';
import { createLogger } from '../../../server/src/platform/logger.ts';
import { openBareDatabase } from '../harness/bare-database.ts';
import { printTable } from '../harness/measure.ts';
import { startSimulator } from '../harness/simulator.ts';

/**
 * A sync with the simulator, which refuses 3 % of the changes. The sync is interrupted and resumed; then the benchmark checks
 * that each listing has one outcome and that the marketplace has the decided values. Two sizes show that memory does not grow.
 */
const SIZES = (process.env.STOWAGE_BENCH_SYNC ?? '5000,50000').split(',').map(Number);
const SAMPLE_EVERY_MS = 20;

const { connection, client, db, pool, remove } = await openBareDatabase({ max: 4 });
// Creates the tables of the queue; the benchmark runs no jobs from it.
await (await startWorker({ pool, tasks: [], logger: createLogger('silent') })).stop();
await client.query('create extension if not exists pg_stat_statements');
const simulator = await startSimulator();
// Amazon takes five feeds in five minutes. The quotas refill by the simulator's clock, or the benchmark would measure that wait.
let aheadMs = 0;
const advance = async (ms: number) => {
  aheadMs += ms;
  await simulator.advance(ms);
};
const account = { baseUrl: simulator.url, tokenUrl: `${simulator.url}/auth/o2/token`, refreshToken: 'r', clientId: 'c', clientSecret: 's' };
const marketplace = createMarketplace({
  account: { ...account, sellerId: 'A1STOWAGEDEMO', marketplaceId: 'ATVPDKIKX0DER' },
  logger: createLogger('silent'),
  budget: createMemoryBudget(() => Date.now() + aheadMs),
  submissions: createFeedSubmissions(db, connection),
});
const topics = { publish: () => {}, publishHere: () => {}, listen: () => () => {}, onGap: () => {}, serveLatest: () => {}, latest: () => undefined };
// Interrupts the sync during pricing and again after the submission of a feed, like a killed process.
let givesUp = 2;
const cutOff: typeof marketplace = {
  ...marketplace,
  until: () => cutOff,
  submitFeed: async (...feed) => {
    const id = await marketplace.submitFeed(...feed);
    if (givesUp === 1) throw new Error('Interrupted');
    return id;
  },
};
const job = listingJobs({ db, clock: systemClock, topics, marketplaces: { current: async () => cutOff } }).find(({ kind }) => kind === 'sync-listings');
if (job === undefined) throw new Error('The sync job does not exist');

/** The smallest size, to which the others are compared. */
let first: { readonly seconds: number; readonly databaseSeconds: number; readonly pages: number } | undefined;
const rows: Record<string, string>[] = [];
for (const size of SIZES) rows.push(await syncOnce(size));
printTable('A sync, 3 % refused by the marketplace, interrupted twice', rows);
simulator.process.kill('SIGTERM');
await remove();

async function syncOnce(size: number): Promise<Record<string, string>> {
  await seed(size);
  const run = await client.query<{ id: number }>("insert into job_runs (kind, key, state) values ('sync-listings', 'push-listings', 'QUEUED') returning id");
  const runId = Number(run.rows[0]?.id);
  const { id } = await insertListingJob(db, { runId, kind: 'sync-listings', payload: {}, startedBy: null, now: new Date() });
  const before = process.memoryUsage().rss;
  let peak = before;
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, SAMPLE_EVERY_MS);
  await client.query('select pg_stat_statements_reset()');
  const started = performance.now();
  givesUp = 2;
  const feedsBefore = await simulator.countFeeds();
  for (;;) {
    let steps = 0;
    const progress = async () => {
      if (givesUp === 2 && ++steps === 3) throw new Error('Interrupted');
    };
    try {
      const end = await job?.run(
        {},
        { runId, signal: new AbortController().signal, memory: {}, remember: async () => {}, progress, progressInTransaction: () => {}, log: async () => {} },
      );
      if (end === undefined) break;
      await advance(120_000);
      await advance(0);
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'Interrupted') throw error;
      givesUp -= 1;
    }
  }
  const seconds = (performance.now() - started) / 1000;
  clearInterval(sampler);
  const work = await client.query<{ calls: number; seconds: number; pages: number }>(
    'select sum(calls)::int as calls, sum(total_exec_time) / 1000 as seconds, sum(shared_blks_hit + shared_blks_read)::int as pages from pg_stat_statements',
  );
  const [{ calls, seconds: databaseSeconds, pages } = { calls: 0, seconds: 0, pages: 0 }] = work.rows;
  first ??= { seconds, databaseSeconds, pages };
  await client.query("update job_runs set state = 'DONE', finished_at = now() where id = $1", [runId]);
  return {
    listings: numberText(size),
    seconds: `${seconds.toFixed(1)} (${(seconds / first.seconds).toFixed(1)}x)`,
    'in the database': `${databaseSeconds.toFixed(1)} s (${(databaseSeconds / first.databaseSeconds).toFixed(1)}x)`,
    'pages read': `${numberText(pages)} (${(pages / first.pages).toFixed(1)}x)`,
    statements: numberText(calls),
    'memory growth': `${((peak - before) / 1024 / 1024).toFixed(0)} MiB`,
    ...(await verify(id)),
    'feeds planned / created': `${await countFeeds(id)} / ${(await simulator.countFeeds()) - feedsBefore}`,
    interruptions: String(2 - givesUp),
  };
}

async function verify(jobId: number): Promise<Record<string, string>> {
  const { rows: outcomes } = await sql<{ outcome: string | null; count: number }>`
    select outcome, count(*)::int as count from listing_changes where job_id = ${jobId} group by 1 order by 1`.execute(db);
  const { rows: decided } = await sql<{ sku: string; price: string; quantity: number }>`
    select seller_sku as sku, new_price::text as price, new_quantity as quantity from listing_changes where job_id = ${jobId} and outcome = 'ACCEPTED'`.execute(
    db,
  );
  await advance(60_000);
  await advance(0);
  const { reportId } = await marketplace.requestReport({ report: 'listings' });
  await advance(300_000);
  await advance(0);
  const { documentId } = await marketplace.reportProgress(reportId);
  const there = new Map<string, string>();
  for await (const { get } of marketplace.reportRows(documentId ?? '')) there.set(get('seller-sku'), `${get('price')} ${get('quantity')}`);
  const different = decided.filter(({ sku, price, quantity }) => there.get(sku) !== `${price} ${quantity}`).length;
  return { outcomes: outcomes.map(({ outcome, count }) => `${count} ${outcome}`).join(', '), 'wrong values': String(different) };
}

async function countFeeds(jobId: number): Promise<number> {
  const { rows: feeds } = await sql<{ count: number }>`select count(*)::int as count from listing_feeds where job_id = ${jobId}`.execute(db);
  return feeds[0]?.count ?? 0;
}

async function seed(size: number): Promise<void> {
  for (const table of [
    'quantity_offers',
    'quantity_answers',
    'marketplace_listings',
    'listing_counts',
    'listings',
    'product_gtins',
    'products',
    'price_list_items',
  ]) {
    await client.query(`delete from ${table}`);
  }
  const ghost = 'n % 100 < 3';
  await client.query("insert into products (id, title) overriding system value select n, 'Product ' || n from generate_series(1, $1::int) n", [size]);
  await client.query("insert into product_gtins select lpad((10000000000000 + n)::text, 14, '0'), n from generate_series(1, $1::int) n", [size]);
  await client.query(
    "insert into listings (product_id, seller_sku, asin, condition, channel) select n, 'SKU-' || n, 'B' || lpad(n::text, 9, '0'), 11, 'SELLER_FULFILLED' from generate_series(1, $1::int) n",
    [size],
  );
  await client.query(
    `insert into marketplace_listings (seller_sku, asin, title, condition, channel, price, quantity, status)
     select 'SKU-' || n, 'B' || lpad(n::text, 9, '0'), 'Product ' || n, 11, 'DEFAULT', 10 + n % 5000 / 100.0, 2, 'Active' from generate_series(1, $1::int) n`,
    [size],
  );
  await client.query(
    "insert into price_list_items (gtin, product_title, map, upload_id) select lpad((10000000000000 + n)::text, 14, '0'), 'Product', 10.5 + n % 5000 / 100.0, 0 from generate_series(1, $1::int) n",
    [size],
  );
  await client.query('analyze');
  const { rows: known } = await client.query<{ n: number }>(`select n from generate_series(1, ${size}) n where not (${ghost})`);
  const listings = known.map(({ n }) => ({
    ...{ sku: `SKU-${n}`, asin: `B${String(n).padStart(9, '0')}`, fnSku: `X${n}`, condition: 11, channel: 'DEFAULT', title: `Product ${n}`, brand: 'B' },
    ...{ gtin: '00036000291452', priceCents: 1_000 + (n % 5_000), quantity: 2 },
  }));
  await simulator.post('seed', { listings });
}
