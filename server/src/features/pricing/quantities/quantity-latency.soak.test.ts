import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { createTestMarketplace } from '../../../../test/fixtures/test-marketplace.ts';
import { layPricedListings } from '../../../../test/fixtures/test-pricing.ts';
import { setQuantities, startQuantities } from '../../../../test/fixtures/test-quantities.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { createMarketplace } from '../../../integrations/marketplace/marketplace.ts';
import { createLogger } from '../../../platform/logger.ts';
import { createFeedSubmissions } from '../../connection/internals.ts';

/** The time from a scan to Amazon's acceptance of the quantity, within Amazon's own quotas. */
const QUIET_SCANS = 20;
/** 5,000 changes an hour, as bursts: those of a minute arrive at once. */
const CHANGES_A_MINUTE = 84;
const MINUTES = Number(process.env.STOWAGE_SOAK_MINUTES ?? 1);

const { account, sim } = await createTestMarketplace({ rateScale: 1 });
const app = await createTestApp({ account });
const { db } = app;
app.clock.set(new Date());
const admin = await app.signIn('ROLE_ADMIN');
const skus = Array.from({ length: 400 }, (_, nth) => `SKU-${String(nth).padStart(6, '0')}`);
const quantities = new Map<string, number>();
const changes: { readonly sku: string; readonly quantity: number; readonly at: number }[] = [];

beforeAll(async () => {
  await sim.stopRandomOrders();
  await layPricedListings(
    db,
    sim,
    skus.map((sku, nth) => ({ sku, asin: `B${String(nth).padStart(9, '0')}`, priceCents: 1_000, quantity: 0 })),
  );
  const logger = createLogger('silent');
  await startQuantities(app, createMarketplace({ account, logger, submissions: createFeedSubmissions(db, app.connection) }));
  await setQuantities(admin, { mode: 'ON' });
});

async function scan(sku: string): Promise<void> {
  const quantity = (quantities.get(sku) ?? 0) + 1;
  quantities.set(sku, quantity);
  expect((await admin.post('/api/sfinventory', { productId: `X${sku}`, locationId: 'A-1' })).statusCode).toBe(200);
  changes.push({ sku, quantity, at: Date.now() });
}

/** The milliseconds until Amazon accepted each change since the last call, ascending. */
async function latencies(): Promise<number[]> {
  const isDone = async () => (await admin.get('/api/pricing/quantities')).json().waiting;
  await sleep(2_000);
  await expect.poll(isDone, { timeout: 300_000, interval: 200 }).toBe(0);
  const accepted = (await sim.journal()).flatMap(({ operation, status, path, body, at }) => {
    if (operation !== 'patchListingsItem' || status !== 200) return [];
    const { patches } = body as { patches: { value: { quantity: number }[] }[] };
    return [{ sku: path.split('/').at(-1), quantity: patches[0]?.value[0]?.quantity ?? 0, at }];
  });
  return changes
    .splice(0)
    .map((change) => (accepted.find(({ sku, quantity }) => sku === change.sku && quantity >= change.quantity)?.at ?? Number.POSITIVE_INFINITY) - change.at)
    .toSorted((a, b) => a - b);
}
const p95 = (sorted: readonly number[]) => Math.round(sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN);
const p50 = (sorted: readonly number[]) => Math.round(sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN);

it('sends a change in a quiet shop within seconds, and 5,000 an hour within two minutes', async () => {
  for (let nth = 0; nth < QUIET_SCANS; nth++) {
    await scan(skus[nth] ?? '');
    await sleep(1_500);
  }
  const quiet = await latencies();
  for (let minute = 0; minute < MINUTES; minute++) {
    const startedAt = Date.now();
    for (let nth = 0; nth < CHANGES_A_MINUTE; nth++) await scan(skus[(minute * 31 + nth) % skus.length] ?? '');
    if (minute + 1 < MINUTES) await sleep(Math.max(0, 60_000 - (Date.now() - startedAt)));
  }
  const busy = await latencies();
  console.log(JSON.stringify({ quiet: { p50: p50(quiet), p95: p95(quiet) }, busy: { changes: busy.length, p50: p50(busy), p95: p95(busy) } }));
  // On a busy machine a call may arrive together with the next one, and is refused and repeated. The pace itself is within the quota.
  const journal = await sim.journal();
  expect(journal.filter(({ status }) => status === 429).length).toBeLessThanOrEqual(Math.ceil(journal.length / 100));
  // The goals are two seconds and two minutes: figures of this line, because a test on a busy machine can't judge times.
  expect([...quiet, ...busy].filter((ms) => !Number.isFinite(ms))).toEqual([]);
  expect([quiet.length, busy.length]).toEqual([QUIET_SCANS, MINUTES * CHANGES_A_MINUTE]);
}, 1_800_000);
