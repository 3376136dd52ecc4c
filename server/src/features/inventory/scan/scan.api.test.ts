import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { listCountDifferences } from '../ledger/stock-replay.repository.ts';

const query = vi.spyOn(pg.Client.prototype, 'query');
const { app, db, signIn } = await createTestApp();
await seedTestCatalog(db);
const person = await signIn();
const scan = (productId: unknown, locationId: unknown = 1, clientScanId?: unknown) =>
  person.post('/api/sfinventory', { productId, locationId, ...(clientScanId !== undefined && { clientScanId }) });
const countUnits = async () => (await db.selectFrom('units').select('id').execute()).length;
const newest = async () => (await person.post('/api/localinventoryaudithistory')).json()[0];

let before = 0;
beforeEach(async () => {
  before = await countUnits();
});

describe('POST /api/sfinventory', () => {
  it("returns the text 'ok' and records the unit, its movement and its count", async () => {
    const answer = await scan(CODES.kettle.newFnsku);
    expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([200, 'ok', 'text/plain; charset=utf-8']);
    const row = await newest();
    expect(row).toMatchObject({
      item_name: 'Electric Kettle',
      identifier: 'X00KETTLEN',
      seller_sku: 'KETTLE-N',
      sku_condition: 11,
      location: 'A-1',
      deleted: 0,
    });
    const movements = await db.selectFrom('stock_movements').selectAll().where('unit_id', '=', row.id).execute();
    expect(movements).toMatchObject([{ type: 'ADD', quantity_change: 1, to_location_id: 1, after_status: 'AVAILABLE' }]);
    expect(await listCountDifferences(db)).toEqual([]);
  });

  it.each([
    ['a seller SKU of any length', CODES.bolt.sku, 'X000BOLT0G', 'Bolt Set'],
    ['an EAN-8', CODES.bolt.ean8, 'X000BOLT0G', 'Bolt Set'],
    ['an ASIN', CODES.kettle.asin, 'X00KETTLEN', 'Electric Kettle'],
    ['a UPC', CODES.kettle.upc, 'X00KETTLEN', 'Electric Kettle'],
    ['a GTIN-14', `00${CODES.kettle.upc}`, 'X00KETTLEN', 'Electric Kettle'],
    ['an unknown code of 9 characters', '123456789', '123456789', null],
    ['an unknown code of 13 characters', '4006381333931', '4006381333931', null],
  ])('accepts %s', async (_name, code, identifier, title) => {
    expect((await scan(code)).body).toBe('ok');
    expect(await newest()).toMatchObject({ identifier, item_name: title });
  });

  it.each([
    ['LPNRR1234567', 422, 'lpn', 'LPN codes are not supported'],
    ['lpn123456', 422, 'lpn', 'LPN codes are not supported'],
    ['12345678', 422, 'not_an_identifier', 'Not a valid UPC, EAN, ASIN, SKU, or FNSKU'],
    ['12345678901', 422, 'not_an_identifier', 'Not a valid UPC, EAN, ASIN, SKU, or FNSKU'],
    ['x'.repeat(100), 422, 'not_an_identifier', 'Not a valid UPC, EAN, ASIN, SKU, or FNSKU'],
    ['   ', 422, 'not_an_identifier', 'Not a valid UPC, EAN, ASIN, SKU, or FNSKU'],
    ['receiving', 422, 'not_an_identifier', 'receiving is a location, not a unit'],
    ['QUARANTINE', 422, 'not_an_identifier', 'QUARANTINE is a location, not a unit'],
    [CODES.lamp.upc, 409, 'ambiguous', '012345678905 names more than one listing. Which one is in your hand?'],
  ])('rejects %s', async (code, status, reason, message) => {
    const answer = await scan(code);
    expect(answer.statusCode).toBe(status);
    expect(answer.json().error).toMatchObject({ reason, message });
    expect(await countUnits()).toBe(before);
  });

  it('offers the listings of an ambiguous code and accepts the chosen one', async () => {
    const { matches } = (await scan(CODES.lamp.asin)).json().error.details;
    expect(matches.map((match: { listing: { sellerSku: string } }) => match.listing.sellerSku)).toEqual(['LAMP-VG', 'LAMP-A']);
    await scan('LAMP-A');
    expect(await newest()).toMatchObject({ seller_sku: 'LAMP-A', sku_condition: 4 });
  });

  describe('with the beginning of a known code', () => {
    const ask = (productId: string, more: object = {}) => person.post('/api/sfinventory', { productId, locationId: 1, incomplete: 'ask', ...more });

    it.each([
      ['an FNSKU', 'X00KETTLE', ['KETTLE-N', 'KETTLE-G']],
      ['an FNSKU in lower case', 'x00kettle', ['KETTLE-N', 'KETTLE-G']],
      ['an ASIN', 'B00000BOL', ['BOLT-G']],
      ['a seller SKU', 'KETTLE-N-', ['KETTLE-N-0001']],
      ['a UPC', '036000291', ['KETTLE-N', 'KETTLE-G']],
      ['a UPC without its check digit, as EAN-13', '003600029145', ['KETTLE-N', 'KETTLE-G']],
      ['a GTIN-14', '0003600029145', ['KETTLE-N', 'KETTLE-G']],
      ['the FNSKUs and the UPC of other listings', 'X0000LAMP', ['LAMP-VG', 'LAMP-A']],
    ])('asks for %s and offers the listings', async (_name, code, skus) => {
      await db
        .insertInto('listings')
        .values({ product_id: 3, seller_sku: 'KETTLE-N-0001', asin: 'B0000000XX', condition: 11, channel: 'SELLER_FULFILLED' })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const answer = await ask(code);
      const { error } = answer.json();
      expect([answer.statusCode, error.reason]).toEqual([409, 'incomplete']);
      expect(error.message).toBe(`${code} may be incomplete: longer codes in the catalog begin with it. Scan the unit again, or choose.`);
      expect(error.details.matches.map((match: { listing: { sellerSku: string } }) => match.listing.sellerSku)).toEqual(skus);
      expect(await countUnits()).toBe(before);
    });

    it('adds the confirmed code under the same scan id, and asks no more for the code', async () => {
      expect((await ask('X000BOLT0', { clientScanId: 'scan-id-begin-1' })).json().error.reason).toBe('incomplete');
      const confirmed = await ask('X000BOLT0', { clientScanId: 'scan-id-begin-1', incomplete: 'add' });
      expect([confirmed.body, (await ask('x000bolt0')).body]).toEqual(['ok', 'ok']);
      expect(await countUnits()).toBe(before + 2);
    });

    it('asks for the beginning of a code that only units in stock have', async () => {
      expect((await ask('X00UNLISTD')).body).toBe('ok');
      const { error } = (await ask('X00UNLIST')).json();
      expect(error).toMatchObject({ reason: 'incomplete', details: { matches: [] } });
      expect(error.message).toBe('X00UNLIST may be incomplete: X00UNLISTD, which is in stock, begins with it. Scan the unit again, or choose.');
      const confirmed = await ask('X00UNLIST', { incomplete: 'add' });
      expect([confirmed.body, (await ask('X00UNLIST')).body]).toEqual(['ok', 'ok']);
    });

    it("adds it for the specification's clients, which can't be asked", async () => {
      expect((await scan('X00KETTLE')).body).toBe('ok');
    });

    it.each(['987654321', `${CODES.kettle.upc}9`, 'ZZZKETTLE', '%%%%%%%%%', '_________'])('adds %s, with which no known code begins', async (code) => {
      expect((await ask(code)).body).toBe('ok');
    });
  });

  it('accepts a location by id, by id as text, and by code', async () => {
    for (const location of [2, '2', 'A-2', 'a-2']) {
      expect((await scan(CODES.bolt.sku, location)).body).toBe('ok');
      expect((await newest()).location).toBe('A-2');
    }
  });

  it('quarantines units that are scanned into quarantine', async () => {
    await scan(CODES.bolt.sku, 'QUARANTINE');
    const { id } = await newest();
    expect(await db.selectFrom('units').select('status').where('id', '=', id).executeTakeFirst()).toEqual({ status: 'QUARANTINE' });
  });

  it.each([[999], ['Z-9'], ['999999999'], [2_000_000_000]])("rejects the location %j, which doesn't exist", async (location) => {
    const answer = await scan(CODES.bolt.sku, location);
    expect([answer.statusCode, answer.json().error.reason]).toEqual([404, 'unknown_location']);
    expect(await countUnits()).toBe(before);
  });

  it('rejects a scan into an inactive location', async () => {
    await db.updateTable('locations').set({ active: false }).where('code', '=', 'G-8').execute();
    expect((await scan(CODES.bolt.sku, 'G-8')).statusCode).toBe(404);
  });

  it.each([
    [7, 1],
    [null, 1],
    [['a'], 1],
    [{ a: 1 }, 1],
    ['X00KETTLEN', null],
    ['X00KETTLEN', -1],
    ['X00KETTLEN', 1.5],
    ['X00KETTLEN', 3_000_000_000],
    ['X00KETTLEN', ''],
    ['X00KETTLEN', {}],
    ['x'.repeat(300), 1],
  ])('rejects %j into %j and names the field', async (productId, locationId) => {
    const answer = await scan(productId, locationId);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.fields[0].path).toMatch(/^body\.(productId|locationId)/);
    expect(await countUnits()).toBe(before);
  });

  it('requires a session', async () => {
    expect((await app.inject({ method: 'POST', url: '/api/sfinventory', payload: { productId: CODES.bolt.sku, locationId: 1 } })).statusCode).toBe(401);
    expect(await countUnits()).toBe(before);
  });
});

describe('a client scan id', () => {
  it('counts once, for repeated and for twenty concurrent calls', async () => {
    const answers = [await scan(CODES.bolt.sku, 1, 'scan-id-0001'), await scan(CODES.bolt.sku, 1, 'scan-id-0001')];
    answers.push(...(await Promise.all(Array.from({ length: 20 }, () => scan(CODES.bolt.sku, 1, 'scan-id-0001')))));
    expect(answers.every((answer) => answer.body === 'ok')).toBe(true);
    expect(await countUnits()).toBe(before + 1);
    expect((await newest()).client_scan_id).toBe('scan-id-0001');
    expect(await listCountDifferences(db)).toEqual([]);
  });

  it('is rejected for another code, another location and another person', async () => {
    await scan(CODES.bolt.sku, 1, 'scan-id-0002');
    const other = await scan(CODES.kettle.upc, 1, 'scan-id-0002');
    expect([other.statusCode, other.json().error.reason]).toEqual([409, 'scan_id_reused']);
    const elsewhere = await scan(CODES.bolt.sku, 5, 'scan-id-0002');
    expect([elsewhere.statusCode, elsewhere.json().error.reason]).toEqual([409, 'scan_id_reused']);
    const stranger = await signIn();
    expect((await stranger.post('/api/sfinventory', { productId: CODES.bolt.sku, locationId: 1, clientScanId: 'scan-id-0002' })).statusCode).toBe(409);
    expect(await countUnits()).toBe(before + 1);
  });

  it('counts once when its location was deactivated before the repeat', async () => {
    await scan(CODES.bolt.sku, 'G-7', 'scan-id-0003');
    await db.updateTable('locations').set({ active: false }).where('code', '=', 'G-7').execute();
    expect((await scan(CODES.bolt.sku, 'G-7', 'scan-id-0003')).body).toBe('ok');
    expect((await scan(CODES.bolt.sku, 'G-7', 'scan-id-0004')).json().error.reason).toBe('unknown_location');
    await db.updateTable('locations').set({ active: true }).where('code', '=', 'G-7').execute();
    expect(await countUnits()).toBe(before + 1);
  });

  it.each(['short', 'x'.repeat(65), 7])("can't be %j", async (id) => {
    expect((await scan(CODES.bolt.sku, 1, id)).statusCode).toBe(400);
  });
});

describe('a lone scan', () => {
  const statementsOf = async (code: string) => {
    query.mockClear();
    expect((await scan(code)).body).toBe('ok');
    return query.mock.calls.map(([statement]) => (statement as { name?: string }).name).filter((name) => name !== undefined);
  };

  it.each([CODES.kettle.newFnsku, CODES.bolt.sku, CODES.bolt.sku.toLowerCase()])('of %s, which names one listing, is one statement', async (code) => {
    expect(await statementsOf(code)).toEqual(['scan_units']);
  });

  it.each([CODES.kettle.upc, '123456789'])('of %s, which needs a choice or is unknown, is three', async (code) => {
    expect(await statementsOf(code)).toEqual(['scan_units', 'find_matches', 'add_units']);
  });

  it('writes a record for each row and index entry, and one lock', async () => {
    await scan(CODES.bolt.sku, 4);
    const records: number[] = [];
    for (let nth = 0; nth < 5; nth++) {
      const { rows } = await sql<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>`explain (analyze, wal, format json)
        select scan_units(array[${CODES.bolt.sku}], array[null], array[4], array[null], array[1], array[${`cost-of-scan-${nth}`}])`.execute(db);
      records.push(rows[0]?.['QUERY PLAN'][0]?.Plan['WAL Records'] ?? 0);
    }
    // A unit with 3 entries, a movement with 6, its scan id with 1, the lock of the location, three totals, the sums, and the pruning of a total's page.
    expect(Math.min(...records)).toBeLessThanOrEqual(4 + 7 + 2 + 1 + 3 + 1 + 1);
  });
});

describe('scans that arrive together', () => {
  const transactionsSince = async (unitId: number) =>
    (await sql<{ count: number }>`select count(distinct xmin::text)::int as count from units where id > ${unitId}`.execute(db)).rows[0]?.count ?? 0;
  const lastUnit = async () => (await sql<{ id: number }>`select coalesce(max(id), 0)::int as id from units`.execute(db)).rows[0]?.id ?? 0;

  it('are written in few transactions, each with its own unit', async () => {
    const last = await lastUnit();
    const codes = [CODES.kettle.newFnsku, CODES.bolt.sku, '123456789'];
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => scan(codes[n % 3], 1 + (n % 4), `together-${n}`)));
    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['ok']));
    expect(await transactionsSince(last)).toBeLessThan(30);
    const { rows } = await sql<{ scan: string; code: string; place: number }>`
      select m.client_scan_id as scan, u.identifier as code, u.location_id as place from stock_movements m join units u on u.id = m.unit_id
      where m.client_scan_id like 'together-%' order by substr(m.client_scan_id, 10)::int`.execute(db);
    expect(rows).toEqual(
      Array.from({ length: 60 }, (_, n) => ({ scan: `together-${n}`, code: ['X00KETTLEN', 'X000BOLT0G', '123456789'][n % 3], place: 1 + (n % 4) })),
    );
    expect(await listCountDifferences(db)).toEqual([]);
  });

  it('fail alone: an unknown location, a reused id and a repeated id change nothing for the others', async () => {
    await scan(CODES.bolt.sku, 2, 'taken-before');
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, (_, n) => scan(CODES.kettle.newFnsku, 3, `beside-${n}`)),
      scan(CODES.kettle.newFnsku, 9_999, 'nowhere-at-all'),
      scan(CODES.kettle.newFnsku, 2, 'taken-before'),
      scan(CODES.bolt.sku, 2, 'sent-twice'),
      scan(CODES.bolt.sku, 2, 'sent-twice'),
      ...Array.from({ length: 10 }, (_, n) => scan(CODES.kettle.newFnsku, 3, `beside-${10 + n}`)),
    ]);
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.splice(10, 4)).toEqual([404, 409, 200, 200]);
    expect(new Set(codes)).toEqual(new Set([200]));
    expect(await countUnits()).toBe(before + 1 + 20 + 1);
    expect(await listCountDifferences(db)).toEqual([]);
  });
});

it('records all of two hundred concurrent scans', async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => scan(CODES.kettle.newSku, 1 + (i % 3), `burst-${i}-of-this-test`)));
  expect(answers.every((answer) => answer.body === 'ok')).toBe(true);
  expect(await countUnits()).toBe(before + 200);
  expect(await listCountDifferences(db)).toEqual([]);
  const { rows } = await sql<{ total: number }>`select sum(on_hand)::int as total from stock_counts`.execute(db);
  expect(rows[0]?.total).toBe(await countUnits());
});
