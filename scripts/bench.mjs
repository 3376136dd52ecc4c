import { prepare } from './prepare.mjs';
import { bin, run } from './run.mjs';

/** `npm run bench`, or `npm run bench -- stock` and so on: runs a benchmark and prints each figure with its reference from the same run. */
const BENCHES = [
  'first-light',
  'stock',
  'spreadsheets',
  'listings',
  'price-lists',
  'map-compliance',
  'fee-lookup',
  'pricing-engine',
  'pricing',
  'purchasing',
  'reorder',
  'invoices',
  'sync',
  'orders',
  'returns',
  'cases',
  'search',
  'dashboard',
  'documents',
  'index-advisor',
  'metrics-cost',
];
const [name = 'first-light', ...rest] = process.argv.slice(2);
if (!BENCHES.includes(name)) {
  console.error(`There is no benchmark ${name}. Choose one of ${BENCHES.join(', ')}`);
  process.exit(2);
}
await prepare({ tools: true });
process.exit(await run(bin('tsx'), [`bench/src/${name}.ts`, ...rest]));
