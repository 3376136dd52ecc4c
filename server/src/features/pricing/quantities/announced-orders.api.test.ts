import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';
import { setQuantities } from '../../../../test/fixtures/pricing/test-quantities.ts';
import { startTestEvents } from '../../../../test/fixtures/test-events.ts';
import { hurry } from '../../../../test/fixtures/test-jobs.ts';
import { createTestMarketplace } from '../../../../test/fixtures/test-marketplace.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const SKU = 'SKU-000001';

const simulated = await createTestMarketplace();
const { account, sim } = simulated;
const app = await createTestApp({ account });
const { db } = app;
app.clock.set(new Date());
const admin = await app.signIn('ROLE_ADMIN');

it('offers no unit of an order that Amazon announced and that could not be read yet, and counts it once when it is here', async () => {
  await sim.stopRandomOrders();
  await seedPricedListings(db, sim, [{ sku: SKU, asin: 'B000000001', priceCents: 2_000, quantity: 3, available: 3 }]);
  const { id } = await db.selectFrom('listings').select('id').where('seller_sku', '=', SKU).executeTakeFirstOrThrow();
  const wanted = async () => (await admin.get(`/api/pricing/quantities/listings/${id}`)).json().wanted;
  const orders = async () => Number((await sql<{ n: number }>`select count(*) as n from orders`.execute(db)).rows[0]?.n);
  await admin.post('/api/marketplace/events/subscribe');
  await setQuantities(admin, { mode: 'ON' });
  const { receive } = await startTestEvents(app, simulated);
  receive();
  await sim.fault({ effect: 'error503', operation: 'getOrder' });
  expect(await sim.sell(SKU)).toBe(true);
  await sim.advance(2_000);
  await expect.poll(wanted).toBe(2);
  expect((await admin.post('/api/sfinventory', { productId: `X${SKU}`, locationId: 'A-1' })).statusCode).toBe(200);
  expect([await wanted(), await orders()]).toEqual([3, 0]);
  await sim.clearFaults();
  const isRead = async () => {
    await sql`update marketplace_reads set next_at = now()`.execute(db);
    await hurry(app);
    return [await orders(), (await sql`select from marketplace_reads`.execute(db)).rows.length];
  };
  await expect.poll(isRead).toEqual([1, 0]);
  expect(await wanted()).toBe(3);
});
