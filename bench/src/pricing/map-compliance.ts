import { numberText } from '@stowage/contract/formats/text/number-text';
import pg from 'pg';
import { listViolationCounts } from '../../../server/src/features/pricing/map-compliance/map-compliance.read-model.ts';
import { startEmbeddedPostgres } from '../../../server/src/platform/database/embedded/embedded-postgres.ts';
import { describe, measure, printTable } from '../harness/measure.ts';
import { Product } from '../harness/product.ts';
import { recordStatement } from '../harness/record-statement.ts';

/** The MAP chart of a year with 200 competitors and 20 million snapshots, and the offers behind its points. */
const COMPETITORS = Number(process.env.STOWAGE_BENCH_COMPETITORS ?? 200);
const SNAPSHOTS = Number(process.env.STOWAGE_BENCH_SNAPSHOTS ?? 20_000_000);
const DAYS = 365;
const PRODUCTS = Math.ceil(SNAPSHOTS / DAYS / COMPETITORS);
const YEAR = { startDate: '2026-01-01', endDate: '2026-12-31' };
/** Every fourth name has two accounts. */
const NAMES = COMPETITORS * 0.8;

// Prevents the demo from sampling its own competitors.
process.env.STOWAGE_DEMO = 'off';
const product = new Product();
await product.start();
const { connection } = await startEmbeddedPostgres({ folder: product.folder, purpose: 'visit' });
const bare = new pg.Client(connection);
await bare.connect();
await seedYear();

const competitors = JSON.parse(await product.call(0, 'POST', '/api/map-compliance-competitors', {})) as { id: number; name: string }[];
const everybody = competitors.map(({ id }) => id);
const first = competitors.filter(({ name }) => name === 'Competitor 1').map(({ id }) => id);
const chart = await product.call(0, 'POST', '/api/map-compliance-report', { ...YEAR, competitorIds: everybody });
const points = (JSON.parse(chart) as unknown[]).length;

const rows: Record<string, string>[] = [];
for (const [what, path, body] of [
  ['the chart: a year, all competitors', 'map-compliance-report', { ...YEAR, competitorIds: everybody }],
  ['a year of one name, one of its two accounts', 'map-compliance-report', { ...YEAR, competitorIds: first.slice(0, 1) }],
  ['the last 30 days, all competitors', 'map-compliance-report', { startDate: '2026-12-01', endDate: '2026-12-31', competitorIds: everybody }],
  ['the offers behind a point', 'map-compliance/violations', { startDate: '2026-07-01', endDate: '2026-07-01', competitorIds: first }],
] as const) {
  const ask = async (nth: number) => void (await product.call(nth, 'POST', `/api/${path}`, body));
  await measure(1, 1, ask);
  rows.push({ what, ...describe(await measure(1, 3, ask)) });
}
const { text } = await recordStatement((db) => listViolationCounts(db, { ...YEAR, competitorIds: everybody }));
const { startDate, endDate } = YEAR;
const values = [everybody, everybody, startDate, endDate, startDate, endDate];
rows.push({ what: 'the chart, the same SQL, bare driver', ...describe(await measure(1, 3, async () => void (await bare.query(text, values)))) });
const { rows: counted } = await bare.query('select count(*)::int as count from map_snapshots');
printTable(
  `${numberText(counted[0].count)} snapshots of ${COMPETITORS} accounts; the chart has ${numberText(points)} points, ${(chart.length / 1e6).toFixed(1)} MB of JSON`,
  rows,
);
await bare.end();
await product.stop();
product.remove();

async function seedYear(): Promise<void> {
  await bare.query('truncate map_snapshots, map_violation_days, competitors restart identity');
  await bare.query(
    `insert into competitors (seller_id, name) select 'A' || lpad(n::text, 13, '0'), 'Competitor ' || 1 + n % $2::int from generate_series(1, $1::int) n`,
    [COMPETITORS, NAMES],
  );
  const { rows: indexes } = await bare.query<{ indexdef: string }>("select indexdef from pg_indexes where indexname = 'map_snapshots_violations'");
  await bare.query('drop index map_snapshots_violations');
  for (let from = 0; from < DAYS; from += 30) {
    await bare.query(
      `insert into map_snapshots (day, asin, competitor_id, price, shipping, compared, map, read_at)
       select '2026-01-01'::date + d, 'B' || lpad(p::text, 9, '0'), c, price, 0, price, 50, '2026-01-01'::timestamptz + make_interval(days => d)
       from generate_series($1::int, least($1::int + 30, $2::int) - 1) d, generate_series(1, $3::int) p, generate_series(1, $4::int) c,
         lateral (select case when (d * 31 + p * 17 + c * 7) % 10 = 0 then 45 else 55 end as price)`,
      [from, DAYS, PRODUCTS, COMPETITORS],
    );
  }
  for (const { indexdef } of indexes) await bare.query(indexdef);
  await bare.query(
    `insert into map_violation_days (name, day, violations) select c.name, v.day, count(distinct v.asin)
     from competitors c join map_snapshots v on v.competitor_id = c.id and v.is_violation group by c.name, v.day`,
  );
  await bare.query('vacuum analyze map_snapshots, map_violation_days, competitors');
}
