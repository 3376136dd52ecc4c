import { numberText } from '@stowage/contract/formats/text/number-text';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../server/src/platform/database/embedded/embedded-postgres.ts';
import { describe, measure, printTable } from '../harness/measure.ts';
import { Product } from '../harness/product.ts';

/** The first page of the pricing breakdown, sorted by each column, for one job with five million decisions. */
const DECISIONS = Number(process.env.STOWAGE_BENCH_DECISIONS ?? 5_000_000);
const SORTS = ['merchant_sku', 'asin', 'map_price', 'competitive_price', 'submitted_price', 'created_at'];
const INDEXES = ['by_sku', 'by_asin', 'by_map', 'by_competitive', 'by_submitted', 'by_id'];

const product = new Product();
await product.start();
const { connection } = await startEmbeddedPostgres({ folder: product.folder, purpose: 'visit' });
const bare = new pg.Client(connection);
await bare.connect();
const jobId = await seedDecisions();

const rows: Record<string, string>[] = [];
for (const sortField of SORTS) {
  for (const sortDirection of ['ASC', 'DESC']) {
    const body = { jobId, sortField, sortDirection, page: 0, size: 50 };
    const ask = async (nth: number) => void (await product.call(nth, 'POST', '/api/pricing-breakdown/data', body));
    await measure(2, 1, ask);
    rows.push({ 'sorted by': `${sortField} ${sortDirection}`, ...describe(await measure(2, 2, ask)) });
  }
}
for (const [what, body] of [
  ['all jobs of seven days', { page: 0, size: 50 }],
  ['one method', { jobId, pricingMethod: 'error_fallback_to_map', sortField: 'map_price', sortDirection: 'ASC' }],
  ['page 100', { jobId, page: 99, size: 50 }],
] as const) {
  const ask = async (nth: number) => void (await product.call(nth, 'POST', '/api/pricing-breakdown/data', body));
  await measure(2, 1, ask);
  rows.push({ 'sorted by': what, ...describe(await measure(2, 2, ask)) });
}
printTable(`POST /api/pricing-breakdown/data over ${numberText(DECISIONS)} decisions of one job, 2 connections`, rows);
const before = await product.memoryMiB();
const startedAt = performance.now();
const bytes = await product.download('/api/pricing-breakdown/export', { jobId, sortField: 'competitive_price', sortDirection: 'DESC', page: null, size: null });
const seconds = (performance.now() - startedAt) / 1000;
const memory = `memory ${before.toFixed(0)} MiB before and ${(await product.memoryMiB()).toFixed(0)} MiB after`;
console.log(`\nThe export of all decisions by competitive price: ${(bytes / 1024 / 1024).toFixed(0)} MiB in ${seconds.toFixed(0)} s, ${memory}.`);
await bare.end();
await product.stop();
product.remove();

async function seedDecisions(): Promise<string> {
  const { rows: definitions } = await bare.query<{ indexdef: string }>('select indexdef from pg_indexes where indexname = any($1)', [
    INDEXES.map((name) => `pricing_decisions_${name}`),
  ]);
  // Created after the data in a minute; maintaining the indexes row by row takes much longer.
  for (const name of INDEXES) await bare.query(`drop index pricing_decisions_${name}`);
  const { rows: jobs } = await bare.query<{ id: number; code: string }>(
    "insert into listing_jobs (kind, status, finished_at) values ('sync-listings', 'COMPLETED', now()) returning id, code",
  );
  const [job] = jobs;
  await bare.query(
    `insert into pricing_decisions (job_id, seller_sku, asin, condition, map_price, competitive_price, submitted_price, threshold_enforced, pricing_decision,
       pricing_method, calculation_details, decision_details)
     select $1, 'SKU-' || n, 'B' || lpad((n * 7919 % 1000000000)::text, 9, '0'), 11, case when n % 40 > 0 then 9.99 + n * 31 % 9000 / 100.0 end,
       case when n % 3 = 0 then 8.99 + n * 37 % 9000 / 100.0 end, 9.49 + n * 41 % 9000 / 100.0, false, '100% of MAP for New',
       (array['lowest_price_per_condition', 'percentage_off_map_fallback', 'percentage_off_map_fallback', 'error_fallback_to_map'])[1 + n % 4], '{"inputs": {}}', '{"floor": 1}'
     from generate_series(1, $2::bigint) as n`,
    [job?.id, DECISIONS],
  );
  await bare.query(
    'update listing_jobs set method_counts = (select jsonb_object_agg(pricing_method, count) from (select pricing_method, count(*) from pricing_decisions where job_id = $1 group by 1) c) where id = $1',
    [job?.id],
  );
  for (const { indexdef } of definitions) await bare.query(indexdef);
  await bare.query('vacuum analyze pricing_decisions, listing_jobs');
  return job?.code ?? '';
}
