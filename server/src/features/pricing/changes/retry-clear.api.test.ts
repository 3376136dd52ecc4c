import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { startTestPricing } from '../../../../test/fixtures/pricing/start-test-pricing.ts';
import { finishedJob, seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';

const { admin, app, db, sim } = await startTestPricing();
const manager = await app.signIn('MANAGER');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

await seedPricedListings(db, sim, [
  { sku: 'ONE', asin: 'B000000001', priceCents: 2_000, quantity: 3, available: 3 },
  { sku: 'TWO', asin: 'B000000002', priceCents: 2_000, quantity: 2, available: 2 },
]);
afterEach(() => sim.clearFaults());

async function clearWithRejected() {
  await sim.fault({ effect: 'error400', operation: 'patchListingsItem', times: 1 });
  const job = await finishedJob(app, admin, (await admin.post('/api/adminsettings/clearsflocalinventorybulk')).json().jobId, sim);
  expect(job).toMatchObject({ outcomes: { ACCEPTED: 1, REJECTED: 1 }, isRetryable: true });
  return `/api/pricing/jobs/${job.jobId}`;
}

it('what a clear had rejected is cleared again only by people who may clear, within the hours in which it can be restored', async () => {
  const job = await clearWithRejected();
  expect((await manager.post(`${job}/retry-rejected`)).statusCode).toBe(403);
  app.clock.advance(DAY_MS);
  const later = await app.signIn('ROLE_ADMIN');
  expect((await later.get(job)).json().isRetryable).toBe(false);
  const late = await later.post(`${job}/retry-rejected`);
  expect([late.statusCode, late.json().error.reason]).toEqual([409, 'too_late']);
  app.clock.advance(-DAY_MS);
  const retried = await finishedJob(app, admin, (await admin.post(`${job}/retry-rejected`)).json().jobId, sim);
  expect(retried).toMatchObject({ kind: 'clear-listings', outcomes: { ACCEPTED: 1 } });
});

it('what a restore had rejected is sent again only as long as the clear can be restored, also after retries', async () => {
  await sql`update marketplace_listings set quantity = 3`.execute(db);
  const cleared = await finishedJob(app, admin, (await admin.post('/api/adminsettings/clearsflocalinventorybulk')).json().jobId, sim);
  app.clock.advance(23 * HOUR_MS);
  let person = await app.signIn('ROLE_ADMIN');
  const rejecting = async (path: string) => {
    await sim.fault({ effect: 'error400', operation: 'patchListingsItem' });
    const job = await finishedJob(app, person, (await person.post(path)).json().jobId, sim);
    await sim.clearFaults();
    return `/api/pricing/jobs/${job.jobId}`;
  };
  const restored = await rejecting(`/api/pricing/jobs/${cleared.jobId}/restore`);
  const retried = await rejecting(`${restored}/retry-rejected`);
  expect((await person.get(retried)).json().isRetryable).toBe(true);
  app.clock.advance(2 * HOUR_MS);
  person = await app.signIn('ROLE_ADMIN');
  for (const job of [restored, retried]) {
    expect((await person.get(job)).json().isRetryable).toBe(false);
    const late = await person.post(`${job}/retry-rejected`);
    expect([late.statusCode, late.json().error?.reason]).toEqual([409, 'too_late']);
  }
});
