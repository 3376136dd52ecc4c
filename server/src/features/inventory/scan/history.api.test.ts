import { randomUUID } from 'node:crypto';
import { HISTORY_WINDOW } from '@stowage/contract/inventory/scan';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { db, signIn } = await createTestApp();
await seedTestCatalog(db);
const person = await signIn();
const page = (query: string) => person.get(`/api/inventory/history?${query}`);

it('is empty before the first scan', async () => {
  expect((await page('')).json()).toEqual({ data: [], totalCount: 0, totalPages: 0, currentPage: 0, hasOlder: false });
});

it('lists every active location, shelves first', async () => {
  for (const answer of [await person.post('/api/sflocalinventorylocations'), await person.get('/api/locations')]) {
    const locations = answer.json();
    expect(locations).toHaveLength(58);
    expect(locations[0]).toEqual({ id: expect.any(Number), location: 'A-1' });
    expect(locations.slice(-2).map((item: { location: string }) => item.location)).toEqual(['RECEIVING', 'QUARANTINE']);
  }
});

it("returns the specification's rows, newest first, with times in UTC", async () => {
  for (const code of [CODES.bolt.sku, '123456789']) await person.post('/api/sfinventory', { productId: code, locationId: 1 });
  const rows = (await person.post('/api/localinventoryaudithistory')).json();
  expect(rows).toMatchObject([
    { item_name: null, seller_sku: null, identifier: '123456789', asin: null, sku_condition: null, deleted: 0 },
    { item_name: 'Bolt Set', seller_sku: 'BOLT-G', identifier: 'X000BOLT0G', asin: 'B00000BOLT', sku_condition: 3, location: 'A-1', deleted: 0 },
  ]);
  expect(rows[0].created_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect((await person.post('/api/updatesflocalhistory', { productId: '123456789', locationId: 1 })).json()).toEqual(rows);
  expect((await person.post('/api/updatesflocalhistory')).json()).toEqual(rows);
});

it('has pages', async () => {
  for (let i = 0; i < 10; i++) await person.post('/api/sfinventory', { productId: CODES.bolt.sku, locationId: 1 });
  const first = (await page('page=0&size=10')).json();
  const second = (await page('page=1&size=10')).json();
  expect(first).toMatchObject({ totalCount: 12, totalPages: 2, currentPage: 0 });
  expect([first.data.length, second.data.length]).toEqual([10, 2]);
  const ids = [...first.data, ...second.data].map((row: { id: number }) => row.id);
  expect(ids).toEqual([...ids].sort((a, b) => b - a));
  expect((await page('page=7&size=10')).json().data).toEqual([]);
});

it('shows readers that arrive together every unit that was acknowledged before they asked', async () => {
  const rounds = Array.from({ length: 8 }, async () => {
    const clientScanId = randomUUID();
    await person.post('/api/sfinventory', { productId: CODES.bolt.sku, locationId: 1, clientScanId });
    const pages = await Promise.all(Array.from({ length: 8 }, () => page('page=0&size=100')));
    return pages.map((one) => one.json().data.some((row: { client_scan_id: string }) => row.client_scan_id === clientScanId));
  });
  expect((await Promise.all(rounds)).flat()).toEqual(Array(64).fill(true));
});

it('refuses a reader without the permission while others read the same page', async () => {
  const nobody = await signIn(['account.own']);
  const answers = await Promise.all([page('page=0&size=100'), nobody.get('/api/inventory/history?page=0&size=100'), page('page=0&size=100')]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 403, 200]);
});

it('has older records than its pages beyond ten thousand', async () => {
  const add = (units: number) =>
    sql`insert into units (identifier, location_id, status, source) select 'UNKNOWN01', 1, 'AVAILABLE', 'SCAN' from generate_series(1, ${units}::int)`.execute(
      db,
    );
  const { totalCount } = (await page('')).json();
  await add(HISTORY_WINDOW - totalCount);
  expect((await page('')).json()).toMatchObject({ totalCount: 10_000, totalPages: 1_000, hasOlder: false });
  await add(1);
  for (let i = 0; i < 2; i++) expect((await page('')).json()).toMatchObject({ totalCount: 10_000, totalPages: 1_000, hasOlder: true });
});

it.each(['page=-1', 'page=x', 'size=0', 'size=101', 'page=1.5', 'page=99999'])('rejects %s', async (query) => {
  expect((await page(query)).statusCode).toBe(400);
});

it('names the product of a unit that has no listing by any spelling of its GTIN', async () => {
  const { id } = await db.insertInto('products').values({ title: 'Brass lamp' }).returning('id').executeTakeFirstOrThrow();
  await db.insertInto('product_gtins').values({ gtin14: '00410000000007', product_id: id }).execute();
  for (const code of ['410000000007', '0410000000007']) await person.post('/api/sfinventory', { productId: code, locationId: 1 });
  const { data } = (await page('size=2')).json();
  const named = { product_id: id, item_name: 'Brass lamp', seller_sku: null, sku_condition: null };
  expect(data).toMatchObject([named, named]);
});
