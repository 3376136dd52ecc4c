import { beforeAll, expect, it } from 'vitest';
import { startTestPricing } from '../../../../test/fixtures/pricing/start-test-pricing.ts';
import { finishedJob, seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';

const { admin, app, db, sim } = await startTestPricing();

/** Amazon knows none of them, so that the report has an issue for each: more text than is stored. */
const REJECTED = 2_500;

beforeAll(async () => {
  const listings = Array.from({ length: REJECTED }, (_, nth) => {
    const number = String(nth).padStart(4, '0');
    return { sku: `UNKNOWN-${number}`, asin: `B00000${number}`, mapCents: 1_000, priceCents: 1_000, quantity: 3, isGhost: true };
  });
  await seedPricedListings(db, sim, listings);
});

it('the results of a long processing report are JSON that says how many issues were left out', async () => {
  const started = await admin.post('/api/adminsettings/syncelocalandamazonsfinventory');
  const job = await finishedJob(app, admin, started.json().jobId, sim);
  expect(job.outcomes).toEqual({ REJECTED });
  const { results } = (await admin.get(`/api/feeds/${job.jobId}`)).json();
  expect(results.length).toBeLessThanOrEqual(200_000);
  const { issues, issuesLeftOut, ...counts } = JSON.parse(results);
  expect(counts).toEqual({ processed: REJECTED, accepted: 0, invalid: REJECTED });
  expect(issuesLeftOut).toBeGreaterThan(0);
  expect(issues.length + issuesLeftOut).toBe(REJECTED);
  expect(issues[0]).toMatchObject({ messageIndex: 0, isError: true });
});
