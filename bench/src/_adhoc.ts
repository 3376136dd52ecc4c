import { HttpConnection } from './http-connection.ts';
import { describe, measure, printTable } from './measure.ts';

const first = new HttpConnection(4390);
const { token } = JSON.parse(
  await first.call('POST', '/api/login', '', JSON.stringify({ username: 'bench@example.com', password: 'the password of the bench' })),
);
const connections = [new HttpConnection(4390), new HttpConnection(4390)];
const after = (key: string | number, id: number) => `after=${Buffer.from(JSON.stringify([key, id])).toString('base64url')}`;
const rows: Record<string, string>[] = [];
for (const [what, query] of [
  ['first page', ''],
  ['a late page', after(3, 150_000)],
  ['by SKU, a late page', `sort=sku&descending=false&${after('M-200000', 205_000)}`],
  ['by item, a late page', `sort=item&descending=false&${after('Measured 200000', 205_000)}`],
  ['one location', 'location=C-4'],
  ['location late', `location=C-4&${after(2, 150_000)}`],
  ['vendor late', `vendor=V7&${after(1, 150_000)}`],
  ['not counted', 'count_due=true'],
  ['not counted late', `count_due=true&${after(2, 100_000)}`],
  ['out of sync', 'out_of_sync=true'],
  ['words of a title', 'search=measured%202999'],
  ['rare word', 'search=299999'],
  ['no sku', 'no_sku=true'],
] as const) {
  const ask = async (n: number) => void (await connections[n]?.call('GET', `/api/inventory/stock?${query}`, token));
  const t = performance.now();
  await ask(0);
  const one = performance.now() - t;
  await measure(2, 0.5, ask);
  rows.push({ what, first: one.toFixed(0), ...describe(await measure(2, 2, ask)) });
}
for (const url of ['/api/inventory/locations', '/api/localinventoryreport']) {
  const ask = async (n: number) => void (await connections[n]?.call('GET', url, token));
  if (url.endsWith('locations')) rows.push({ what: url, ...describe(await measure(2, 2, ask)) });
}
printTable('stock', rows);
process.exit(0);
