import { expect, it } from 'vitest';
import { listLedgerFaults } from '../../../../test/fixtures/faults/ledger-faults.ts';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { db, signIn } = await createTestApp();
await seedTestCatalog(db);
const admin = await signIn('ROLE_ADMIN');
let nth = 0;

const add = (productId: string, locationId: string) => admin.post('/api/sfinventory', { productId, locationId });
const start = async (location: string) => (await admin.post('/api/counts', { locations: [location], isBlind: false })).json().id as number;
const act = (id: number, what: string, body: object = {}) => admin.post(`/api/counts/${id}/${what}`, body);
const scan = (id: number, location: string, productId: string, clientScanId = `known-lines-${nth++}`) =>
  act(id, 'scan', { productId, locationId: location, clientScanId });
const linesOf = async (id: number, list: string) =>
  ((await admin.get(`/api/counts/${id}/lines?list=${list}`)).json().data as { seller_sku: string; expected: number; counted: number; booked: number }[]).map(
    ({ seller_sku, expected, counted, booked }) => [seller_sku, expected, counted, booked],
  );

it('counts every code of one listing together', async () => {
  const { kettle } = CODES;
  const id = await start('A-1');
  for (const [at, code] of [kettle.upc, kettle.newFnsku, kettle.newSku, kettle.asin].entries())
    expect((await scan(id, 'A-1', code)).json()).toMatchObject({ outcome: 'COUNTED', counted: at + 1 });
  expect(await linesOf(id, 'unexpected')).toEqual([[kettle.newSku, 0, 4, 0]]);
});

it('counts a code together with its listing once the code becomes known', async () => {
  const [upc, fnsku, location] = ['614141007349', 'X00LANTERN', 'A-2'];
  for (let i = 0; i < 3; i++) await add(upc, location);
  const id = await start(location);
  await scan(id, location, upc, 'first-of-the-upc');
  await scan(id, location, upc);
  await scan(id, location, fnsku);
  expect(await linesOf(id, 'unmatched')).toEqual([
    [null, 3, 2, 3],
    [null, 0, 1, 0],
  ]);
  const product = { client_id: 'lantern', title: 'Lantern', seller_sku: 'LANTERN', fnsku, gtin: upc };
  expect((await admin.post('/api/products', product)).statusCode).toBe(200);
  expect((await scan(id, location, fnsku)).json()).toMatchObject({ item_name: 'Lantern', counted: 4, expected: 3 });
  expect((await scan(id, location, upc)).json()).toMatchObject({ counted: 5 });
  expect(await linesOf(id, 'unmatched')).toEqual([]);
  expect(await linesOf(id, 'counted')).toEqual([['LANTERN', 3, 5, 3]]);
  // A repeat of a scan from before is answered with the listing's line.
  expect((await scan(id, location, upc, 'first-of-the-upc')).json()).toMatchObject({ item_name: 'Lantern', counted: 5 });
  await act(id, 'submit', { isRestMissing: true });
  await act(id, 'review');
  await act(id, 'cause', { rootCause: 'FOUND' });
  expect((await act(id, 'post')).statusCode).toBe(200);
  expect((await admin.post('/api/searchbyidentifier', { identifier: upc })).json()).toMatchObject([{ location, count: 5 }]);
  expect(await listLedgerFaults(db)).toEqual([]);
});

it('counts a listing again when a code of it has to be counted again', async () => {
  const [upc, fnsku, location] = ['614141000418', 'X00HAMMOCK', 'A-3'];
  for (const code of [upc, upc, fnsku]) await add(code, location);
  const id = await start(location);
  for (const code of [upc, fnsku]) await scan(id, location, code);
  await act(id, 'submit', { isRestMissing: true });
  await act(id, 'review');
  const answer = await act(id, 'recount', { assigneeId: null });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await linesOf(id, 'uncounted')).toEqual([[null, 2, null, null]]);
  await admin.post('/api/products', { client_id: 'hammock', title: 'Hammock', seller_sku: 'HAMMOCK', fnsku, gtin: upc });
  const other = await signIn('ROLE_ADMIN');
  const again = await other.post(`/api/counts/${id}/scan`, { productId: fnsku, locationId: location, clientScanId: 'by-another-person' });
  expect(again.json()).toMatchObject({ item_name: 'Hammock', counted: 1, expected: 3 });
  expect(await linesOf(id, 'uncounted')).toEqual([]);
  expect(await linesOf(id, 'counted')).toEqual([['HAMMOCK', 3, 1, 3]]);
});
