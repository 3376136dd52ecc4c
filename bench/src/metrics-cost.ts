import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { scanBatches, scans } from '../../server/src/features/inventory/scan/scan-metrics.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/embedded-postgres.ts';
import { httpRequests, poolWaits, stopwatch } from '../../server/src/platform/metrics/metrics.ts';
import { median, printTable } from './harness/measure.ts';
import { Product } from './harness/product.ts';

/** What metrics and the access log cost: processor time of the server for a fixed number of scans, the variants taking turns. */
const ROUNDS = Number(process.env.STOWAGE_BENCH_ROUNDS ?? 60);
const SCANS = 800;
const CONNECTIONS = 16;
const SHELVES = 56;
const METRICS_PORT = 4_399;
const SCRAPE_MS = 5_000;
const SCRAPES = 50;

const metricsOn = { STOWAGE_METRICS_PORT: String(METRICS_PORT) };
/** The folder of a built version without counters. */
const before = process.env.STOWAGE_BENCH_BASELINE;
const variants = [
  ...(before === undefined ? [] : [{ name: 'before', product: new Product({ port: 4_391, checkout: before }) }]),
  { name: 'metrics off', product: new Product({ port: 4_392 }) },
  { name: 'metrics on, scraped every 5 s', product: new Product({ port: 4_393, environment: metricsOn }) },
  { name: 'access log on', product: new Product({ port: 4_394, environment: { STOWAGE_LOG_LEVEL: 'info', STOWAGE_ACCESS_LOG: 'on' } }) },
].map((variant) => ({ ...variant, codes: [] as string[], rounds: [] as number[] }));

for (const { product, codes } of variants) {
  await product.start();
  const { connection } = await startEmbeddedPostgres({ folder: product.folder, purpose: 'visit' });
  const client = new pg.Client(connection);
  await client.connect();
  await product.finishImports(client);
  codes.push(...(await client.query<{ fnsku: string }>('select fnsku from listings order by id limit 2000')).rows.map(({ fnsku }) => fnsku));
  await client.end();
}
const scraper = setInterval(() => void fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`).then((answer) => answer.text()), SCRAPE_MS);

// The first rounds warm the compiler up.
for (let round = -2; round < ROUNDS; round++) {
  const turn = round % 2 === 0 ? variants : [...variants].reverse();
  for (const { product, codes, rounds } of turn) {
    const started = await product.cpuMs();
    const each = SCANS / CONNECTIONS;
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => scanRepeatedly({ product, codes, connection, each })));
    if (round >= 0) rounds.push((await product.cpuMs()) - started);
  }
}
clearInterval(scraper);

/** Of the counters of one scan alone, which the differences between whole processes are too small to show. */
function countingUs(): number {
  const repeats = 400_000;
  const started = process.cpuUsage();
  for (let nth = 0; nth < repeats; nth++) {
    const elapsed = stopwatch();
    httpRequests.observe({ method: 'POST', route: '/api/sfinventory', status: '2xx' }, 0.006);
    scans.inc({ result: 'added' });
    scanBatches.observe(7);
    poolWaits.observe({ pool: 'calls' }, elapsed());
  }
  const { user, system } = process.cpuUsage(started);
  return (user + system) / repeats;
}

const counting = median([countingUs(), countingUs(), countingUs()]);
const scraped = variants.find(({ product }) => product.port === 4_393)?.product;
const beforeScrapes = (await scraped?.cpuMs()) ?? Number.NaN;
for (let nth = 0; nth < SCRAPES; nth++) await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`).then((answer) => answer.text());
const scrapeMs = (((await scraped?.cpuMs()) ?? Number.NaN) - beforeScrapes) / SCRAPES;
console.log(
  `\nThe counters of one scan alone: ${counting.toFixed(2)} µs. One scrape: ${scrapeMs.toFixed(1)} ms, ${((100 * scrapeMs) / SCRAPE_MS).toFixed(2)} % of a core.`,
);

const reference = variants[0] === undefined ? [] : variants[0].rounds;
printTable(
  `Processor time of ${SCANS} scans, ${ROUNDS} rounds each`,
  variants.map(({ name, rounds }) => ({
    variant: name,
    'µs per scan': ((median(rounds) / SCANS) * 1000).toFixed(0),
    'to the first, median of the rounds': percent(median(rounds.map((ms, nth) => ms / (reference[nth] ?? Number.NaN)))),
    'quietest quarter of the rounds': percent(quarter(rounds) / quarter(reference)),
  })),
);
for (const { product } of variants) {
  await product.stop();
  product.remove();
}

interface Repeated {
  readonly product: Product;
  readonly codes: readonly string[];
  readonly connection: number;
  readonly each: number;
}

async function scanRepeatedly({ product, codes, connection, each }: Repeated): Promise<void> {
  for (let nth = 0; nth < each; nth++) {
    const productId = codes[Math.floor(Math.random() * codes.length)];
    const locationId = 1 + Math.floor(Math.random() * SHELVES);
    await product.call(connection, 'POST', '/api/sfinventory', { productId, locationId, clientScanId: randomUUID() });
  }
}

function percent(ratio: number): string {
  return `${((ratio - 1) * 100).toFixed(1)} %`;
}

/** The mean of the lowest quarter: on a busy machine, other work adds to processor times. */
function quarter(values: readonly number[]): number {
  const lowest = values.toSorted((one, other) => one - other).slice(0, Math.ceil(values.length / 4));
  return lowest.reduce((total, value) => total + value, 0) / lowest.length;
}
