import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, it, vi } from 'vitest';
import { seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';
import { setQuantities } from '../../../../test/fixtures/pricing/test-quantities.ts';
import { createTestMarketplace } from '../../../../test/fixtures/test-marketplace.ts';
import { SILENT_TOPICS } from '../../../../test/fixtures/test-orders.ts';
import { countWaiting } from '../../../../test/held-rows.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { MarketplaceError } from '../../../integrations/marketplace/marketplace-error.ts';
import type { FailureKind } from '../../../integrations/marketplace/transport/retry.rules.ts';
import { listingReader } from '../changes/read-listings.ts';
import { saveAnswers } from '../sync/change.repository.ts';
import { planDue } from './quantity-plan.repository.ts';
import { beginSends, listDue } from './quantity-send.repository.ts';
import { sendDue } from './send-quantities.service.ts';

const query = vi.spyOn(pg.Client.prototype, 'query');
const { marketplace, account, sim } = await createTestMarketplace();
const app = await createTestApp({ account, connections: 20 });
const { db } = app;
app.clock.set(new Date());
const clock = { now: () => new Date() };
const admin = await app.signIn('ROLE_ADMIN');
const failing = Array.from({ length: 5 }, (_, nth) => `FAIL-0000${nth}`);
const idOf = async (sku: string) => (await db.selectFrom('listings').select('id').where('seller_sku', '=', sku).executeTakeFirstOrThrow()).id;
const scan = async (sku: string) => expect((await admin.post('/api/sfinventory', { productId: `X${sku}`, locationId: 'A-1' })).statusCode).toBe(200);
const plan = () => db.transaction().execute((tx) => planDue(tx));
const send = (through = marketplace, silentRuns = 0) =>
  sendDue({ db, clock, topics: SILENT_TOPICS, marketplace: through, stopping: new AbortController().signal, silentRuns });
const shownHere = async (sku: string) => (await admin.get(`/api/pricing/quantities/listings/${await idOf(sku)}`)).json().shown;
const listing = (sku: string, change: object) => ({ sku, asin: 'B000000001', priceCents: 2_000, quantity: 0, available: 0, ...change });

beforeAll(async () => {
  await seedPricedListings(db, sim, [
    listing('SKU-000001', {}),
    listing('SKU-000002', {}),
    listing('SKU-000003', { available: 2 }),
    ...failing.map((sku) => listing(sku, {})),
  ]);
  await setQuantities(admin, { mode: 'ON' });
  await plan();
});

it('sends the stock of the moment when another process decides the quantity just then', async () => {
  await scan('SKU-000001');
  await plan();
  const [due] = await listDue(db, 5);
  if (due === undefined) throw new Error('The scanned listing is not due');
  const waiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%quantity_offers%for no key update%'`.execute(
        db,
      )
    ).rows.length;
  let opening: ReturnType<typeof beginSends> | undefined;
  await db.transaction().execute(async (tx) => {
    await sql`select from quantity_offers where listing_id = ${due.listingId} for update`.execute(tx);
    opening = beginSends(db, [due], new Date());
    await expect.poll(waiting, { interval: 10 }).toBe(1);
    await scan('SKU-000001');
    await planDue(tx);
  });
  expect(await opening).toMatchObject([{ quantity: 2 }]);
  await send();
  expect(await shownHere('SKU-000001')).toBe(2);
});

it('stores the answers of a job in the order of a sent quantity, the offer first, so that both can come at once', async () => {
  const sku = 'SKU-000003';
  const { rows } = await sql<{ id: number }>`insert into listing_jobs (kind, started_at) values ('sync-listings', now()) returning id`.execute(db);
  const jobId = rows[0]?.id ?? 0;
  await sql`insert into listing_changes (job_id, seller_sku, new_quantity, sends_price, sends_quantity, part, position)
    values (${jobId}, ${sku}, 2, false, true, 1, 0)`.execute(db);
  const { saving } = await db.transaction().execute(async (tx) => {
    await sql`select from quantity_offers where listing_id = ${await idOf(sku)} for update`.execute(tx);
    const answers = [{ position: 0, outcome: 'ACCEPTED', reason: null }] as const;
    const storing = saveAnswers(db, { jobId, part: 1, answers, at: new Date() });
    await expect.poll(() => countWaiting(db), { interval: 5 }).toBe(1);
    await sql`select from marketplace_listings where seller_sku = ${sku} for update nowait`.execute(tx);
    return { saving: storing };
  });
  await saving;
  expect(await shownHere(sku)).toBe(2);
});

it('applies a limit that was changed while all quantities were being decided', async () => {
  await setQuantities(admin, { safety_stock: 0 });
  await db.transaction().execute(async (tx) => {
    await planDue(tx);
    await setQuantities(admin, { safety_stock: 1 });
  });
  await plan();
  await send();
  expect(await shownHere('SKU-000003')).toBe(1);
  await setQuantities(admin, { safety_stock: 0 });
  await plan();
  await send();
  await sim.advance(5_000);
});

it('decides a quantity again that Amazon shows differently when it is read', async () => {
  const changed = {
    ...listing('SKU-000002', { quantity: 99 }),
    fnSku: 'XSKU-000002',
    condition: 11,
    channel: 'DEFAULT',
    title: 'x',
    brand: 'x',
    gtin: '00036000291452',
  };
  await sim.seed([changed]);
  await listingReader({ db, clock }).read(marketplace, ['SKU-000002']);
  expect(await shownHere('SKU-000002')).toBe(99);
  await plan();
  await send();
  expect(await shownHere('SKU-000002')).toBe(0);
});

it('leaves a quantity that Amazon lowered with an order until the order is here, or could be', async () => {
  expect((await marketplace.listing('SKU-000003')).channels[0]?.quantity).toBe(2);
  expect(await sim.sell('SKU-000003')).toBe(true);
  const read = async () => {
    await listingReader({ db, clock }).read(marketplace, ['SKU-000003']);
    await plan();
    await send();
    await sim.advance(5_000);
    return (await marketplace.listing('SKU-000003')).channels[0]?.quantity;
  };
  expect([await read(), await shownHere('SKU-000003')]).toEqual([1, 1]);
  await sql`update marketplace_listings set quantity_at = now() - interval '13 minutes' where seller_sku = 'SKU-000003'`.execute(db);
  await setQuantities(admin, { safety_stock: 0 });
  await plan();
  await send();
  expect(await shownHere('SKU-000003')).toBe(2);
});

it('sends other quantities while Amazon fails for some SKUs', async () => {
  await sql`update marketplace_listings set quantity = 9 where seller_sku = any(${failing}::text[])`.execute(db);
  await admin.post('/api/bulk/send-quantities', { selection: { ids: await Promise.all(failing.map(idOf)) }, input: {} });
  await scan('SKU-000002');
  await plan();
  const through = {
    ...marketplace,
    patchListing: async (...call: Parameters<typeof marketplace.patchListing>) => {
      if (failing.includes(call[0])) throw new MarketplaceError('Internal failure', { kind: 'unavailable', operation: 'patchListingsItem' });
      return marketplace.patchListing(...call);
    },
  };
  await send(through);
  await send(through);
  expect(await shownHere('SKU-000002')).toBe(1);
});

it('calls less often while Amazon answers nothing, and at once rarely while it refuses the credentials', async () => {
  await scan('SKU-000002');
  await plan();
  const failingWith = (kind: FailureKind) => ({
    ...marketplace,
    patchListing: () => Promise.reject(new MarketplaceError('Not now', { kind, operation: 'patchListingsItem' })),
  });
  const pauses: unknown[] = [];
  for (let silentRuns = 0; silentRuns < 7; silentRuns++) pauses.push(await send(failingWith('throttled'), silentRuns));
  expect(pauses).toEqual([3_000, 3_000, 3_000, 6_000, 12_000, 24_000, 30_000].map((againInMs) => ({ againInMs, isSilent: true })));
  expect((await admin.get('/api/pricing/quantities')).json().failure).toContain('Amazon allows no more calls now');
  expect(await send(failingWith('unauthorized'))).toEqual({ againInMs: 30_000, isSilent: true });
  expect((await admin.get('/api/pricing/quantities')).json().failure).toContain('Amazon refused the call');
  await send();
  expect(await shownHere('SKU-000002')).toBe(2);
  expect((await admin.get('/api/pricing/quantities')).json().failure).toBeNull();
});

it('opens the sends of several listings together', async () => {
  const skus = ['SKU-000001', 'SKU-000002'];
  const shownOfBoth = () => Promise.all(skus.map(shownHere));
  const before = await shownOfBoth();
  for (const sku of skus) await scan(sku);
  await plan();
  query.mockClear();
  // The calls before have used up what Amazon allows.
  await expect.poll(() => send(), { interval: 100 }).toBeUndefined();
  const opened = query.mock.calls.filter(([statement]) => (statement as { name?: string }).name === 'open_sends');
  expect(opened).toHaveLength(1);
  expect(await shownOfBoth()).toEqual(before.map((quantity) => quantity + 1));
});
