import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { importJobs } from '../../../server/src/features/imports/index.ts';
import { createMarketplace } from '../../../server/src/integrations/marketplace/marketplace.ts';
import { systemClock } from '../../../server/src/platform/clock.ts';
import { createLogger } from '../../../server/src/platform/logger.ts';
import { openBareDatabase } from '../harness/bare-database.ts';
import { printTable } from '../harness/measure.ts';
import { startSimulator } from '../harness/simulator.ts';

/**
 * The import of a listings report: downloaded from the simulator process, decompressed, parsed and stored in one pass, compared
 * with PostgreSQL's COPY of the same file into a bare table.
 */
const ROWS = Number(process.env.STOWAGE_BENCH_LISTINGS ?? 200_000);
const ROUNDS = 3;
const SAMPLE_EVERY_MS = 20;

const { folder, client, db, remove } = await openBareDatabase({ max: 4 });
const simulator = await startSimulator();
const account = { baseUrl: simulator.url, tokenUrl: `${simulator.url}/auth/o2/token`, refreshToken: 'r', clientId: 'c', clientSecret: 's' };
const marketplace = createMarketplace({
  account: { ...account, sellerId: 'A1STOWAGEDEMO', marketplaceId: 'ATVPDKIKX0DER' },
  logger: createLogger('silent'),
  submissions: undefined as never,
});
const job = importJobs({ db, clock: systemClock, marketplaces: { current: async () => marketplace }, topics: undefined as never }).find(
  ({ kind }) => kind === 'import-listings',
);
if (job === undefined) throw new Error('The import of listings does not exist');

const rows: Record<string, string>[] = [];
await seed(0);
for (const [what, cents] of [
  ['import, all new', 0],
  ['import, nothing changed', 0],
  ['import, every price changed', 1],
] as const) {
  if (cents > 0) await seed(cents);
  const { seconds, growthMiB, counts } = await importOnce();
  rows.push({ what, ...speed(seconds), 'memory growth': `${growthMiB.toFixed(0)} MiB`, counts });
}
const copy = await copyRaw();
rows.push({ what: 'COPY of the file into a bare table', ...speed(copy.seconds), 'memory growth': '', counts: `${copy.mebibytes.toFixed(0)} MiB` });
printTable(`A listings report of ${numberText(ROWS)} rows`, rows);

simulator.process.kill('SIGTERM');
await remove();

function speed(seconds: number): Record<string, string> {
  return { seconds: seconds.toFixed(1), 'rows per second': numberText(Math.round(ROWS / seconds)) };
}

/** Waits for the report without measuring, then times the step from the download to the last stored row. */
async function importOnce(): Promise<{ seconds: number; growthMiB: number; counts: string }> {
  let memory: Record<string, unknown> = {};
  let counts: Readonly<Record<string, number>> = {};
  const context = () => ({
    runId: 1,
    signal: new AbortController().signal,
    memory,
    remember: async (values: Readonly<Record<string, unknown>>) => {
      memory = { ...memory, ...values };
    },
    progressInTransaction: () => {},
    progress: async (progress: { counts?: Readonly<Record<string, number>> }) => {
      counts = progress.counts ?? counts;
    },
    log: async () => {},
  });
  for (;;) {
    await simulator.advance(60_000);
    // The simulator generates the report on the next call, which must not be part of the measured time.
    await simulator.advance(0);
    const before = process.memoryUsage().rss;
    let peak = before;
    const sampler = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, SAMPLE_EVERY_MS);
    const started = performance.now();
    const end = await job?.run({}, context());
    const seconds = (performance.now() - started) / 1000;
    clearInterval(sampler);
    if (end === undefined) return { seconds, growthMiB: (peak - before) / 1024 / 1024, counts: Object.values(counts).join(' / ') };
  }
}

async function seed(addedCents: number): Promise<void> {
  const listings = Array.from({ length: ROWS }, (_, index) => ({
    sku: `SKU-${index}`,
    asin: `B${String(Math.floor(index / 1.4)).padStart(9, '0')}`,
    fnSku: `X${String(index).padStart(9, '0')}`,
    condition: index % 7 === 0 ? 3 : 11,
    channel: index % 6 === 0 ? 'AMAZON_NA' : 'DEFAULT',
    title: `Stainless Steel Water Bottle, 24 oz, Forest Green – number ${index}`,
    brand: 'Harborline',
    gtin: '00036000291452',
    priceCents: 1_000 + (index % 5_000) + addedCents,
    quantity: index % 9,
  }));
  await simulator.post('seed', { listings });
}

/** COPY of the same bytes from a file: the median of several rounds. */
async function copyRaw(): Promise<{ seconds: number; mebibytes: number }> {
  const { reportId } = await marketplace.requestReport({ report: 'listings' });
  await simulator.advance(60_000);
  const { documentId } = await marketplace.reportProgress(reportId);
  const columns = ['item-name', 'seller-sku', 'price', 'quantity', 'item-condition', 'asin1', 'product-id', 'fulfillment-channel', 'status'];
  const lines: string[] = [];
  for await (const { get } of marketplace.reportRows(documentId ?? '')) lines.push(columns.map(get).join('\t'));
  const file = path.join(folder, 'listings.tsv');
  writeFileSync(file, `${lines.join('\n')}\n`);
  chmodSync(file, 0o644);
  await client.query(`create table raw_listings (${columns.map((column) => `"${column}" text`).join(', ')})`);
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await client.query('truncate raw_listings');
    const started = performance.now();
    await client.query(`copy raw_listings from '${file}'`);
    seconds.push((performance.now() - started) / 1000);
  }
  return { seconds: seconds.toSorted((a, b) => a - b)[1] ?? Number.NaN, mebibytes: lines.join('\n').length / 1024 / 1024 };
}
