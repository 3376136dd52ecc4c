import { DAY_MS } from '@stowage/contract/formats/durations';
import type { LocationSummary } from '@stowage/contract/inventory/report';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { insertStock } from '../ledger/stock-replay.repository.ts';

const { db, clock, signIn } = await createTestApp();
await seedTestCatalog(db);
const now = new Date();
clock.set(now);
const person = await signIn();
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);

/**
 * Four units: 1 was received 400 days ago and stays; 2 was received 100 days ago and moved 50 days ago; 3 was received
 * 40 days ago and removed 5 days ago; 4 was received 2 days ago and is not in the catalog.
 */
beforeAll(async () => {
  const movements = [
    [1, 'ADD', null, 1, 'AVAILABLE', 400],
    [2, 'ADD', null, 1, 'AVAILABLE', 100],
    [2, 'LOCATION_CHANGE', 1, 2, 'AVAILABLE', 50],
    [3, 'ADD', null, 2, 'AVAILABLE', 40],
    [3, 'REMOVE', 2, null, 'REMOVED', 5],
    [4, 'ADD', null, 3, 'AVAILABLE', 2],
  ] as const;
  await applyPrices([item(CODES.kettle.upc, '10.10'), item(CODES.bolt.ean8, '2.25')], 600);
  await insertStock(db, {
    units: {
      id: [1, 2, 3, 4],
      listingId: [1, 5, 1, null],
      identifier: ['a', 'b', 'c', '123456789'],
      locationId: [1, 2, 2, 3],
      status: ['AVAILABLE', 'AVAILABLE', 'REMOVED', 'AVAILABLE'],
      source: ['SCAN', 'SCAN', 'SCAN', 'SCAN'],
      createdAt: [400, 100, 40, 2].map(daysAgo),
      updatedAt: [400, 50, 5, 2].map(daysAgo),
    },
    movements: {
      unitId: movements.map(([unit]) => unit),
      type: movements.map(([, type]) => type),
      fromLocationId: movements.map(([, , from]) => from),
      toLocationId: movements.map(([, , , to]) => to),
      afterStatus: movements.map(([, , , , status]) => status),
      actorId: movements.map(() => 1),
      createdAt: movements.map(([, , , , , days]) => daysAgo(days)),
    },
  });
});

const item = (upc: string, cost: string) => ({ upc, cost, MAP: '', item_code: '', product_title: 'Priced' });

/** Updates the price list this many days ago. */
async function applyPrices(items: readonly object[], days: number): Promise<void> {
  const admin = await signIn('ROLE_ADMIN');
  await admin.post('/api/pricelists/bulk-update', items);
  const { id } = await db.selectFrom('price_list_uploads').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  await db
    .updateTable('price_list_uploads')
    .set({ applied_at: daysAgo(days) })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('price_list_changes')
    .set({ changed_at: daysAgo(days) })
    .where('upload_id', '=', id)
    .execute();
}

const at = (days: number) => encodeURIComponent(daysAgo(days).toISOString());
const held = async (days: number) =>
  Object.fromEntries(
    (await person.get(`/api/inventory/report/as-of?at=${at(days)}`))
      .json()
      .filter(({ item_count }: LocationSummary) => item_count !== 0)
      .map(({ location, item_count }: LocationSummary) => [location, item_count]),
  );
const value = async (days?: number) => (await person.get(`/api/inventory/report/value${days === undefined ? '' : `?at=${at(days)}`}`)).json();

describe('stock as of a day', () => {
  it.each([
    [0, { 'A-1': 1, 'A-2': 1, 'A-3': 1 }],
    [4, { 'A-1': 1, 'A-2': 1 }],
    [6, { 'A-1': 1, 'A-2': 2 }],
    [45, { 'A-1': 1, 'A-2': 1 }],
    [60, { 'A-1': 2 }],
    [200, { 'A-1': 1 }],
    [500, {}],
  ])('was correct %i days ago', async (days, expected) => {
    expect(await held(days)).toEqual(expected);
  });

  it('includes an inactive location that held units then', async () => {
    await sql`update locations set active = false where code = 'A-3'`.execute(db);
    expect(await held(0)).toMatchObject({ 'A-3': 1 });
    expect((await person.get(`/api/inventory/report/as-of?at=${at(60)}`)).json().some(({ location }: LocationSummary) => location === 'A-3')).toBe(false);
    await sql`update locations set active = true where code = 'A-3'`.execute(db);
  });

  it.each([['2999-01-01T00:00:00Z'], ['yesterday'], ['2026-13-01T00:00:00Z']])('rejects %s', async (moment) => {
    for (const path of ['report/as-of', 'report/value', 'export/as-of.csv', 'export/age.csv']) {
      expect((await person.get(`/api/inventory/${path}?at=${moment}`)).statusCode).toBe(400);
    }
  });
});

describe('value at cost', () => {
  it('counts units without a cost and excludes them', async () => {
    const { total, ages } = await value();
    expect(total).toEqual({ units: 3, value: '12.35', unknown_units: 1, later_units: 0 });
    expect(ages.map(({ units }: { units: number }) => units)).toEqual([1, 0, 0, 1, 0, 1]);
    expect(ages[0]).toEqual({ name: '0–30 days', units: 1, value: '0.00', unknown_units: 1, later_units: 0 });
  });

  it('uses the stock and its age on that day', async () => {
    const { total, ages } = await value(6);
    expect(total).toEqual({ units: 3, value: '22.45', unknown_units: 0, later_units: 0 });
    expect(ages.map(({ units }: { units: number }) => units)).toEqual([0, 1, 0, 1, 0, 1]);
  });

  it("prefers the unit's own cost", async () => {
    await sql`update units set cost = 7 where id = 4`.execute(db);
    expect((await value()).total).toEqual({ units: 3, value: '19.35', unknown_units: 0, later_units: 0 });
    await sql`update units set cost = null where id = 4`.execute(db);
  });
});

describe('the exports', () => {
  const csv = async (path: string) => (await person.get(`/api/inventory/export/${path}`)).body.trim().split('\r\n');

  it('contain each table', async () => {
    expect((await csv(`as-of.csv?at=${at(6)}`)).slice(0, 3)).toEqual(['Location,Item Count', 'A-1,1', 'A-2,2']);
    const ages = await csv('age.csv');
    expect([ages.length, ages[0], ages.at(-1)]).toEqual([8, 'Age,Units,Value at cost,Units of unknown cost,Units of a later cost', 'All,3,12.35,1,0']);
    expect(await csv(`places.csv?identifier=${CODES.bolt.sku}`)).toEqual(['Location,Identifier,ASIN,Count', 'A-2,X000BOLT0G,B00000BOLT,1']);
    expect(await csv('location-listings.csv?location=A-2')).toEqual(['Seller SKU,Identifier,ASIN,Count', 'BOLT-G,X000BOLT0G,B00000BOLT,1']);
    expect(await csv('location-listings.csv?location=A-3')).toEqual(['Seller SKU,Identifier,ASIN,Count', ',123456789,,1']);
    expect((await person.get('/api/inventory/export/location-listings.csv?location=Z-9')).statusCode).toBe(404);
  });
});

describe('the cost on a day', () => {
  const total = async (days: number) => {
    const { value: cost, later_units: later } = (await value(days)).total;
    return [cost, later];
  };

  it('is from the price list of that day, or the first one after it', async () => {
    await applyPrices([item(CODES.kettle.upc, '11.00')], 50);
    await applyPrices([item(CODES.kettle.upc, '12.00'), item(CODES.bolt.ean8, '3.00')], 20);
    // One kettle of 400 days, one bolt of 100, and a kettle from 40 to 5 days ago.
    expect(await total(0)).toEqual(['15.00', 0]);
    expect(await total(10)).toEqual(['27.00', 0]);
    expect(await total(30)).toEqual(['24.25', 0]);
    expect(await total(60)).toEqual(['12.35', 0]);
    await sql`update price_list_uploads set applied_at = ${daysAgo(300)} where applied_at < ${daysAgo(500)}`.execute(db);
    expect(await total(350)).toEqual(['10.10', 1]);
  });

  it('ignores a file that was undone', async () => {
    const admin = await signIn('ROLE_ADMIN');
    await applyPrices([item(CODES.kettle.upc, '99.00')], 3);
    const { id } = await db.selectFrom('price_list_uploads').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(await total(0)).toEqual(['102.00', 0]);
    expect((await admin.post(`/api/pricelists/uploads/${id}/undo`)).statusCode).toBe(200);
    expect([await total(0), await total(2), await total(4)]).toEqual([
      ['15.00', 0],
      ['15.00', 0],
      ['15.00', 0],
    ]);
  });
});
