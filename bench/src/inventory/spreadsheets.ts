import { gtinCheckDigit } from '@stowage/contract/catalog/identifiers';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { SPREADSHEET_PART_ROWS } from '@stowage/contract/spreadsheets/spreadsheets';
import { printTable } from '../harness/measure.ts';
import { Product } from '../harness/product.ts';

/** An empty installation gets 2,000 locations, 20,000 products and 100,000 units from files, one row for each unit, and loses the units again. */
const LOCATIONS = 2_000;
const PRODUCTS = 20_000;
const UNITS = Number(process.env.STOWAGE_BENCH_UNITS ?? 100_000);
const POLL_MS = 250;

interface Answer {
  readonly state: string;
  readonly failure: string | null;
  readonly wrongCount: number;
}

process.env.STOWAGE_DEMO = 'off';
const product = new Product();
await product.start();

const table: Record<string, string>[] = [];
let peak = 0;
const sampling = setInterval(() => void product.memoryMiB().then((now) => (peak = Math.max(peak, now))), POLL_MS);

await bringIn('locations', ['Location', 'Zone'], LOCATIONS, (nth) => [codeOf(nth), `Zone ${nth % 20}`]);
await bringIn('products', ['Title', 'UPC', 'SKU', 'Vendor', 'Item code'], PRODUCTS, (nth) => [
  `Product ${nth}`,
  upcOf(nth),
  skuOf(nth),
  `Vendor ${nth % 50}`,
  `IC-${nth}`,
]);
const stock = await bringIn('stock', ['UPC', 'Location', 'Cost', 'Received', 'Reference'], UNITS, (nth) => [
  upcOf(nth % PRODUCTS),
  codeOf((nth * 7) % LOCATIONS),
  '11.50',
  '2026-03-31',
  String(nth),
]);
const start = performance.now();
await post(`/api/spreadsheets/${stock}/undo`);
await until(stock, 'UNDONE');
const undone = ((performance.now() - start) / 1000).toFixed(1);
clearInterval(sampling);
printTable(`From files; undo of the stock in ${undone} s; peak memory of the server ${peak.toFixed(0)} MiB`, table);
await product.stop();

async function bringIn(kind: string, headers: readonly string[], count: number, cellsOf: (nth: number) => string[]): Promise<number> {
  const before = await product.memoryMiB();
  const times = [performance.now()];
  const { id } = JSON.parse(await post('/api/spreadsheets', { kind, fileName: `${kind}.csv`, headers, headerRow: 1, rowCount: count })) as { id: number };
  for (let from = 0; from < count; from += SPREADSHEET_PART_ROWS) {
    const rows = Array.from({ length: Math.min(SPREADSHEET_PART_ROWS, count - from) }, (_, nth) => ({ row: from + nth + 2, cells: cellsOf(from + nth) }));
    await post(`/api/spreadsheets/${id}/rows`, { rows });
  }
  times.push(performance.now());
  const { wrongCount } = await until(id, 'CHECKED');
  if (wrongCount > 0) throw new Error(`${wrongCount} rows of ${kind} are wrong`);
  times.push(performance.now());
  await post(`/api/spreadsheets/${id}/apply`, {});
  await until(id, 'APPLIED');
  times.push(performance.now());
  const took = (step: number) => `${(((times[step] ?? 0) - (times[step - 1] ?? 0)) / 1000).toFixed(1)} s`;
  const memory = `${before.toFixed(0)} to ${(await product.memoryMiB()).toFixed(0)} MiB`;
  table.push({ what: `${numberText(count)} ${kind}`, sent: took(1), checked: took(2), applied: took(3), memory });
  return id;
}

function post(path: string, body?: object): Promise<string> {
  return product.call(0, 'POST', path, body);
}

async function until(id: number, wanted: string): Promise<Answer> {
  for (;;) {
    const answer = JSON.parse(await product.call(0, 'GET', `/api/spreadsheets/${id}`)) as Answer;
    if (answer.failure !== null) throw new Error(answer.failure);
    if (answer.state === wanted) return answer;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function upcOf(nth: number): string {
  const digits = String(80_000_000_000 + nth);
  return digits + gtinCheckDigit(digits);
}

function skuOf(nth: number): string {
  return `SKU-${nth}`;
}

function codeOf(nth: number): string {
  return `L${Math.floor(nth / 100)}-${nth % 100}`;
}
