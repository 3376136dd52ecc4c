import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';
import { hurry } from '../../../../test/fixtures/test-jobs.ts';
import { createTestMarketplace } from '../../../../test/fixtures/test-marketplace.ts';
import { createWorkerProcess } from '../../../../test/fixtures/worker-process.ts';
import { createTestApp } from '../../../../test/test-app.ts';

/** Sent one by one, so that a kill comes between two calls, or between a call and the record of its answer. */
const LISTINGS = 120;
/** The process is killed after this many calls of each sync. */
const KILLED_AFTER = { first: 20, second: 8 };
const PATIENT = { timeout: 240_000, interval: 20 };

const { account, sim } = await createTestMarketplace();
const app = await createTestApp({ account });
const { db } = app;
app.clock.set(new Date());
const admin = await app.signIn('ROLE_ADMIN');
const worker = createWorkerProcess(app, account);
const skuOf = (nth: number) => `SKU-${String(nth).padStart(5, '0')}`;
const firstPrice = (nth: number) => 1_000 + nth;
const newerPrice = (nth: number) => 1_030 + nth;

beforeAll(async () => {
  await sim.stopRandomOrders();
  const listings = Array.from({ length: LISTINGS }, (_, nth) => ({
    ...{ sku: skuOf(nth), asin: `B${String(nth).padStart(9, '0')}`, mapCents: firstPrice(nth), priceCents: 1_010 + nth },
    ...{ quantity: 0, available: 0 },
  }));
  await seedPricedListings(db, sim, listings);
});

interface SentPrice {
  readonly sku: string;
  readonly price: number;
}

/** Each price that Amazon accepted, in the order of the calls. */
async function sentPrices(): Promise<SentPrice[]> {
  return (await sim.journal()).flatMap(({ operation, status, path, body }) => {
    const price = /"value_with_tax":"?([\d.]+)/.exec(JSON.stringify(body ?? null))?.[1];
    if (operation !== 'patchListingsItem' || status !== 200 || price === undefined) return [];
    return [{ sku: path.split('/').at(-1) ?? '', price: Math.round(Number(price) * 100) }];
  });
}

async function startSync(): Promise<string> {
  let jobId = '';
  const start = async () => {
    const answer = await admin.post('/api/adminsettings/syncelocalandamazonsfinventory');
    jobId = answer.json().jobId;
    return answer.statusCode;
  };
  await expect.poll(start, PATIENT).toBe(200);
  return jobId;
}

/** Kills the process once it has sent so many prices more than before. */
async function killAfter(calls: number, before: number): Promise<void> {
  await expect.poll(async () => (await sentPrices()).length - before, PATIENT).toBeGreaterThanOrEqual(calls);
  await worker.kill();
}

async function complete(jobId: string): Promise<void> {
  const isComplete = async () => {
    await hurry(app);
    return (await admin.get(`/api/pricing/jobs/${jobId}`)).json().isComplete;
  };
  await expect.poll(isComplete, { ...PATIENT, interval: 500 }).toBe(true);
}

it('loses no price and sends none over a newer one when the process is killed while it sends', async () => {
  worker.start();
  const first = await startSync();
  await killAfter(KILLED_AFTER.first, 0);
  await sql`update price_list_items set map = map + 0.30`.execute(db);
  worker.start();
  await complete(first);
  const atSecond = (await sentPrices()).length;
  const second = await startSync();
  await killAfter(KILLED_AFTER.second, atSecond);
  worker.start();
  await complete(second);
  await sim.advance(10_000);

  const sent = await sentPrices();
  const lastOf = new Map(sent.map(({ sku, price }) => [sku, price]));
  expect(Array.from({ length: LISTINGS }, (_, nth) => nth).filter((nth) => lastOf.get(skuOf(nth)) !== newerPrice(nth))).toEqual([]);
  const isOverNewer = ({ sku, price }: SentPrice, at: number) =>
    price === firstPrice(Number(sku.slice(4))) &&
    sent.slice(0, at).some((earlier) => earlier.sku === sku && earlier.price === newerPrice(Number(sku.slice(4))));
  expect(sent.filter(isOverNewer)).toEqual([]);
  const { rows } = await sql`select seller_sku from listing_changes where outcome is null`.execute(db);
  expect(rows).toEqual([]);
}, 900_000);
