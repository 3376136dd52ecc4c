import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';
import { setQuantities, startQuantities } from '../../../../test/fixtures/pricing/test-quantities.ts';
import { createTestMarketplace } from '../../../../test/fixtures/test-marketplace.ts';
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
const app = await createTestApp({ account, connections: 20 });
const { db } = app;
app.clock.set(new Date());
const admin = await app.signIn('ROLE_ADMIN');
const skus = Array.from({ length: 400 }, (_, nth) => `SKU-${String(nth).padStart(6, '0')}`);
const quantities = new Map<string, number>();
const changes: { readonly sku: string; readonly quantity: number; readonly at: number }[] = [];

beforeAll(async () => {
  await sim.stopRandomOrders();
  await seedPricedListings(
    db,
    sim,
    skus.map((sku, nth) => ({ sku, asin: `B${String(nth).padStart(9, '0')}`, priceCents: 1_000, quantity: 0 })),
  );
  const logger = createLogger('silent');
  await startQuantities(app, createMarketplace({ account, logger, submissions: createFeedSubmissions(db, app.connection) }), { hasChecks: false });
  await setQuantities(admin, { mode: 'ON' });
});

async function scan(sku: string): Promise<void> {
  const quantity = (quantities.get(sku) ?? 0) + 1;
  quantities.set(sku, quantity);
  expect((await admin.post('/api/sfinventory', { productId: `X${sku}`, locationId: 'A-1' })).statusCode).toBe(200);
  changes.push({ sku, quantity, at: Date.now() });
}

interface Send {
  readonly sku: string | undefined;
  readonly quantity: number;
  readonly at: number;
  readonly status: number | undefined;
}
const sends = async (): Promise<Send[]> =>
  (await sim.journal()).flatMap(({ operation, status, path, body, at }) => {
    if (operation !== 'patchListingsItem') return [];
    const { patches } = body as { patches: { value: { quantity: number }[] }[] };
    return [{ sku: path.split('/').at(-1), quantity: patches[0]?.value[0]?.quantity ?? 0, at, status }];
  });
const accepted = async () => (await sends()).filter(({ status }) => status === 200);
const isCoveredBy = (change: (typeof changes)[number]) => (send: Send) => send.sku === change.sku && send.quantity >= change.quantity;

/** The milliseconds until Amazon accepted each change since the last call, ascending. */
async function latencies(): Promise<number[]> {
  const done = changes.splice(0);
  const listOpen = async () => {
    const sent = await accepted();
    return done.filter((change) => !sent.some(isCoveredBy(change)));
  };
  await expect.poll(listOpen, { timeout: 600_000, interval: 500 }).toEqual([]);
  const sent = await accepted();
  return done.map((change) => (sent.find(isCoveredBy(change))?.at ?? Number.NaN) - change.at).toSorted((a, b) => a - b);
}
const p95 = (sorted: readonly number[]) => Math.round(sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN);
const p50 = (sorted: readonly number[]) => Math.round(sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN);

/**
 * The goals of two seconds and two minutes are figures that it prints, because a test on a busy machine can't judge times. It counts
 * calls: every change arrives without the check of all listings, none costs more than one call, and a call that was refused is repeated.
 */
it('sends every change of a quiet shop and of bursts, each with at most one accepted call', async () => {
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
  const all = await sends();
  const taken = all.filter(({ status }) => status === 200);
  const calls = taken.map(({ sku, quantity }) => `${sku} ${quantity}`);
  expect(new Set(calls).size).toBe(calls.length);
  expect(calls.length).toBeLessThanOrEqual(QUIET_SCANS + MINUTES * CHANGES_A_MINUTE);
  const refused = all.filter(({ status }) => status !== 200);
  expect(refused.filter(({ sku, at }) => !taken.some((send) => send.sku === sku && send.at >= at))).toEqual([]);
  await expect.poll(async () => (await admin.get('/api/pricing/quantities')).json().waiting, { timeout: 300_000 }).toBe(0);
  expect([...quantities].filter(([sku, quantity]) => taken.findLast((send) => send.sku === sku)?.quantity !== quantity)).toEqual([]);
  expect([quiet.length, busy.length]).toEqual([QUIET_SCANS, MINUTES * CHANGES_A_MINUTE]);
}, 1_800_000);
