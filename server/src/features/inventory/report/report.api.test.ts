import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { insertCatalog } from '../../catalog/internals.ts';
import { listCountDifferences } from '../ledger/stock-replay.repository.ts';

const { app, db, signIn } = await createTestApp();
await seedTestCatalog(db);
const person = await signIn();
const scan = (productId: string, locationId: number | string) => person.post('/api/sfinventory', { productId, locationId });
const UNKNOWN = '123456789';

// two new kettles and a good one; B-3: a new kettle and two units of an unknown code. The bolt of C-1 is deleted.
for (const code of [CODES.kettle.newSku, CODES.kettle.newSku, CODES.kettle.goodSku]) await scan(code, 'A-1');
for (const code of [CODES.kettle.newSku, UNKNOWN, UNKNOWN]) await scan(code, 'B-3');
await scan(CODES.bolt.sku, 'C-1');
const [bolt] = (await person.post('/api/localinventoryaudithistory')).json();
await person.post('/api/localinventory/delete', { id: bolt.id });

const NEW = { identifier: 'X00KETTLEN', asin: 'B000KETTLE' };
const GOOD = { identifier: 'X00KETTLEG', asin: 'B000KETTLE' };

it('POST /api/localinventoryreport counts each active location, including empty ones', async () => {
  const rows = (await person.post('/api/localinventoryreport')).json();
  expect(rows).toHaveLength(58);
  expect(rows.filter((row: { item_count: number }) => row.item_count > 0)).toEqual([
    { location: 'A-1', item_count: 3 },
    { location: 'B-3', item_count: 3 },
  ]);
  expect(await listCountDifferences(db)).toEqual([]);
});

it('POST /api/localinventorydetails counts the units of a location by listing', async () => {
  const details = async (location: string) => (await person.post('/api/localinventorydetails', { location })).json();
  expect(await details('A-1')).toEqual([
    { seller_sku: 'KETTLE-N', ...NEW, count: 2 },
    { seller_sku: 'KETTLE-G', ...GOOD, count: 1 },
  ]);
  expect(await details('b-3')).toEqual([
    { seller_sku: 'KETTLE-N', ...NEW, count: 1 },
    { seller_sku: null, identifier: UNKNOWN, asin: null, count: 2 },
  ]);
  expect(await details('C-1')).toEqual([]);
});

it('POST /api/locationinventorypricelist lists the units in a location', async () => {
  const rows = (await person.post('/api/locationinventorypricelist', { location: 'B-3' })).json();
  expect(rows).toEqual([
    { id: expect.any(Number), item_code: 'NRD00001', product_title: 'Electric Kettle', ...NEW },
    { id: expect.any(Number), item_code: null, product_title: null, identifier: UNKNOWN, asin: null },
    { id: expect.any(Number), item_code: null, product_title: null, identifier: UNKNOWN, asin: null },
  ]);
});

it.each(['/api/localinventorydetails', '/api/locationinventorypricelist'])("%s rejects a location that doesn't exist", async (url) => {
  const answer = await person.post(url, { location: 'Z-9' });
  expect([answer.statusCode, answer.json().error.reason]).toEqual([404, 'unknown_location']);
});

describe('POST /api/searchbyidentifier', () => {
  const search = async (identifier: unknown) => (await person.post('/api/searchbyidentifier', { identifier })).json();

  it.each([
    ['an FNSKU', CODES.kettle.newFnsku],
    ['an FNSKU in lowercase', CODES.kettle.newFnsku.toLowerCase()],
    ['a seller SKU', ` ${CODES.kettle.newSku} `],
  ])('finds the locations of %s', async (_name, code) => {
    expect(await search(code)).toEqual([
      { location: 'A-1', ...NEW, count: 2 },
      { location: 'B-3', ...NEW, count: 1 },
    ]);
  });

  it.each([CODES.kettle.upc, `0${CODES.kettle.upc}`, CODES.kettle.asin, CODES.kettle.itemCode])('finds every condition of %s', async (code) => {
    expect(await search(code)).toEqual([
      { location: 'A-1', ...GOOD, count: 1 },
      { location: 'A-1', ...NEW, count: 2 },
      { location: 'B-3', ...NEW, count: 1 },
    ]);
  });

  it('finds an unlisted code, but no other codes and no deleted units', async () => {
    expect(await search(UNKNOWN)).toEqual([{ location: 'B-3', identifier: UNKNOWN, asin: null, count: 2 }]);
    expect(await search('987654321')).toEqual([]);
    expect(await search(CODES.bolt.sku)).toEqual([]);
  });
});

describe('POST /api/searchlocalinventory', () => {
  const search = async (identifier: unknown) => (await person.post('/api/searchlocalinventory', { identifier })).json();

  it("returns the units with the specification's fields, newest first", async () => {
    const rows = await search(CODES.kettle.newSku);
    expect(rows.map((row: { location: string }) => row.location)).toEqual(['B-3', 'A-1', 'A-1']);
    expect(rows[0]).toMatchObject({
      id: expect.any(Number),
      item_name: 'Electric Kettle',
      fnsku: 'X00KETTLEN',
      seller_sku: 'KETTLE-N',
      asin: 'B000KETTLE',
      item_condition: 'New',
      sku_condition: 11,
      qty: 1,
      quantity: 1,
      location_id: expect.any(Number),
      identifier: 'X00KETTLEN',
      sale_pending: false,
      notes: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
  });

  it('finds every condition of a GTIN and unknown codes, without deleted units', async () => {
    expect((await search(CODES.kettle.upc)).map((row: { item_condition: string }) => row.item_condition)).toEqual(['New', 'Good', 'New', 'New']);
    expect(await search(UNKNOWN)).toHaveLength(2);
    expect(await search(CODES.bolt.sku)).toEqual([]);
  });
});

it.each(['/api/searchlocalinventory', '/api/searchbyidentifier'])('%s rejects values that are not text or are empty after trimming', async (url) => {
  for (const identifier of ['', '   ', null, 7, ['x'], 'x'.repeat(300)]) {
    const answer = await person.post(url, { identifier });
    expect([answer.statusCode, answer.json().error.fields[0].path]).toEqual([400, 'body.identifier']);
  }
});

describe('POST /api/updatelocalinventorylocation', () => {
  it('moves a unit and returns {success, message}', async () => {
    const [unit] = (await person.post('/api/searchlocalinventory', { identifier: CODES.kettle.goodSku })).json();
    const move = async (location: unknown) => (await person.post('/api/updatelocalinventorylocation', { id: unit.id, location })).json();
    expect(await move('D-4')).toEqual({ success: true, message: 'Location updated' });
    expect((await person.post('/api/searchbyidentifier', { identifier: CODES.kettle.goodSku })).json()).toMatchObject([{ location: 'D-4', count: 1 }]);
    expect(await move('A-1')).toMatchObject({ success: true });
    expect(await move('Z-9')).toMatchObject({ success: false, message: 'There is no location Z-9' });
    expect(await move('')).toMatchObject({ success: false, message: 'Please select a location' });
    expect(await listCountDifferences(db)).toEqual([]);
  });
});

describe('POST /api/inventoryadjustments', () => {
  const list = async (body?: object) => (await person.post('/api/inventoryadjustments', body)).json();

  it('lists every movement, newest first, for an empty SKU', async () => {
    const rows = await list({ sku: '' });
    expect([await list({ sku: null }), await list()]).toEqual([rows, rows]);
    expect(rows.slice(0, 3)).toMatchObject([
      { sku: 'KETTLE-G', type: 'LOCATION_CHANGE', quantity: 1, reason: 'Moved from D-4 to A-1' },
      { sku: 'KETTLE-G', type: 'LOCATION_CHANGE', quantity: 1, reason: 'Moved from A-1 to D-4' },
      { sku: 'BOLT-G', type: 'REMOVE', quantity: -1, reason: 'Removed from C-1' },
    ]);
    expect(rows).toHaveLength(10);
    expect(await list()).toEqual(rows);
  });

  it('lists the movements of one SKU, and of an unlisted code', async () => {
    expect(await list({ sku: 'bolt-g' })).toMatchObject([{ type: 'REMOVE' }, { type: 'ADD', quantity: 1, reason: 'Added to C-1' }]);
    expect(await list({ sku: UNKNOWN })).toMatchObject([{ sku: UNKNOWN }, { sku: UNKNOWN }]);
    expect(await list({ sku: 'NOBODYS' })).toEqual([]);
  });
});

describe('exports', () => {
  const lines = async (url: string) => (await person.get(url)).body.trimEnd().split('\r\n');

  it('return each table as CSV', async () => {
    const answer = await person.get('/api/inventory/export/locations.csv');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="locations 2026-11-20.csv"',
    });
    expect((await lines('/api/inventory/export/locations.csv')).slice(0, 2)).toEqual(['\uFEFFLocation,Item Count', 'A-1,3']);
    expect((await lines('/api/inventory/export/location-items.csv?location=B-3'))[1]).toMatch(/^\d+,NRD00001,Electric Kettle,X00KETTLEN,B000KETTLE$/);
    expect((await lines('/api/inventory/export/adjustments.csv?sku=BOLT-G'))[1]).toMatch(/^BOLT-G,REMOVE,-1,Removed from C-1,/);
  });

  it('contain every row once, also beyond one page of the reader', async () => {
    await sql`
      insert into units (listing_id, identifier, location_id, status, source)
      select case when nth % 3 = 0 then null else 1 + nth % 5 end, 'BULK' || nth, 30, 'AVAILABLE', 'SCAN' from generate_series(1, 2500) as nth`.execute(db);
    const rows = (await lines('/api/inventory/export/location-items.csv?location=30')).slice(1);
    expect([rows.length, new Set(rows).size]).toEqual([2500, 2500]);
    const listed = (await person.post('/api/locationinventorypricelist', { location: '30' })).json();
    expect(listed).toHaveLength(500);
  });

  it('defuse formulas in titles', async () => {
    await insertCatalog(db, {
      products: { id: [9], title: ['=HYPERLINK("x")'], brand: [''], vendor: ['ZZZ'], itemCode: ['ZZZ9'] },
      gtins: { gtin14: [], productId: [] },
      listings: { id: [9], productId: [9], sellerSku: ['=SKU'], fnsku: ['X000000009'], asin: ['B000000009'], condition: [11], channel: ['SELLER_FULFILLED'] },
    });
    await scan('X000000009', 'G-7');
    expect((await lines('/api/inventory/export/location-items.csv?location=G-7'))[1]).toContain(`"'=HYPERLINK(""x"")"`);
    expect((await lines('/api/inventory/export/adjustments.csv'))[1]).toContain(`'=SKU,ADD,1,`);
  });

  it("reject people without a session and locations that don't exist", async () => {
    expect((await app.inject({ method: 'GET', url: '/api/inventory/export/adjustments.csv' })).statusCode).toBe(401);
    expect((await person.get('/api/inventory/export/location-items.csv?location=Z-9')).statusCode).toBe(404);
  });
});
