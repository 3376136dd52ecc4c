import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { setQuantities } from '../../../../test/fixtures/pricing/test-quantities.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { openDatabase } from '../../../platform/database/connection/connect.ts';
import { addUnits } from '../../inventory/internals.ts';
import { rememberChanges } from '../../marketplace-events/internals.ts';
import { recordMissingListings, recordReportedListings } from '../listing-state/listing-state.service.ts';
import { decideQuantitiesAgain } from '../quantities/quantity-settings.service.ts';
import { compareBatch, repairBatch } from './out-of-sync.repository.ts';
import { countOutOfSync, settleOutOfSync } from './out-of-sync.service.ts';
import { compareSkus } from './out-of-sync-check.repository.ts';

const LISTINGS = 2_500;
const skuOf = (nth: number) => `MANY-${nth}`;
const SKUS = Array.from({ length: LISTINGS }, (_, nth) => skuOf(nth));

const app = await createTestApp();
const { db, clock, connection } = app;
let admin = await app.signIn('ROLE_ADMIN');
let at = Date.now();

const scan = async (nth: number) => expect((await admin.post('/api/sfinventory', { productId: skuOf(nth), locationId: 'A-1' })).statusCode).toBe(200);
const total = async () => (await admin.get('/api/inventory/stock/totals?out_of_sync=true')).json().listings;
const shown = async () => (await admin.get('/api/inventory/stock?out_of_sync=true')).json().data.length;
const onDashboard = async (): Promise<{ count: number; asOf: string } | undefined> => {
  clock.advance(31_000);
  return (await admin.get('/api/dashboard/attention')).json().rows.find(({ kind }: { kind: string }) => kind === 'out-of-sync');
};
const settled = () => settleOutOfSync(db, { batches: 100 });
const report = (rows: readonly { nth: number; quantity: number }[]) =>
  db.transaction().execute((tx) => {
    const listings = rows.map(({ nth, quantity }) => ({
      sku: skuOf(nth),
      asin: 'B000000001',
      title: 'Any',
      condition: 11,
      channel: 'DEFAULT',
      price: '9',
      quantity,
      status: 'Active',
    }));
    at += 1;
    return recordReportedListings(tx, listings, new Date(at));
  });
const all = (quantity: number) => SKUS.map((_, nth) => ({ nth, quantity }));

beforeAll(async () => {
  await sql`insert into products (title) values ('Product')`.execute(db);
  await sql`insert into listings (product_id, seller_sku, condition, channel) select 1, sku, 11, 'SELLER_FULFILLED' from unnest(${SKUS}::text[]) sku`.execute(
    db,
  );
  await report(all(0));
  expect(await settled()).toBe(true);
});
afterEach(async () => {
  admin = await app.signIn('ROLE_ADMIN');
  await report(all(0));
  expect(await settled()).toBe(true);
});

it('follows a scan and what Amazon shows at once, on the stock page and the dashboard', async () => {
  expect([await total(), await shown(), await onDashboard()]).toEqual([0, 0, undefined]);
  await report([
    { nth: 1, quantity: 1 },
    { nth: 2, quantity: 2 },
  ]);
  expect([await total(), await shown(), (await onDashboard())?.count]).toEqual([2, 2, 2]);
  await scan(1);
  expect([await total(), await shown(), (await onDashboard())?.count]).toEqual([1, 1, 1]);
  await db.transaction().execute((tx) => recordMissingListings(tx, new Date(at + 1), (sku) => sql<boolean>`${sku} <> ${skuOf(2)}`));
  expect([await total(), await shown(), await onDashboard()]).toEqual([0, 0, undefined]);
});

it('follows a rule of a listing, units of an announced order, and a SKU that another listing gets', async () => {
  await scan(5);
  await scan(5);
  await report([{ nth: 5, quantity: 2 }]);
  const before = await total();
  const announce = (skus: string[]) =>
    db
      .transaction()
      .execute(async (tx) =>
        decideQuantitiesAgain(tx, [...skus, ...(await rememberChanges(tx, [{ kind: 'ORDER', subject: 'O-1', at: new Date(), skus }])).map(({ sku }) => sku)]),
      );
  await announce([skuOf(5)]);
  expect(await total()).toBe(before + 1);
  await announce([]);
  expect(await total()).toBe(before);
  const { id } = await db.selectFrom('listings').select('id').where('seller_sku', '=', skuOf(5)).executeTakeFirstOrThrow();
  const rule = { safety_stock: null, maximum: 1, is_withheld: false, version: 0 };
  expect((await admin.put(`/api/pricing/quantities/listings/${id}`, rule)).statusCode).toBe(200);
  expect(await total()).toBe(before + 1);
  expect((await admin.put(`/api/pricing/quantities/listings/${id}`, { ...rule, is_withheld: true, version: 1 })).statusCode).toBe(200);
  expect(await total()).toBe(before);
  expect((await admin.put(`/api/pricing/quantities/listings/${id}`, { ...rule, maximum: null, version: 2 })).statusCode).toBe(200);
  const was = { seller_sku: skuOf(5), fnsku: null, asin: null };
  expect((await admin.put(`/api/products/1/listings/${id}`, { ...was, was, seller_sku: 'RENAMED' })).statusCode).toBe(200);
  await report([{ nth: 5, quantity: 7 }]);
  expect(await total()).toBe(before);
  expect((await admin.put(`/api/products/1/listings/${id}`, { ...was, was: { ...was, seller_sku: 'RENAMED' } })).statusCode).toBe(200);
  expect(await total()).toBe(before + 1);
});

it('works a large report off in batches, answers rightly meanwhile, and goes on in another process', async () => {
  await report(all(3));
  const before = await db.selectFrom('out_of_sync_checks').select(['size']).execute();
  expect(Math.max(...before.map(({ size }) => size))).toBeLessThanOrEqual(500);
  expect(await compareBatch(db)).toMatchObject({ state: 'MORE' });
  const { length: first } = await db.selectFrom('out_of_sync_listings').select('listing_id').execute();
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThanOrEqual(1_500);
  const other = openDatabase(connection, { max: 2, onError: () => {} });
  expect(await settleOutOfSync(other.db, { batches: 100 })).toBe(true);
  await other.close();
  expect([await total(), (await onDashboard())?.count]).toEqual([LISTINGS, LISTINGS]);
  expect(await countOutOfSync(db)).toBe(LISTINGS);
});

it('compares all listings in batches after a change of the general settings', async () => {
  for (const nth of [1, 2]) await scan(nth);
  const different = await countOutOfSync(db);
  expect([await total(), (await onDashboard())?.count]).toEqual([different, different]);
  expect((await setQuantities(admin, { safety_stock: 5 })).statusCode).toBe(200);
  expect(await compareBatch(db)).toMatchObject({ state: 'MORE' });
  expect(await compareBatch(db)).toMatchObject({ state: 'MORE' });
  const { all_after: reached } = await db.selectFrom('out_of_sync_state').select('all_after').executeTakeFirstOrThrow();
  expect(reached).toBeGreaterThan(0);
  expect(reached).toBeLessThan(LISTINGS);
  expect(await settled()).toBe(true);
  expect([await total(), await onDashboard()]).toEqual([0, undefined]);
  expect((await setQuantities(admin, { safety_stock: 0 })).statusCode).toBe(200);
});

it('has the last complete number and its time on the dashboard while much waits to be compared, and the stock page compares each listing', async () => {
  await scan(1);
  const known = await onDashboard();
  expect(known?.count).toBe(await total());
  const waiting = Array.from({ length: 12_000 }, (_, nth) => `OTHER-${nth}`);
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
  await compareSkus(db, waiting);
  await scan(3);
  const late = await onDashboard();
  expect(late?.count).toBe(known?.count);
  expect(Date.parse(late?.asOf ?? '')).toBeLessThanOrEqual(Number(rows[0]?.at));
  await compareSkus(db, waiting);
  expect(await total()).toBe(await countOutOfSync(db));
  expect(await settled()).toBe(true);
  expect((await onDashboard())?.count).toBe(Number(known?.count) + 1);
});

it('is not compared again in all listings when other settings are saved', async () => {
  const { clearableListings: _, example: __, ...settings } = (await admin.get('/api/pricing/settings')).json();
  expect((await admin.put('/api/pricing/settings', { ...settings, maxDropPercent: settings.maxDropPercent + 1 })).statusCode).toBe(200);
  expect((await setQuantities(admin, { mode: 'PAUSED' })).statusCode).toBe(200);
  expect(await db.selectFrom('out_of_sync_checks').selectAll().execute()).toEqual([]);
});

it('contains a movement whose transaction was numbered earlier but ends later', async () => {
  const { id } = await db.selectFrom('listings').select('id').where('seller_sku', '=', skuOf(7)).executeTakeFirstOrThrow();
  let finish = () => {};
  let isAdded = false;
  const before = await total();
  const slow = db.transaction().execute(async (tx) => {
    await addUnits(tx, [{ listingId: id, identifier: skuOf(7), location: { id: 2 }, source: 'COUNT', actorId: 1, clientScanId: null }]);
    isAdded = true;
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  await expect.poll(() => isAdded).toBe(true);
  await scan(8);
  for (let nth = 0; nth < 3; nth++) {
    expect(await total()).toBe(before + 1);
    // The mark moves only past transactions that began more than a second ago and have ended.
    const isOld = async () =>
      (await sql`select from out_of_sync_state where seen_at < clock_timestamp() - interval '1.1 seconds'`.execute(db)).rows.length === 1;
    await expect.poll(isOld).toBe(true);
  }
  finish();
  await slow;
  expect(await total()).toBe(before + 2);
});

it('is repaired in slices when the list or its number are wrong', async () => {
  for (const nth of [10, 11]) await scan(nth);
  const right = await total();
  await sql`delete from out_of_sync_listings where listing_id = (select id from listings where seller_sku = ${skuOf(10)})`.execute(db);
  await sql`insert into out_of_sync_listings select id from listings where seller_sku in (${skuOf(2_000)}, ${skuOf(2_001)})`.execute(db);
  await sql`insert into out_of_sync_listings values (999999)`.execute(db);
  await sql`update out_of_sync_state set listings = 77, repaired_after = 0`.execute(db);
  let wrong = 0;
  let batches = 0;
  do {
    wrong += await repairBatch(db);
    batches += 1;
  } while ((await db.selectFrom('out_of_sync_state').select('repaired_after').executeTakeFirstOrThrow()).repaired_after > 0);
  expect({ wrong, batches }).toEqual({ wrong: 4, batches: 3 });
  expect([await total(), (await onDashboard())?.count, await countOutOfSync(db)]).toEqual([right, right, right]);
});

it('is counted by comparing while a process of an earlier version runs, whose changes nobody follows, and compared completely afterwards', async () => {
  const earlier = new pg.Client({ ...connection, application_name: 'stowage-watch' });
  await earlier.connect();
  const before = await total();
  await sql`update marketplace_listings set quantity = 9 where seller_sku in (${skuOf(20)}, ${skuOf(21)})`.execute(db);
  expect(await total()).toBe(before + 2);
  expect(await settled()).toBe(false);
  await earlier.end();
  await expect.poll(settled).toBe(true);
  expect([await total(), await shown(), (await onDashboard())?.count]).toEqual([before + 2, before + 2, before + 2]);
});
