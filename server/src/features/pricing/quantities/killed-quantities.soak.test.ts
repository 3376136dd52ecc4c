import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';
import { setQuantities } from '../../../../test/fixtures/pricing/test-quantities.ts';
import { createTestMarketplace } from '../../../../test/fixtures/test-marketplace.ts';
import { createWorkerProcess } from '../../../../test/fixtures/worker-process.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const LISTINGS = 60;
/** The process is killed after this many calls of each round. */
const KILLED_AFTER = [8, 25];
const PATIENT = { timeout: 240_000, interval: 20 };

const { account, sim } = await createTestMarketplace();
const app = await createTestApp({ account });
const { db } = app;
app.clock.set(new Date());
const admin = await app.signIn('ROLE_ADMIN');
const worker = createWorkerProcess(app, account);
const skus = Array.from({ length: LISTINGS }, (_, nth) => `SKU-${String(nth).padStart(5, '0')}`);

beforeAll(async () => {
  await sim.stopRandomOrders();
  const listings = skus.map((sku, nth) => ({ sku, asin: `B${String(nth).padStart(9, '0')}`, priceCents: 1_000, quantity: 0 }));
  await seedPricedListings(db, sim, listings);
  for (const [nth, sku] of skus.entries()) for (let units = 0; units <= nth % 3; units++) await scan(sku);
  expect((await setQuantities(admin, { mode: 'ON' })).statusCode).toBe(200);
});

async function scan(sku: string): Promise<void> {
  const answer = await admin.post('/api/sfinventory', { productId: `X${sku}`, locationId: 'A-1' });
  expect(answer.statusCode, answer.body).toBe(200);
}

const patches = async () => (await sim.journal()).filter(({ operation, status }) => operation === 'patchListingsItem' && status === 200);

/** The units here, by SKU. */
async function unitsHere(): Promise<Record<string, number>> {
  const { rows } = await sql<{ sku: string; units: number }>`select l.seller_sku as sku,
    (select count(*)::int from units u where u.listing_id = l.id and u.status = 'AVAILABLE') as units from listings l`.execute(db);
  return Object.fromEntries(rows.map(({ sku, units }) => [sku, units]));
}

/** What Amazon shows differently from the units here. */
async function listDifferences(): Promise<string[]> {
  const [here, shown] = [await unitsHere(), await sim.quantities()];
  return skus.filter((sku) => shown[sku] !== here[sku]).map((sku) => `${sku}: ${shown[sku]} instead of ${here[sku]}`);
}

/** Removes every unit of each third listing, and scans another unit of the rest of them while the process is down or sends. */
async function changeStock(round: number): Promise<void> {
  const sold = skus.filter((_, nth) => nth % 3 === round % 3);
  const { rows } = await sql<{ id: number }>`select u.id from units u join listings l on l.id = u.listing_id
    where u.status = 'AVAILABLE' and l.seller_sku = any(${sold}::text[])`.execute(db);
  for (const { id } of rows) {
    const answer = await admin.post('/api/localinventory/delete', { id });
    expect(answer.statusCode, answer.body).toBe(200);
  }
  for (const sku of skus.filter((_, nth) => nth % 3 === (round + 1) % 3)) await scan(sku);
}

it('shows what was decided last, and nothing that is gone, after kills while quantities are sent', async () => {
  worker.start();
  for (const [round, calls] of KILLED_AFTER.entries()) {
    const before = (await patches()).length;
    await expect.poll(async () => (await patches()).length - before, PATIENT).toBeGreaterThanOrEqual(calls);
    await worker.kill();
    // A newer decision exists before the process knows the answers to the calls of the older one.
    await changeStock(round);
    worker.start();
  }
  await expect.poll(listDifferences, { ...PATIENT, interval: 500 }).toEqual([]);
  const here = await unitsHere();
  expect(skus.filter((sku) => here[sku] === 0).length).toBeGreaterThan(LISTINGS / 4);
  await expect.poll(async () => (await admin.get('/api/pricing/quantities')).json().waiting, { ...PATIENT, interval: 500 }).toBe(0);
  expect(await listDifferences()).toEqual([]);
  // What was on its way at a kill is sent again; every other quantity is sent once.
  const ids = (await patches()).map(({ path, body }) => `${path} ${JSON.stringify(body)}`);
  expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(KILLED_AFTER.length * 5);
}, 900_000);
