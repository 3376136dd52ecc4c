import { toGtin14 } from '@stowage/contract/catalog/identifiers';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { listLedgerFaults } from '../../../../test/fixtures/faults/ledger-faults.ts';
import { seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { newUpc, poRow } from '../../../../test/fixtures/test-purchasing.ts';
import { receivingOf } from '../../../../test/fixtures/test-receiving.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { createLogger } from '../../../platform/logger.ts';
import { startNotifyBus } from '../../../platform/realtime/notify-bus.ts';
import { createTopics } from '../../../platform/realtime/topics.ts';
import { insertCatalog } from '../../catalog/internals.ts';
import { identifyUnknown } from './identification.service.ts';

const { connection, db, signIn } = await createTestApp();
const bus = await startNotifyBus(connection, createLogger('silent'));
afterAll(() => bus.close());
await seedTestCatalog(db);
const [admin, staff] = [await signIn('ROLE_ADMIN'), await signIn()];
const { bench, buyer, newNumber } = receivingOf({ db, admin, staff });
let nth = 0;
let round = '';

const add = (productId: string, locationId = 'B-3', clientScanId = `add-scan-${nth++}`) =>
  admin.post('/api/sfinventory', { productId, locationId, clientScanId });
const audit = async (productId: string, locationId = 'B-3', clientScanId = `audit-scan-${nth++}`) =>
  (await admin.post('/api/inventory/audit/scan', { productId, locationId, roundId: round, clientScanId })).json();
const lookUp = async (code: string) => (await admin.post('/api/inventory/putaway/look-up', { code })).json();
const startCount = async (location: string) => (await admin.post('/api/counts', { locations: [location], isBlind: false })).json().id as number;
const count = async (id: number, location: string, productId: string) =>
  (await admin.post(`/api/counts/${id}/scan`, { productId, locationId: location, clientScanId: `count-scan-${nth++}` })).json();
const act = async (id: number, what: string, body: object = {}) => (await admin.post(`/api/counts/${id}/${what}`, body)).statusCode;
const unitsOf = async (identifier: string) => (await admin.post('/api/searchlocalinventory', { identifier })).json() as { identifier: string }[];
const placesOf = async (identifier: string) => (await admin.post('/api/searchbyidentifier', { identifier })).json() as { location: string; count: number }[];

beforeEach(async () => {
  round = `round-number-${nth++}`;
  const { rows } = await sql<{ id: number }>`select id from units where status = 'AVAILABLE'`.execute(db);
  for (const { id } of rows) await admin.post('/api/localinventory/delete', { id });
});

const ean8 = '40170725';
const caseCode = '10614141000415';
await insertCatalog(db, {
  products: { id: [901], title: ['Soap'], brand: ['Norden'], vendor: ['NRD'], itemCode: ['AC-1001'] },
  gtins: { gtin14: [`000000${ean8}`, caseCode], productId: [901, 901] },
  listings: { id: [], productId: [], sellerSku: [], fnsku: [], asin: [], condition: [], channel: [] },
});

describe('a code of a product without a listing', () => {
  it.each([ean8, caseCode, 'AC-1001', 'ac-1001'])('is scanned, put away, audited and counted at any length: %s', async (code) => {
    const answer = await add(code);
    expect([answer.statusCode, answer.body]).toEqual([200, 'ok']);
    expect(await lookUp(code)).toMatchObject({ places: [{ location: 'B-3', units: 1 }] });
    expect(await audit(code)).toMatchObject({ outcome: 'CONFIRMED', counted: 1, expected: 1 });
    const id = await startCount('B-3');
    expect(await count(id, 'B-3', code)).toMatchObject({ outcome: 'COUNTED', counted: 1, expected: 1 });
    expect(await act(id, 'cancel')).toBe(200);
  });

  it.each([ean8, caseCode])('has the name of its product everywhere: %s', async (code) => {
    const named = { item_name: 'Soap', seller_sku: null, sku_condition: null };
    await add(code);
    expect(await audit(code)).toMatchObject({ outcome: 'CONFIRMED', ...named });
    expect((await admin.get('/api/inventory/audit/history')).json()[0]).toMatchObject({ product_id: 901, ...named });
    expect(await unitsOf(code)).toMatchObject([{ ...named, identifier: code, item_condition: 'N/A' }]);
    expect(await lookUp(code)).toMatchObject(named);
    expect((await admin.post('/api/locationinventorypricelist', { location: 'B-3' })).json()).toMatchObject([{ product_title: 'Soap', item_code: 'AC-1001' }]);
    expect((await admin.get(`/api/search?q=${code}&types=unit`)).json().groups).toMatchObject([{ results: [{ title: 'Soap' }] }]);
    expect((await admin.get('/api/inventory/adjustments?size=1')).json().data[0]).toMatchObject({ product_id: 901, item_name: 'Soap', sku: code });
    const id = await startCount('B-3');
    expect(await count(id, 'B-3', code)).toMatchObject(named);
    expect((await admin.get(`/api/counts/${id}/lines?list=unmatched`)).json().data).toMatchObject([named]);
    expect(await act(id, 'cancel')).toBe(200);
  });

  it('needs no confirmation, although a longer code begins with it', async () => {
    await insertCatalog(db, {
      products: { id: [902], title: ['Soap dish'], brand: ['Norden'], vendor: ['NRD'], itemCode: ['AC-10017'] },
      gtins: { gtin14: [], productId: [] },
      listings: {
        id: [902],
        productId: [902],
        sellerSku: ['DISH'],
        fnsku: ['X0000DISH1'],
        asin: ['B00000DISH'],
        condition: [11],
        channel: ['SELLER_FULFILLED'],
      },
    });
    expect((await admin.post('/api/sfinventory', { productId: 'AC-1001', locationId: 'B-3', incomplete: 'ask' })).body).toBe('ok');
  });
});

it.each(['55123457', '10036000291459'])('finds, audits and counts a unit that was received under %s, which no product has', async (gtin) => {
  const poNumber = newNumber();
  await buyer.upload([poRow(poNumber, { UPC: gtin })]);
  const listId = await buyer.createList(poNumber, [1]);
  expect((await bench.scan(poNumber, listId, gtin)).statusCode).toBe(200);
  const [unit] = await unitsOf(gtin);
  const place = (await placesOf(gtin))[0]?.location ?? '';
  expect(unit).toMatchObject({ identifier: gtin });
  expect(await lookUp(gtin)).toMatchObject({ places: [{ location: place, units: 1 }] });
  expect(await audit(gtin, place)).toMatchObject({ outcome: 'CONFIRMED', counted: 1, expected: 1 });
  const id = await startCount(place);
  expect(await count(id, place, gtin)).toMatchObject({ outcome: 'COUNTED', counted: 1, expected: 1 });
  expect(await act(id, 'cancel')).toBe(200);
});

describe('a GTIN without a listing in another spelling', () => {
  const [upc, ean, gtin14] = ['614141007349', '0614141007349', '00614141007349'];

  it('is one item of an audit, also in scans that arrive together and in a repeat', async () => {
    await add(upc);
    expect(await audit(ean, 'B-3', 'audit-of-spelling')).toMatchObject({ outcome: 'CONFIRMED', counted: 1, expected: 1 });
    expect(await audit(ean, 'B-3', 'audit-of-spelling')).toMatchObject({ outcome: 'CONFIRMED', counted: 1, expected: 1 });
    await add(ean);
    round = `round-number-${nth++}`;
    const results = await Promise.all([audit(upc), audit(gtin14)]);
    expect(results.map(({ outcome }) => outcome)).toEqual(['CONFIRMED', 'CONFIRMED']);
    round = `round-number-${nth++}`;
    expect(await audit(ean, 'B-4')).toMatchObject({ outcome: 'ELSEWHERE', elsewhere: [{ location: 'B-3', count: 2 }] });
    expect(await unitsOf(upc)).toHaveLength(2);
  });

  it('is found by every search', async () => {
    await add(upc);
    for (const code of [upc, ean, gtin14]) {
      expect(await unitsOf(code)).toMatchObject([{ identifier: upc }]);
      expect(await placesOf(code)).toMatchObject([{ location: 'B-3', count: 1 }]);
      expect((await admin.get(`/api/search?q=${code}&types=unit`)).json().groups).toMatchObject([{ kind: 'unit', results: [{ title: upc }] }]);
      const movements = (await admin.post('/api/inventoryadjustments', { sku: code })).json() as { sku: string; type: string }[];
      expect(movements[0]).toMatchObject({ sku: upc, type: 'ADD' });
    }
  });

  it('is put away', async () => {
    for (const code of [upc, ean]) await add(code, 'RECEIVING');
    expect((await admin.get('/api/inventory/putaway/waiting')).json().data).toMatchObject([{ units: 2 }]);
    expect(await lookUp(gtin14)).toMatchObject({ places: [{ location: 'RECEIVING', units: 2 }] });
    const moved = await admin.post('/api/inventory/putaway', { clientId: 'put-spelling', code: upc, quantity: 2, locationId: 'B-5' });
    expect(moved.json()).toMatchObject({ quantity: 2, location: 'B-5' });
  });

  it('is one line of a count, and is posted as one', async () => {
    for (const code of [upc, upc, ean]) await add(code);
    const id = await startCount('B-3');
    expect(await count(id, 'B-3', gtin14.slice(1))).toMatchObject({ counted: 1, expected: 3 });
    expect(await count(id, 'B-3', upc)).toMatchObject({ counted: 2, expected: 3 });
    await act(id, 'submit', { isRestMissing: true });
    await act(id, 'review');
    await act(id, 'cause', { rootCause: 'LOST' });
    expect(await act(id, 'post')).toBe(200);
    expect(await unitsOf(ean)).toHaveLength(2);
    expect(await listLedgerFaults(db)).toEqual([]);
  });

  it('becomes one line of a count that has a line for each spelling', async () => {
    for (const code of [upc, ean]) await add(code);
    const id = await startCount('B-3');
    await sql`update count_lines set expected = 1, identifier = ${upc} where count_id = ${id}`.execute(db);
    await sql`insert into count_lines (count_id, location_id, identifier, expected) select count_id, location_id, ${ean}, 1 from count_lines where count_id = ${id}`.execute(
      db,
    );
    for (const at of [1, 2]) expect(await count(id, 'B-3', upc)).toMatchObject({ counted: at, expected: 2 });
    expect((await admin.get(`/api/counts/${id}/lines?list=unmatched`)).json().data).toMatchObject([{ expected: 2, counted: 2, booked: 2 }]);
    expect(await act(id, 'cancel')).toBe(200);
  });

  it('gets the listing of the GTIN at an import', async () => {
    const known = newUpc();
    for (const code of [known, `0${known}`]) await add(code);
    await insertCatalog(db, {
      products: { id: [903], title: ['Lantern'], brand: ['Norden'], vendor: ['NRD'], itemCode: ['NRD00903'] },
      gtins: { gtin14: [`00${known}`], productId: [903] },
      listings: {
        id: [903],
        productId: [903],
        sellerSku: ['LANTERN'],
        fnsku: ['X00LANTERN'],
        asin: ['B0LANTERN0'],
        condition: [11],
        channel: ['SELLER_FULFILLED'],
      },
    });
    expect(await identifyUnknown({ db, topics: createTopics(bus) })).toBe(2);
    expect(await unitsOf('LANTERN')).toHaveLength(2);
  });
});

it('lists the spellings of a GTIN by the rule of the check digit, and another code in upper case', async () => {
  const digits = (length: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(''));
  const code = fc.oneof(
    fc.constantFrom(8, 9, 12, 13, 14).chain(digits),
    fc.constantFrom('96385074', '036000291452', '00000000', 'x00kettlen', '10036000291459'),
  );
  const codes = fc.sample(code, 2_000);
  const { rows } = await sql<{ spellings: string[] }>`
    select spellings_of_code(code) as spellings from unnest(${codes}::text[]) with ordinality as c (code, nth) order by nth`.execute(db);
  const lengths = [14, 13, 12, 8];
  const expected = codes.map((one) => {
    const gtin14 = toGtin14(one);
    return gtin14 === undefined ? [one.toUpperCase()] : lengths.map((length) => gtin14.slice(-length)).filter((text) => toGtin14(text) === gtin14);
  });
  expect(rows.map(({ spellings }) => spellings)).toEqual(expected);
});

describe('a repeated scan of a code that was unknown', () => {
  const addProduct = (gtin: string, sku: string) =>
    admin.post('/api/products', { client_id: `product-${sku}`, title: sku, seller_sku: sku, fnsku: `X00${sku}`.padEnd(10, '0'), gtin });

  it('is answered as before once the code has a listing, and counts once', async () => {
    const upc = newUpc();
    expect((await add(upc, 'B-3', 'scan-with-lost-answer')).body).toBe('ok');
    expect((await addProduct(upc, 'TENT')).statusCode).toBe(200);
    const again = await add(upc, 'B-3', 'scan-with-lost-answer');
    expect([again.statusCode, again.body]).toEqual([200, 'ok']);
    expect(await unitsOf('TENT')).toHaveLength(1);
    expect((await add('KETTLE-N', 'B-3', 'scan-with-lost-answer')).json().error.reason).toBe('scan_id_reused');
  });

  it('of an audit is answered as before', async () => {
    const upc = newUpc();
    expect(await audit(upc, 'B-3', 'audit-with-lost-answer')).toMatchObject({ outcome: 'ADDED' });
    expect((await addProduct(upc, 'STOVE')).statusCode).toBe(200);
    expect(await audit(upc, 'B-3', 'audit-with-lost-answer')).toMatchObject({ outcome: 'ADDED', item_name: 'STOVE' });
    expect(await unitsOf('STOVE')).toHaveLength(1);
  });
});
