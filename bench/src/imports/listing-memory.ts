import { numberText } from '@stowage/contract/formats/text/number-text';
import { importJobs } from '../../../server/src/features/imports/index.ts';
import { readTable } from '../../../server/src/integrations/marketplace/formats/report-table.ts';
import type { Marketplace } from '../../../server/src/integrations/marketplace/marketplace.ts';
import { systemClock } from '../../../server/src/platform/clock.ts';
import { openBareDatabase } from '../harness/bare-database.ts';
import { printTable } from '../harness/measure.ts';

/**
 * The memory that the import of a listings report needs, by the size of the report. The report is generated while it is read, so that
 * nothing but the import grows. It is imported twice: all new, and with nothing changed.
 */
const SIZES = (process.env.STOWAGE_BENCH_LISTINGS ?? '200000,2000000').split(',').map(Number);
const SAMPLE_EVERY_MS = 50;
const CHUNK = 1_000;
const HEADINGS = ['item-name', 'seller-sku', 'price', 'quantity', 'item-condition', 'asin1', 'fulfillment-channel', 'status'];

const { db, remove } = await openBareDatabase({ max: 12 });

const rows: Record<string, string>[] = [];
for (const size of SIZES) {
  for (const what of ['the first time', 'again, nothing changed']) {
    const before = process.memoryUsage().rss;
    let peak = before;
    const sampler = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, SAMPLE_EVERY_MS);
    const started = performance.now();
    await importOnce(size);
    clearInterval(sampler);
    const seconds = (performance.now() - started) / 1000;
    const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
    rows.push({ rows: numberText(size), what, seconds: seconds.toFixed(0), before: mib(before), peak: mib(peak), growth: mib(peak - before) });
    console.log(JSON.stringify(rows.at(-1)));
  }
}
printTable('Memory of the process that imports a listings report, database not included', rows);
await remove();

async function importOnce(size: number): Promise<void> {
  const marketplace: Marketplace = {
    until: () => marketplace,
    requestReport: async () => ({ reportId: 'r', requestedAt: new Date() }),
    reportProgress: async () => ({ status: 'DONE', documentId: 'd' }),
    reportRows: () => readTable(report(size), 'text/plain; charset=utf-8'),
  } as unknown as Marketplace;
  const job = importJobs({ db, clock: systemClock, marketplaces: { current: async () => marketplace }, topics: undefined as never }).find(
    ({ kind }) => kind === 'import-listings',
  );
  if (job === undefined) throw new Error('The import of listings does not exist');
  let memory: Record<string, unknown> = {};
  const context = () => ({
    ...{ runId: 1, signal: new AbortController().signal, memory, log: async () => {}, progress: async () => {}, progressInTransaction: () => {} },
    remember: async (values: Readonly<Record<string, unknown>>) => {
      memory = { ...memory, ...values };
    },
  });
  let end: unknown = { againInMs: 0 };
  while (end !== undefined) end = await job.run({}, context());
}

async function* report(size: number): AsyncGenerator<Buffer> {
  yield Buffer.from(`${HEADINGS.join('\t')}\n`);
  for (let from = 0; from < size; from += CHUNK) {
    const lines = Array.from({ length: Math.min(CHUNK, size - from) }, (_, at) => lineOf(from + at));
    yield Buffer.from(lines.join(''));
  }
}

function lineOf(nth: number): string {
  const [title, asin] = [`Stainless Steel Water Bottle, 24 oz, number ${nth}`, `B${String(Math.floor(nth / 1.4)).padStart(9, '0')}`];
  return `${[title, `SKU-${nth}`, '12.50', nth % 9, nth % 7 === 0 ? 3 : 11, asin, nth % 6 === 0 ? 'AMAZON_NA' : 'DEFAULT', 'Active'].join('\t')}\n`;
}
