import { UNDO_OWN_MINUTES } from '@stowage/contract/inventory/adjustment';
import type { PutawayItem, PutawayResult, RecentPutaway, WaitingItem } from '@stowage/contract/inventory/putaway';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { ageMovements } from '../../../../test/fixtures/age-movements.ts';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { callAtOnce } from '../../../../test/held-rows.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { listCountDifferences } from '../ledger/stock-replay.repository.ts';

const { db, owner, signIn } = await createTestApp();
await seedTestCatalog(db);
const [worker, other] = [await signIn(), await signIn()];
const bolt = CODES.bolt.fnsku;
let nth = 0;
const newId = () => `put-away-${++nth}`;

const path = '/api/inventory/putaway';
const receiving = await sql<{ code: string }>`select code from locations where kind = 'RECEIVING'`.execute(db).then(({ rows }) => rows[0]?.code ?? '');
const scan = async (location: string, count: number, code: string = bolt) => {
  for (let i = 0; i < count; i++) await worker.post('/api/sfinventory', { productId: code, locationId: location });
};
const lookUp = async (code: string = bolt) => (await worker.post(`${path}/look-up`, { code })).json() as PutawayItem;
const put = (change: object = {}, person = worker) => person.post(path, { clientId: newId(), code: bolt, quantity: 1, locationId: 'B-3', ...change });
const waiting = async () => (await worker.get(`${path}/waiting`)).json() as { data: WaitingItem[]; units: number; receiving: string };
const unitsIn = async (location: string) => (await lookUp()).places.find((place) => place.location === location)?.units ?? 0;

beforeEach(async () => {
  const { rows } = await sql<{ id: number }>`select id from units where status = 'AVAILABLE'`.execute(db);
  for (const { id } of rows) await worker.post('/api/localinventory/delete', { id });
});

describe('the look-up of an item', () => {
  it('suggests the shelf with most of its units, with the room that is left', async () => {
    await scan('B-2', 1);
    await scan('B-3', 2);
    await scan(receiving, 4);
    await sql`update locations set capacity = 10 where code = 'B-3'`.execute(db);
    const item = await lookUp(CODES.bolt.ean8);
    expect(item).toMatchObject({ item_name: 'Bolt Set', seller_sku: 'BOLT-G', identifier: bolt, waiting: 4, is_case: false, case_pack: null });
    expect(item.shelf).toMatchObject({ location: 'B-3', units: 2, free: 8, why: 'MOST_UNITS' });
    expect(item.places.map(({ location, units }) => [location, units])).toEqual([
      [receiving, 4],
      ['B-3', 2],
      ['B-2', 1],
    ]);
  });

  it('suggests the last shelf when none of its units is on one', async () => {
    await scan(receiving, 1);
    expect((await lookUp()).shelf).toMatchObject({ location: 'B-3', units: 0, why: 'LAST' });
  });

  it('knows a case by its own code, and how many units it holds', async () => {
    const caseCode = '10036000291459';
    await sql`insert into product_gtins (gtin14, product_id) values (${caseCode}, 1)`.execute(db);
    await sql`update products set case_pack = 12 where id = 1`.execute(db);
    await scan(receiving, 12, CODES.kettle.newFnsku);
    expect(await lookUp(caseCode)).toMatchObject({ identifier: CODES.kettle.newFnsku, is_case: true, case_pack: 12, waiting: 12 });
    expect(await lookUp(CODES.kettle.upc)).toMatchObject({ is_case: false, case_pack: 12 });
  });

  it.each([
    ['LPNABC123', 'LPN codes are not supported'],
    ['??', 'Not a valid UPC, EAN, ASIN, SKU, or FNSKU, and no location either'],
    [CODES.lamp.upc, 'more than one listing'],
    [CODES.kettle.upc, 'No unit of Electric Kettle is in stock'],
    ['123456789', 'No unit of 123456789 is in stock'],
  ])('refuses %s', async (code, message) => {
    expect((await worker.post(`${path}/look-up`, { code })).json().error.message).toContain(message);
  });
});

describe('a put-away', () => {
  it('moves the units that have been in stock longest, with one movement each, and undoes them together', async () => {
    await scan(receiving, 5);
    const { json } = await put({ quantity: 3 });
    const result = json() as PutawayResult;
    expect(result).toMatchObject({ item_name: 'Bolt Set', quantity: 3, from_location: receiving, location: 'B-3', units: 3 });
    const moved = await sql<{ units: number; first: boolean }>`
      select count(distinct unit_id)::int as units, max(unit_id) < (select max(id) - 1 from units) as first
      from stock_movements where id = any(${result.movements}::bigint[]) and type = 'LOCATION_CHANGE'`.execute(db);
    expect(moved.rows).toEqual([{ units: 3, first: true }]);
    expect([await unitsIn(receiving), await unitsIn('B-3')]).toEqual([2, 3]);
    expect((await worker.post(`${path}/undo`, { movements: result.movements })).json()).toEqual({ success: true, units: 3 });
    expect([await unitsIn(receiving), await unitsIn('B-3')]).toEqual([5, 0]);
    expect((await worker.post(`${path}/undo`, { movements: result.movements })).json().error.reason).toBe('already_undone');
    expect(await listCountDifferences(db)).toEqual([]);
  });

  it('that is undone waits for a bulk move of the same units, which waits for no unit of it', async () => {
    await scan(receiving, 2);
    const { movements } = (await put({ quantity: 2 })).json() as PutawayResult;
    const { rows } = await sql<{ ids: number[] }>`select array_agg(distinct unit_id order by unit_id) as ids from stock_movements
      where id = any(${movements}::bigint[])`.execute(db);
    const ids = rows[0]?.ids ?? [];
    const [moved, undone] = await callAtOnce(db, sql`select from units where id = ${ids[0]} for update`, [
      () => other.post('/api/bulk/move-units', { selection: { ids }, input: { location: 'C-1' } }),
      () => worker.post(`${path}/undo`, { movements }),
    ]);
    expect([moved?.json().done, undone?.json().error.reason]).toEqual([2, 'later_movement']);
    expect(await listCountDifferences(db)).toEqual([]);
  });

  it('counts once, however often it is sent, and gives the same answer', async () => {
    await scan(receiving, 4);
    const clientId = newId();
    const answers = await Promise.all([put({ clientId, quantity: 2 }), put({ clientId, quantity: 2 }), put({ clientId, quantity: 2 })]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await unitsIn(receiving)).toBe(2);
    expect((await put({ clientId, quantity: 1 })).json().error.reason).toBe('client_id_used');
    expect((await put({ clientId, quantity: 2 }, other)).json().error.reason).toBe('client_id_used');
  });

  it('gives each unit to one of two people', async () => {
    await scan(receiving, 10);
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => put({ quantity: 2, locationId: `C-${(i % 3) + 1}` }, i % 2 ? worker : other)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 200, 200, 409]);
    expect([await unitsIn(receiving), await unitsIn('C-1'), (await waiting()).units]).toEqual([0, expect.any(Number), 0]);
    expect(await listCountDifferences(db)).toEqual([]);
  });

  it('leaves another shelf if the person says so, and a code without a listing is put away too', async () => {
    await scan('B-2', 2);
    const from = (await lookUp()).places[0]?.location_id;
    expect((await put({ fromLocationId: from })).json()).toMatchObject({ from_location: 'B-2', location: 'B-3' });
    await scan(receiving, 2, '987654321');
    expect((await put({ code: '987654321', quantity: 2 })).json()).toMatchObject({ item_name: null, identifier: '987654321', units: 2 });
  });

  it.each([
    [{ quantity: 3 }, 'too_few', 'Only 2 of Bolt Set are in'],
    [{ locationId: 'Z-9' }, 'unknown_location', 'There is no location Z-9'],
    [{ locationId: receiving }, 'already_there', `Bolt Set is in ${receiving} already`],
    [{ code: CODES.kettle.upc }, 'not_in_stock', 'No unit of Electric Kettle'],
    [{ quantity: 0 }, undefined, 'quantity'],
    [{ quantity: 501 }, undefined, 'quantity'],
  ])('refuses %j and moves nothing', async (change, reason, message) => {
    await scan(receiving, 2);
    const { error } = (await put(change)).json();
    expect(error.reason).toBe(reason);
    expect(JSON.stringify(error)).toContain(message);
    expect(await unitsIn(receiving)).toBe(2);
  });

  it('says when all units are on the scanned shelf already', async () => {
    await scan('B-3', 2);
    expect((await put()).json().error).toMatchObject({ reason: 'already_there', message: expect.stringContaining('2 are in B-3 already') });
    expect((await put({ locationId: 'B-4' })).json().error.message).toContain('2 in B-3');
  });
});

it('lists the items in receiving, the longest waiting first', async () => {
  await scan('B-3', 1);
  await scan(receiving, 2, CODES.kettle.newFnsku);
  await scan(receiving, 3);
  const { data, units } = await waiting();
  expect(units).toBe(5);
  expect(data.map(({ item_name, units: many, shelf }) => [item_name, many, shelf?.location ?? null])).toEqual([
    ['Electric Kettle', 2, null],
    ['Bolt Set', 3, 'B-3'],
  ]);
});

it('offers the undo of a put-away to the person who made it, also on another page, until it is undone or half an hour old', async () => {
  const person = await signIn();
  const recent = async () => (await person.get(`${path}/recent`)).json() as RecentPutaway[];
  await scan(receiving, 4);
  await scan(receiving, 1, CODES.kettle.newFnsku);
  const { movements } = (await put({ quantity: 3 }, person)).json() as PutawayResult;
  await put({ code: CODES.kettle.newFnsku, locationId: 'C-1' }, person);
  await put({}, other);
  expect(await recent()).toMatchObject([
    { item_name: 'Electric Kettle', quantity: 1, from_location: receiving, location: 'C-1' },
    { item_name: 'Bolt Set', identifier: bolt, quantity: 3, from_location: receiving, location: 'B-3', movements },
  ]);
  await person.post(`${path}/undo`, { movements });
  const [kettle, ...others] = await recent();
  expect([kettle?.location, others]).toEqual(['C-1', []]);
  const { rows } = await sql<{ unit_id: number }>`select unit_id from stock_movements where id = ${kettle?.movements[0]}`.execute(db);
  await ageMovements(owner.db, rows[0]?.unit_id ?? 0, UNDO_OWN_MINUTES + 1);
  expect(await recent()).toEqual([]);
});

it('offers the undo of a put-away from a shelf too, but not of a unit that was moved by its dialog', async () => {
  const person = await signIn();
  const recent = async () => (await person.get(`${path}/recent`)).json() as RecentPutaway[];
  await scan('C-1', 3);
  const from = (await db.selectFrom('locations').select('id').where('code', '=', 'C-1').executeTakeFirstOrThrow()).id;
  const { movements } = (await put({ quantity: 2, fromLocationId: from }, person)).json() as PutawayResult;
  const left = await db.selectFrom('units').select('id').where('location_id', '=', from).where('status', '=', 'AVAILABLE').executeTakeFirstOrThrow();
  expect((await person.post('/api/updatelocalinventoryitem', { id: left.id, location: 'D-4' })).statusCode).toBe(200);
  expect(await recent()).toMatchObject([{ item_name: 'Bolt Set', quantity: 2, from_location: 'C-1', location: 'B-3', movements }]);
  expect((await person.post(`${path}/undo`, { movements: (await recent())[0]?.movements })).json()).toEqual({ success: true, units: 2 });
  expect(await recent()).toEqual([]);
});
