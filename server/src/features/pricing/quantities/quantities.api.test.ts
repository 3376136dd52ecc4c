import { quantitiesTopic } from '@stowage/contract/pricing/quantities';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';
import { newestQuantityJob, setQuantities, startQuantities } from '../../../../test/fixtures/pricing/test-quantities.ts';
import { hurry } from '../../../../test/fixtures/test-jobs.ts';
import { createTestMarketplace } from '../../../../test/fixtures/test-marketplace.ts';
import { createOrderImport } from '../../../../test/fixtures/test-orders.ts';
import { callAtOnce } from '../../../../test/held-rows.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { marketplace, account, sim } = await createTestMarketplace();
const app = await createTestApp({ account });
const { db } = app;
app.clock.set(new Date());
const admin = await app.signIn('ROLE_ADMIN');
const user = await app.signIn();
const jobs = await startQuantities(app, marketplace);
const { importOrders } = createOrderImport(app);

/** What Amazon shows once accepted changes are visible. */
async function shown(sku: string): Promise<number | undefined> {
  await sim.advance(5_000);
  return (await marketplace.listing(sku)).channels[0]?.quantity;
}
const sent = async () => (await sim.journal()).filter(({ operation, status }) => operation === 'patchListingsItem' && status === 200).length;
const idOf = async (sku: string) => (await db.selectFrom('listings').select('id').where('seller_sku', '=', sku).executeTakeFirstOrThrow()).id;
const offerOf = async (sku: string) => (await user.get(`/api/pricing/quantities/listings/${await idOf(sku)}`)).json();
const scan = async (sku: string) => expect((await user.post('/api/sfinventory', { productId: `X${sku}`, locationId: 'A-1' })).statusCode).toBe(200);
const listing = (sku: string, nth: number, change: object) => ({ sku, asin: `B00000000${nth}`, priceCents: 2_000, quantity: 0, available: 0, ...change });
const setRule = async (sku: string, rule: object) => {
  const { version } = (await offerOf(sku)).rule;
  return admin.put(`/api/pricing/quantities/listings/${await idOf(sku)}`, { safety_stock: null, maximum: null, is_withheld: false, version, ...rule });
};
const driftOf = async (sku: string) =>
  db
    .selectFrom('quantity_offers')
    .select('drift_since')
    .where('listing_id', '=', await idOf(sku))
    .executeTakeFirst();

beforeAll(async () => {
  await seedPricedListings(db, sim, [
    listing('SKU-000001', 1, { quantity: 8, available: 3 }),
    listing('SKU-000002', 2, { quantity: 2, available: 2 }),
    listing('SKU-000003', 3, {}),
    listing('SKU-000004', 4, { quantity: 5, channel: 'AMAZON_NA' }),
    listing('GHOST-0005', 5, { isGhost: true, available: 1 }),
    ...Array.from({ length: 520 }, (_, nth) => listing(`MANY-${String(nth).padStart(5, '0')}`, 9, { quantity: 1, available: 1 })),
  ]);
  await sql`insert into quantity_rules (listing_id, safety_stock, maximum) select id, 0, 1 from listings where seller_sku like 'MANY-%'`.execute(db);
});

it('sends nothing before a person has turned quantities on, and shows what that would change', async () => {
  await scan('SKU-000003');
  expect((await admin.get('/api/pricing/quantities')).json()).toMatchObject({ mode: 'OFF', waiting: 0 });
  expect((await admin.get('/api/pricing/quantities/preview')).json()).toMatchObject({
    ...{ listings: 3, raised: 2, lowered: 1, to_zero: 0 },
    examples: [{ sku: 'SKU-000001', shown: 8, wanted: 3 }, { sku: 'GHOST-0005' }, { sku: 'SKU-000003', shown: 0, wanted: 1 }],
  });
  expect(await sent()).toBe(0);
  expect((await user.put('/api/pricing/quantities', { mode: 'ON', safety_stock: 0, maximum: null, version: 1 })).statusCode).toBe(403);
});

it('refuses a safety stock that was seen before the pricing settings changed it', async () => {
  const seen = (await admin.get('/api/pricing/quantities')).json();
  expect((await admin.put('/api/pricing/settings', { quantityBuffer: seen.safety_stock + 1 })).statusCode).toBe(200);
  const { safety_stock, maximum, mode, version } = seen;
  const stale = await admin.put('/api/pricing/quantities', { safety_stock, maximum, mode, version });
  expect([stale.statusCode, stale.json().error.reason]).toEqual([409, 'changed_meanwhile']);
  await admin.put('/api/pricing/settings', { quantityBuffer: seen.safety_stock });
});

it('sends every difference once quantities are on, and then every change of the stock', async () => {
  expect((await setQuantities(admin, { mode: 'ON' })).json()).toEqual({ success: true });
  await expect.poll(() => shown('SKU-000001')).toBe(3);
  await expect.poll(() => shown('SKU-000003')).toBe(1);
  await scan('SKU-000003');
  await expect.poll(async () => (await offerOf('SKU-000003')).shown).toBe(2);
  expect(await shown('SKU-000003')).toBe(2);
  expect(await offerOf('SKU-000003')).toMatchObject({ wanted: 2, sent: 2, outcome: 'ACCEPTED', is_due: false, submission_id: expect.any(String) });
  expect(await shown('SKU-000002')).toBe(2);
});

it('shows the words with which Amazon rejected a quantity, and does not repeat it until something changes', async () => {
  await expect.poll(async () => (await offerOf('GHOST-0005')).outcome).toBe('REJECTED');
  expect((await admin.get('/api/inventory/stock?search=GHOST-0005')).json().data[0].sync_state).toBe('REJECTED');
  expect(await offerOf('GHOST-0005')).toMatchObject({ reason: expect.stringContaining('not found'), is_due: false, sent: 1 });
});

it('lowers the offer for a new order, also when Amazon seems to show the right quantity already', async () => {
  const before = await sent();
  await importOrders({ orderId: 'O-1', items: [{ sku: 'SKU-000002', quantity: 1 }] });
  await expect.poll(() => shown('SKU-000002')).toBe(1);
  await scan('SKU-000002');
  await expect.poll(() => shown('SKU-000002')).toBe(2);
  expect(await sent()).toBe(before + 2);
});

it('holds back the safety stock and offers at most the maximum, in general and by listing', async () => {
  expect((await setQuantities(admin, { safety_stock: 1 })).statusCode).toBe(200);
  await expect.poll(() => shown('SKU-000001')).toBe(2);
  expect((await setRule('SKU-000001', { safety_stock: 0, maximum: 2 })).statusCode).toBe(200);
  await scan('SKU-000001');
  await expect.poll(async () => (await offerOf('SKU-000001')).wanted).toBe(2);
  expect((await setRule('SKU-000001', { safety_stock: 0 })).statusCode).toBe(200);
  await expect.poll(() => shown('SKU-000001')).toBe(4);
  expect((await setRule('SKU-000001', { version: 0 })).json().error).toMatchObject({
    reason: 'changed_meanwhile',
    message: 'Somebody else changed this listing. Reload it and try again.',
  });
  expect((await setQuantities(admin, { safety_stock: 0, maximum: 3 })).statusCode).toBe(200);
  await expect.poll(() => shown('SKU-000001')).toBe(3);
  expect((await setQuantities(admin, { maximum: null })).statusCode).toBe(200);
  await expect.poll(() => shown('SKU-000001')).toBe(4);
});

it('announces the rule of a listing to open pages', async () => {
  const id = await idOf('SKU-000001');
  const announced: number[][] = [];
  const stop = app.context.topics.listen(quantitiesTopic.path, (body) => announced.push(JSON.parse(body).listing_ids));
  expect((await setRule('SKU-000001', (await offerOf('SKU-000001')).rule)).statusCode).toBe(200);
  await expect.poll(() => announced).toContainEqual([id]);
  stop();
});

it('saves one of two limits that people set at the same time, and refuses the other', async () => {
  const id = await idOf('SKU-000001');
  const { rule } = await offerOf('SKU-000001');
  const change = async () => (await admin.put(`/api/pricing/quantities/listings/${id}`, rule)).json().error?.reason ?? 'saved';
  const isLocked = sql`select from listings where id = ${id} for no key update`;
  expect((await callAtOnce(db, isLocked, [change, change])).toSorted()).toEqual(['changed_meanwhile', 'saved']);
});

it('does not send a withheld quantity, and sends it when it is released', async () => {
  await setRule('SKU-000003', { is_withheld: true });
  await scan('SKU-000003');
  await scan('SKU-000002');
  await expect.poll(() => shown('SKU-000002')).toBe(3);
  expect(await shown('SKU-000003')).toBe(2);
  expect((await admin.get('/api/inventory/stock?search=SKU-000003')).json().data[0].sync_state).toBe('UNKNOWN');
  await setRule('SKU-000003', { is_withheld: false });
  await expect.poll(() => shown('SKU-000003')).toBe(3);
});

it('sends the selected listings again, and refuses those that can’t be sent', async () => {
  await sim.seed([
    {
      sku: 'SKU-000002',
      asin: 'B000000002',
      fnSku: 'XSKU-000002',
      condition: 11,
      channel: 'DEFAULT',
      title: 'x',
      brand: 'x',
      gtin: '00036000291452',
      priceCents: 1,
      quantity: 99,
    },
  ]);
  const action = (
    await admin.post('/api/bulk/send-quantities', { selection: { ids: [await idOf('SKU-000002'), await idOf('SKU-000004')] }, input: {} })
  ).json();
  expect(action).toMatchObject({ done: 1, refused: 1, refused_rows: [{ reason: 'not_offered' }] });
  await expect.poll(() => shown('SKU-000002')).toBe(3);
});

it('ends with the newest quantity when Amazon fails, loses answers and throttles', async () => {
  await sim.fault({ effect: 'error500', operation: 'patchListingsItem', times: 2 });
  await sim.fault({ effect: 'lost', operation: 'patchListingsItem', times: 2 });
  await sim.fault({ effect: 'throttle', operation: 'patchListingsItem', times: 1 });
  await scan('SKU-000002');
  await expect.poll(async () => (await offerOf('SKU-000002')).reason).toContain('Amazon did not answer');
  await scan('SKU-000002');
  const hurried = async () => {
    await hurry(app);
    return shown('SKU-000002');
  };
  await expect.poll(hurried, { interval: 100 }).toBe(5);
  await expect.poll(async () => (await offerOf('SKU-000002')).outcome).toBe('ACCEPTED');
  await sim.clearFaults();
});

it('sends again what a stopped process had begun, and what changed meanwhile', async () => {
  await jobs.stop();
  await scan('SKU-000001');
  await sql`update quantity_offers set is_due = true, sent = 77, sent_at = now(), sent_version = version, answered_at = null where listing_id = ${await idOf('SKU-000003')}`.execute(
    db,
  );
  const before = await sent();
  await jobs.start();
  await expect.poll(() => shown('SKU-000001')).toBe(5);
  await expect.poll(async () => (await offerOf('SKU-000003')).answered_at).not.toBeNull();
  expect(await sent()).toBe(before + 2);
  // Amazon shows a quantity before its answer is stored.
  await expect.poll(() => driftOf('SKU-000001')).toEqual({ drift_since: null });
});

it('reports how long Amazon showed another quantity, by listing and day', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const range = `startDate=${today}&endDate=${today}`;
  const { data, totalCount, over_seconds } = (await user.get(`/api/pricing/quantity-drift?${range}&search=sku-000003`)).json();
  expect({ totalCount, over_seconds }).toEqual({ totalCount: 1, over_seconds: 0 });
  expect(data).toMatchObject([{ day: today, sku: 'SKU-000003', worst_over: 0 }]);
  expect(data[0].under_seconds).toBeGreaterThan(0);
  const over = (await user.get(`/api/pricing/quantity-drift?${range}&over=true`)).json().data;
  expect(over.map(({ sku }: { sku: string }) => sku).sort()).toEqual(['SKU-000001', 'SKU-000002']);
  expect((await user.get(`/api/pricing/quantity-drift.csv?${range}`)).body).toContain('SKU-000003');
});

it('sends many in one feed, and announces its answers to open pages', async () => {
  let announced = 0;
  jobs.topics.listen(quantitiesTopic.path, (body) => {
    if ((JSON.parse(body) as { listing_ids: number[] }).listing_ids.length === 0) announced += 1;
  });
  await sql`delete from quantity_rules where maximum = 1`.execute(db);
  await setQuantities(admin, { safety_stock: 1 });
  await expect.poll(() => announced).toBe(1);
  const open = () => newestQuantityJob(db, admin);
  const status = async () => {
    await sim.advance(20_000);
    await hurry(app);
    return (await open())?.status;
  };
  await expect.poll(status, { interval: 100 }).toBe('COMPLETED');
  await expect.poll(async () => (await admin.get('/api/pricing/quantities')).json().waiting).toBe(0);
  await expect.poll(() => announced).toBe(2);
  expect(await shown('MANY-00519')).toBe(0);
  expect(await offerOf('MANY-00519')).toMatchObject({ sent: 0, outcome: 'ACCEPTED', shown: 0 });
});

it('pauses when everything is cleared', async () => {
  const { jobId } = (await admin.post('/api/adminsettings/clearsflocalinventorybulk')).json();
  expect(jobId).toBeDefined();
  expect((await admin.get('/api/pricing/quantities')).json().mode).toBe('PAUSED');
  const refused = (await admin.post('/api/bulk/send-quantities', { selection: { ids: [await idOf('SKU-000002')] }, input: {} })).json();
  expect(refused.refused_rows).toMatchObject([{ reason: 'quantities_off' }]);
});
