import { beforeEach, describe, expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { listCountDifferences } from '../ledger/stock-replay.repository.ts';

const { app, db, signIn } = await createTestApp();
await seedTestCatalog(db);
const person = await signIn();
let nth = 0;
let round = '';
let shelf = '';
const SHELVES = [...'ABCDEFG'].flatMap((aisle) => [1, 2, 3, 4, 5, 6, 7, 8].map((bay) => `${aisle}-${bay}`));

const audit = (productId: unknown, more: object = {}) =>
  person.post('/api/inventory/audit/scan', { productId, locationId: shelf, roundId: round, clientScanId: `audit-scan-${nth++}`, ...more });
const result = async (productId: unknown, more: object = {}) => (await audit(productId, more)).json();
const add = (productId: string, locationId = shelf) => person.post('/api/sfinventory', { productId, locationId });
const clearStock = async () => {
  for (const { id } of await db.selectFrom('units').select('id').where('status', '<>', 'REMOVED').execute())
    await person.post('/api/localinventory/delete', { id });
};
const stockOf = async (code: string) => (await person.post('/api/searchlocalinventory', { identifier: code })).json().length;

beforeEach(async () => {
  await clearStock();
  round = `round-number-${nth++}`;
  shelf = SHELVES[nth % SHELVES.length] ?? '';
});

describe('auditing a shelf', () => {
  it('confirms booked units one by one and changes nothing', async () => {
    for (let i = 0; i < 3; i++) await add(CODES.kettle.newSku);
    const results = [];
    for (let i = 0; i < 3; i++) results.push(await result(CODES.kettle.newFnsku));
    expect(results.map(({ outcome, counted, expected }) => [outcome, counted, expected])).toEqual([
      ['CONFIRMED', 1, 3],
      ['CONFIRMED', 2, 3],
      ['CONFIRMED', 3, 3],
    ]);
    expect(new Set(results.map(({ unit_id }) => unit_id)).size).toBe(3);
    expect(results[0]).toMatchObject({ item_name: 'Electric Kettle', seller_sku: 'KETTLE-N', identifier: 'X00KETTLEN', sku_condition: 11, location: shelf });
    expect(await stockOf(CODES.kettle.newSku)).toBe(3);
    const movements = await db
      .selectFrom('stock_movements')
      .select(['type', 'quantity_change'])
      .where('unit_id', '=', results[0].unit_id)
      .orderBy('id')
      .execute();
    expect(movements).toEqual([
      { type: 'ADD', quantity_change: 1 },
      { type: 'AUDIT_COUNT', quantity_change: 0 },
    ]);
    expect(await listCountDifferences(db)).toEqual([]);
  });

  it('by several people at once adds no booked unit', async () => {
    for (let i = 0; i < 2; i++) await add(CODES.kettle.newSku);
    const { id } = (await person.post('/api/searchlocalinventory', { identifier: CODES.kettle.newSku })).json()[0];
    for (let turn = 0; turn < 5; turn++) {
      const people = [1, 2, 3, 4].map((nth) => `person-${nth}-${turn}-${round}`);
      const notes = person.post('/api/inventory/units/notes', { id, notes: `seen ${turn}` });
      const results = await Promise.all(
        [...people, ...people].map((roundId) => result(CODES.kettle.newSku, { roundId })).concat(notes.then(() => ({ outcome: 'CONFIRMED' }))),
      );
      expect(results.map(({ outcome }) => outcome)).toEqual(results.map(() => 'CONFIRMED'));
    }
    expect(await stockOf(CODES.kettle.newSku)).toBe(2);
  });

  it('twice never doubles the stock', async () => {
    for (let i = 0; i < 2; i++) await add(CODES.kettle.newSku);
    for (const id of ['the-first-round', 'the-second-round']) {
      for (let i = 0; i < 2; i++) expect((await result(CODES.kettle.newSku, { roundId: `${id}-${round}` })).outcome).toBe('CONFIRMED');
    }
    expect(await stockOf(CODES.kettle.newSku)).toBe(2);
  });

  it('adds a surplus unit if no other location has one', async () => {
    await add(CODES.kettle.newSku);
    await audit(CODES.kettle.newSku);
    expect(await result(CODES.kettle.newSku)).toMatchObject({ outcome: 'ADDED', counted: 2, expected: 2 });
    expect(await stockOf(CODES.kettle.newSku)).toBe(2);
    expect(await listCountDifferences(db)).toEqual([]);
  });

  it('distinguishes conditions, and counts unlisted codes', async () => {
    await add(CODES.kettle.newSku);
    expect((await result(CODES.kettle.goodSku)).outcome).toBe('ADDED');
    await add('123456789');
    expect(await result('123456789')).toMatchObject({ outcome: 'CONFIRMED', item_name: null, identifier: '123456789' });
    expect((await result('123456789')).outcome).toBe('ADDED');
  });
});

it('asks for the beginning of a known code, and leaves no entry in the history', async () => {
  const clientScanId = `the-beginning-${nth++}`;
  const asked = await audit('X00KETTLE', { clientScanId, incomplete: 'ask' });
  expect([asked.statusCode, asked.json().error.reason]).toEqual([409, 'incomplete']);
  expect(await db.selectFrom('audit_misses').select('id').where('client_scan_id', '=', clientScanId).execute()).toEqual([]);
  expect(await result('X00KETTLE', { clientScanId, incomplete: 'add' })).toMatchObject({ outcome: 'ADDED', item_name: null });
  expect(await result('X00KETTLE', { incomplete: 'ask' })).toMatchObject({ outcome: 'ADDED' });
});

describe('a surplus unit with one in another location', () => {
  const other = () => SHELVES[(SHELVES.indexOf(shelf) + 1) % SHELVES.length] ?? '';

  it('asks and changes nothing', async () => {
    await add(CODES.kettle.newSku, other());
    const asked = await result(CODES.kettle.newSku);
    expect(asked).toMatchObject({ outcome: 'ELSEWHERE', unit_id: null, counted: 0, elsewhere: [{ location: other(), count: 1 }] });
    expect(await stockOf(CODES.kettle.newSku)).toBe(1);
  });

  it('is moved here on request, under the same scan id', async () => {
    await add(CODES.kettle.newSku, other());
    const clientScanId = `the-same-scan-${nth++}`;
    const { elsewhere } = await result(CODES.kettle.newSku, { clientScanId });
    const answer = { clientScanId, surplus: 'move', fromLocationId: elsewhere[0].location_id };
    for (let i = 0; i < 2; i++) {
      expect(await result(CODES.kettle.newSku, answer)).toMatchObject({ outcome: 'MOVED', from_location: other(), location: shelf, counted: 1, expected: 1 });
    }
    expect(await stockOf(CODES.kettle.newSku)).toBe(1);
    expect(await listCountDifferences(db)).toEqual([]);
  });

  it('is added on request', async () => {
    await add(CODES.kettle.newSku, other());
    expect((await result(CODES.kettle.newSku, { surplus: 'add' })).outcome).toBe('ADDED');
    expect(await stockOf(CODES.kettle.newSku)).toBe(2);
  });

  it("isn't moved if the other unit is gone", async () => {
    const answer = await audit(CODES.kettle.newSku, { surplus: 'move', fromLocationId: 1 });
    expect([answer.statusCode, answer.json().error.reason]).toEqual([409, 'no_longer_there']);
  });

  it("isn't moved when the call names no other location", async () => {
    const { statusCode, json } = await audit(CODES.kettle.newSku, { surplus: 'move' });
    const problem = { path: 'body.fromLocationId', message: 'must be the location from which the unit is moved' };
    expect([statusCode, json().error.fields]).toEqual([400, [problem]]);
  });
});

describe('a client scan id', () => {
  it('counts once, also twenty times concurrently', async () => {
    for (let i = 0; i < 3; i++) await add(CODES.kettle.newSku);
    const clientScanId = `only-once-${nth++}`;
    const answers = await Promise.all(Array.from({ length: 20 }, () => audit(CODES.kettle.newSku, { clientScanId })));
    expect(answers.every((answer) => answer.statusCode === 200)).toBe(true);
    expect(new Set(answers.map((answer) => answer.json().unit_id)).size).toBe(1);
    expect(await result(CODES.kettle.newSku)).toMatchObject({ outcome: 'CONFIRMED', counted: 2, expected: 3 });
  });

  it('gets the same answer when its location was deactivated before the repeat', async () => {
    const clientScanId = `deactivated-${nth++}`;
    const first = await result(CODES.kettle.newSku, { clientScanId });
    const setActive = (active: boolean) => db.updateTable('locations').set({ active }).where('code', '=', shelf).execute();
    await setActive(false);
    expect(await result(CODES.kettle.newSku, { clientScanId })).toEqual(first);
    expect((await audit(CODES.kettle.newSku)).json().error.reason).toBe('unknown_location');
    await setActive(true);
    expect(await stockOf(CODES.kettle.newSku)).toBe(1);
  });

  it('is rejected for another code', async () => {
    await audit(CODES.kettle.newSku, { clientScanId: 'used-once-before' });
    const answer = await audit(CODES.bolt.sku, { clientScanId: 'used-once-before' });
    expect([answer.statusCode, answer.json().error.reason]).toEqual([409, 'scan_id_reused']);
  });
});

it('confirms each unit once when two people audit one shelf together', async () => {
  for (let i = 0; i < 20; i++) await add(CODES.kettle.newSku);
  const outcomes = (await Promise.all(Array.from({ length: 20 }, () => audit(CODES.kettle.newSku)))).map((answer) => answer.json());
  expect(outcomes.every(({ outcome }) => outcome === 'CONFIRMED')).toBe(true);
  expect(new Set(outcomes.map(({ unit_id }) => unit_id)).size).toBe(20);
  expect(await stockOf(CODES.kettle.newSku)).toBe(20);
});

it.each([
  ['12345678', 422, 'not_an_identifier', 'Invalid identifier length'],
  ['LPNRR1234567', 422, 'lpn', 'LPN codes are not supported'],
  [CODES.lamp.upc, 409, 'ambiguous', '012345678905 names more than one listing. Which one is in your hand?'],
])("rejects %s with the audit's messages", async (code, status, reason, message) => {
  const answer = await audit(code);
  expect([answer.statusCode, answer.json().error]).toMatchObject([status, { reason, message }]);
});

it("rejects unknown locations, another location's round and malformed requests", async () => {
  expect((await audit(CODES.bolt.sku, { locationId: 'Z-9' })).statusCode).toBe(404);
  await audit(CODES.bolt.sku);
  const answer = await audit(CODES.bolt.sku, { locationId: 'RECEIVING' });
  expect([answer.statusCode, answer.json().error.reason]).toEqual([409, 'round_of_another_location']);
  for (const more of [{ roundId: 'x' }, { clientScanId: null }, { surplus: 'maybe' }, { fromLocationId: -1 }, { locationId: {} }]) {
    expect((await audit(CODES.bolt.sku, more)).statusCode).toBe(400);
  }
  expect((await app.inject({ method: 'POST', url: '/api/inventory/audit/scan', payload: {} })).statusCode).toBe(401);
});

it('lists the newest scans with their results', async () => {
  await add(CODES.kettle.newSku);
  await audit(CODES.kettle.newSku);
  await audit(CODES.bolt.sku);
  const rows = (await person.get('/api/inventory/audit/history')).json();
  expect(rows.slice(0, 2)).toMatchObject([
    { outcome: 'ADDED', scanned_code: CODES.bolt.sku, item_name: 'Bolt Set', scanned_location: shelf, from_location: null },
    { outcome: 'CONFIRMED', scanned_code: CODES.kettle.newSku, seller_sku: 'KETTLE-N', location: shelf, scanned_by: expect.any(String) },
  ]);
});

describe('a scan without effect', () => {
  const misses = async () => (await person.get('/api/inventory/audit/misses')).json();
  const send = (productId: string, locationId: string, clientScanId: string) =>
    person.post('/api/inventory/audit/scan', { productId, locationId, roundId: `misses-${locationId}`, clientScanId });

  it('is recorded with its reason, once', async () => {
    for (let i = 0; i < 2; i++) {
      await send('SHORT', 'C-1', 'miss-unmatched');
      await send('LPN12345', 'C-1', 'miss-error-1');
      await send('123456789', 'Z-9', 'miss-error-2');
      await send('123456789', 'C-1', 'miss-duplicate');
    }
    const reported = (await misses()).map((row: { result: string; scanned_code: string; scanned_location: string; message: string }) => [
      row.result,
      row.scanned_code,
      row.scanned_location,
      row.message,
    ]);
    expect(reported.slice(0, 4)).toEqual([
      ['DUPLICATE', '123456789', 'C-1', 'Sent twice, counted once'],
      ['ERROR', '123456789', null, 'There is no location Z-9'],
      ['ERROR', 'LPN12345', 'C-1', 'LPN codes are not supported'],
      ['UNMATCHED', 'SHORT', 'C-1', 'Invalid identifier length'],
    ]);
  });

  it("doesn't change which movements are marked as undone", async () => {
    await send('123456780', 'C-2', 'undone-scan');
    const [row] = (await person.get('/api/inventory/audit/history')).json();
    expect(row).toMatchObject({ scanned_code: '123456780', undone: false });
    await person.post('/api/inventory/movements/undo', { id: row.movement_id });
    expect((await person.get('/api/inventory/audit/history')).json()[0]).toMatchObject({ undone: true, deleted: 1 });
  });
});
