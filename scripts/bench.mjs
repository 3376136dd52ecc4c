import path from 'node:path';
import { prepare } from './prepare.mjs';
import { bin, run } from './run.mjs';

/** `npm run bench`, or `npm run bench -- stock` and so on: runs a benchmark and prints each figure with its reference from the same run. */
const BENCHES = [
  'inventory/first-light',
  'inventory/stock',
  'inventory/spreadsheets',
  'imports/listings',
  'imports/listing-memory',
  'pricing/price-lists',
  'pricing/map-compliance',
  'fee-lookup',
  'pricing/pricing-engine',
  'pricing/pricing',
  'purchasing/purchasing',
  'purchasing/reorder',
  'purchasing/invoices',
  'pricing/sync',
  'orders',
  'returns',
  'cases',
  'search',
  'dashboard',
  'documents',
  'index-advisor',
  'idle',
  'metrics-cost',
  'web-processes',
];
const [name = 'first-light', ...rest] = process.argv.slice(2);
const file = BENCHES.find((each) => path.posix.basename(each) === name);
if (file === undefined) {
  console.error(`There is no benchmark ${name}. Choose one of ${BENCHES.map((each) => path.posix.basename(each)).join(', ')}`);
  process.exit(2);
}
await prepare({ tools: true });
process.exit(await run(bin('tsx'), [`bench/src/${file}.ts`, ...rest]));
