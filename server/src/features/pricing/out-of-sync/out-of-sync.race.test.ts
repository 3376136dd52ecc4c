import { type SqlBool, sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { createRandom } from '../../../../../simulator/src/random.ts';
import { setQuantities } from '../../../../test/fixtures/pricing/test-quantities.ts';
import { createOrderImport } from '../../../../test/fixtures/test-orders.ts';
import { scale } from '../../../../test/scale.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { openDatabase } from '../../../platform/database/connection/connect.ts';
import { forgetChanges, rememberChanges } from '../../marketplace-events/internals.ts';
import { removeListings } from '../../products/internals.ts';
import { recordMissingListings, recordReadListings, recordReportedListings } from '../listing-state/listing-state.service.ts';
import { saveAcceptedQuantities } from '../quantities/quantity-send.repository.ts';
import { decideQuantitiesAgain } from '../quantities/quantity-settings.service.ts';
import { differsFromMarketplace } from './out-of-sync.condition.ts';
import { repairBatch } from './out-of-sync.repository.ts';
import { settleOutOfSync } from './out-of-sync.service.ts';

const SKUS = Array.from({ length: 12 }, (_, nth) => `SKU00000${String.fromCharCode(65 + nth)}`);
const ROUNDS = scale(25, 250);
const AT_ONCE = 6;

const app = await createTestApp({ connections: 20 });
const { db, clock, connection } = app;
let admin = await app.signIn('ROLE_ADMIN');
const { importOrders, save, reservations } = createOrderImport(app);
const victim = openDatabase({ ...connection, application_name: 'victim' }, { max: 2, onError: () => {} });
afterAll(() => victim.close());

await sql`insert into products (title) select 'Product ' || n from generate_series(1, 4) n`.execute(db);
const productId = 1;
await sql`insert into listings (product_id, seller_sku, fnsku, asin, condition, channel)
  select 1 + n % 4, sku, 'X' || sku, 'B00000000' || n % 4, 11, 'SELLER_FULFILLED' from unnest(${SKUS}::text[]) with ordinality as s (sku, n)`.execute(db);

const random = createRandom(7);
const below = (end: number) => Math.floor(random() * end);
const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
let moment = Date.now();
const later = () => {
  moment += 1;
  return new Date(moment);
};
const idOf = async (sku: string) => (await db.selectFrom('listings').select('id').where('seller_sku', '=', sku).executeTakeFirst())?.id;
const anyUnit = async (status: string) => {
  const units = await db.selectFrom('units').select('id').where('status', '=', status).orderBy('id').execute();
  return units.length === 0 ? undefined : one(units).id;
};
const listed = (sku: string, change: object = {}) => ({
  sku,
  asin: 'B000000001',
  title: sku,
  condition: 11,
  price: '9.00',
  status: 'Active',
  quantity: below(4),
  channel: 'DEFAULT',
  ...change,
});
let made = 0;
/** The order with this number; one order has one SKU. */
const orderOf = (nth: number) => ({ orderId: `O-${nth}`, items: [{ sku: SKUS[nth % SKUS.length] as string, quantity: 1 + (nth % 3) }] });

/** What changes a wanted or a shown quantity, each by the door that the product uses. */
const CHANGES: readonly (() => Promise<unknown>)[] = [
  () => admin.post('/api/sfinventory', { productId: `X${one(SKUS)}`, locationId: one(['A-1', 'A-1', 'B-3', 'QUARANTINE']) }),
  () => admin.post('/api/sfinventory', { productId: `X${one(SKUS)}`, locationId: 'A-1' }),
  async () => admin.post('/api/inventory/units/remove', { id: (await anyUnit('AVAILABLE')) ?? 1, reason: 'DAMAGED' }),
  async () => admin.post('/api/inventory/units/quarantine', { id: (await anyUnit('AVAILABLE')) ?? 1, reason: 'DAMAGED' }),
  async () => admin.post('/api/inventory/units/release', { id: (await anyUnit('QUARANTINE')) ?? 1 }),
  async () => {
    const last = await db.selectFrom('stock_movements').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
    return admin.post('/api/inventory/movements/undo', { id: last?.id ?? 1 });
  },
  async () => {
    made += 1;
    return random() < 0.6 ? save(orderOf(made)) : importOrders(orderOf(made));
  },
  async () => (made > 0 ? importOrders({ ...orderOf(1 + below(made)), status: one(['CANCELLED', 'SHIPPED', 'UNSHIPPED'] as const) }) : undefined),
  () => reservations.reconcileAll(),
  () =>
    db.transaction().execute((tx) =>
      recordReportedListings(
        tx,
        SKUS.filter(() => random() < 0.4).map((sku) => listed(sku, { channel: one(['DEFAULT', 'DEFAULT', 'AMAZON_NA']) })),
        later(),
      ),
    ),
  () => db.transaction().execute((tx) => recordMissingListings(tx, later(), (sku) => sql<boolean>`${sku} = any(${SKUS.filter(() => random() < 0.9)}::text[])`)),
  () => {
    const asked = SKUS.filter(() => random() < 0.3);
    return db
      .transaction()
      .execute((tx) => recordReadListings(tx, asked, { listings: asked.filter(() => random() < 0.7).map((sku) => listed(sku)), at: later() }));
  },
  () => db.transaction().execute((tx) => saveAcceptedQuantities(tx, [{ sku: one(SKUS), quantity: below(4) }], later())),
  async () => {
    const id = await idOf(one(SKUS));
    const { rule } = (await admin.get(`/api/pricing/quantities/listings/${id}`)).json();
    const limit = () => one([null, 0, 1, 2]);
    return admin.put(`/api/pricing/quantities/listings/${id}`, { ...rule, safety_stock: limit(), maximum: limit(), is_withheld: random() < 0.3 });
  },
  () => setQuantities(admin, { mode: one(['ON', 'PAUSED']), safety_stock: below(2), maximum: one([null, 1, 3]) }),
  async () => {
    const { clearableListings: _, example: __, ...settings } = (await admin.get('/api/pricing/settings')).json();
    return admin.put('/api/pricing/settings', { ...settings, quantityBuffer: below(3) });
  },
  () =>
    db.transaction().execute(async (tx) => {
      const { orderId, items } = orderOf(1 + below(made + 4));
      const skus = items.map(({ sku }) => sku);
      await decideQuantitiesAgain(tx, [
        ...(await rememberChanges(tx, [{ kind: 'ORDER', subject: orderId, at: later(), skus }])).map(({ sku }) => sku),
        ...skus,
      ]);
    }),
  () =>
    db.transaction().execute(async (tx) => {
      const rows = await tx.selectFrom('marketplace_reads').select(['subject', 'event_at', 'version']).execute();
      const changes = rows.filter(() => random() < 0.5).map(({ subject, event_at, version }) => ({ subject, at: event_at, version, failures: 0 }));
      await decideQuantitiesAgain(tx, await forgetChanges(tx, 'ORDER', changes));
    }),
  async () => {
    const before = await db.selectFrom('listings').select(['id', 'product_id', 'seller_sku', 'fnsku', 'asin']).execute();
    const { id, product_id, ...was } = one(before);
    return admin.put(`/api/products/${product_id}/listings/${id}`, { ...was, was, seller_sku: `${one(SKUS)}${one(['', '-B'])}` });
  },
  () => admin.post(`/api/products/${productId}/listings`, { seller_sku: `NEW-${++made}`, fnsku: null, asin: null, condition: 11 }),
  async () => {
    const unused = await db.selectFrom('listings').select('id').where('seller_sku', 'like', 'NEW-%').execute();
    if (unused.length === 0) return undefined;
    return db.transaction().execute((tx) => removeListings(tx, [String(one(unused).id)]));
  },
];

/** A reading locks listings in two steps, so a report at the same moment can make it fail; its job then reads again. */
async function repeated(work: () => Promise<unknown>): Promise<unknown> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === '40P01')) throw error;
    }
  }
}

async function change(): Promise<void> {
  const answer = await repeated(one(CHANGES));
  const isCall = answer !== null && typeof answer === 'object' && 'statusCode' in answer && 'body' in answer;
  if (isCall) expect(Number(answer.statusCode), String(answer.body)).toBeLessThan(500);
}

/** Another process that is killed at some moment of its comparison. */
async function settleAndDie(): Promise<void> {
  let isOver = false;
  const settling = settleOutOfSync(victim.db)
    .catch(() => {})
    .finally(() => {
      isOver = true;
    });
  for (let left = below(3); left > 0; left--) await sql`select 1`.execute(db);
  if (!isOver) await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'victim'`.execute(db);
  await settling;
}

/** Amazon accepts every wanted quantity, so that the next change of a listing is seen. */
async function sendAll(): Promise<void> {
  for (const { id, seller_sku: sku } of await db.selectFrom('listings').select(['id', 'seller_sku']).execute()) {
    const { wanted: quantity } = (await admin.get(`/api/pricing/quantities/listings/${id}`)).json();
    if (quantity !== null && sku !== null) await saveAcceptedQuantities(db, [{ sku, quantity }], later());
  }
}

async function skusOf(condition: ReturnType<typeof sql<SqlBool>>): Promise<string[]> {
  const { rows } = await sql<{ sku: string }>`
    select l.seller_sku as sku from listing_counts c join listings l on l.id = c.listing_id where ${condition} order by l.id`.execute(db);
  return rows.map(({ sku }) => sku);
}

it('lists and counts exactly the listings out of sync, after any changes at once and with processes that are killed', async () => {
  await recordReportedListings(
    db,
    SKUS.map((sku) => listed(sku)),
    later(),
  );
  let most = 0;
  for (let round = 0; round < ROUNDS; round++) {
    if (random() < 0.7) await sendAll();
    const changes = Array.from({ length: 1 + below(AT_ONCE) }, change);
    await Promise.all([
      ...changes,
      ...(random() < 0.5 ? [settleAndDie()] : []),
      ...(random() < 0.5 ? [settleOutOfSync(db, { batches: 1 })] : []),
      ...(random() < 0.3 ? [repairBatch(db)] : []),
    ]);
    // The dashboard's cache ends; so does a sign-in after some rounds.
    clock.advance(31_000);
    if (round % 10 === 9) admin = await app.signIn('ROLE_ADMIN');
    expect((await Promise.all([settleOutOfSync(db), settleOutOfSync(db)]))[0]).toBe(true);
    const wanted = await skusOf(differsFromMarketplace);
    most = Math.max(most, wanted.length);
    const page = await admin.get('/api/inventory/stock?out_of_sync=true&sort=sku&descending=false');
    expect(page.statusCode, page.body).toBe(200);
    const { data } = page.json();
    expect({ round, skus: data.map((row: { seller_sku: string }) => row.seller_sku) }).toEqual({ round, skus: wanted.toSorted() });
    expect((await admin.get('/api/inventory/stock/totals?out_of_sync=true')).json().listings).toBe(wanted.length);
    const { rows } = (await admin.get('/api/dashboard/attention')).json();
    expect(rows.find(({ kind }: { kind: string }) => kind === 'out-of-sync')?.count ?? 0).toBe(wanted.length);
    const stored = await db.selectFrom('out_of_sync_listings').select('listing_id').execute();
    expect(stored).toHaveLength(wanted.length);
  }
  expect(most).toBeGreaterThan(0);
});
