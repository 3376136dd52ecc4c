import { ORDER_NEEDS } from '@stowage/contract/orders/order-stages';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { SILENT_TOPICS } from '../../../../test/fixtures/test-orders.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { systemClock } from '../../../platform/clock.ts';
import type { DB } from '../../../platform/database/schema.generated.ts';
import { insertUser } from '../../identity/internals.ts';
import { claimAlerts } from '../alerts/alert.repository.ts';
import { findOrder } from '../detail/order-detail.read-model.ts';
import { countOrders, findByNumber, listOrderPage } from '../list/order-page.read-model.ts';
import { listAllocationRows } from '../list/order-row.read-model.ts';
import { acceptProduct } from '../packing/accept-product.ts';
import { verifyProduct } from '../packing/verify-product.ts';
import { createReservationService } from './reservation.service.ts';
import { listUnreconciled } from './unreconciled.repository.ts';

const LISTINGS = 20_000;
const UNITS = 40_000;
const ORDERS = 20_000;
const OPEN = 300;
/** Tables with millions of rows, for which a sequential scan is slow. */
const LARGE = ['orders', 'order_items', 'order_allocations', 'units', 'stock_movements', 'listings', 'products', 'product_gtins'];

const { pool, owner } = await createTestDatabase();
const sent: { sql: string; parameters: readonly unknown[] }[] = [];
const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void sent.push(query) });
const packer = { id: 0, name: 'Ann' };
const untold = { now: new Date(), limit: 100 };

beforeAll(async () => {
  const user = await insertUser(db, { email: 'ann@example.com', name: 'Ann', roles: ['ROLE_USER'], passwordHash: null });
  Object.assign(packer, { id: user?.id });
  // Each order has one word, a third another one, and few a third one, which are not the most urgent.
  await sql`insert into products (title) select 'Product ' || n || case when n % 2000 = 1999 then ' Rare' else '' end || case when n % 3 = 0 then ' Steel' else '' end
    from generate_series(1, ${LISTINGS}::int) n`.execute(db);
  await sql`insert into product_gtins (gtin14, product_id) select lpad(id::text, 14, '0'), id from products`.execute(db);
  await sql`insert into listings (product_id, seller_sku, fnsku, condition, channel) select id, 'SKU-' || id, 'X0' || id, 11, 'SELLER_FULFILLED' from products`.execute(
    db,
  );
  await sql`insert into units (listing_id, identifier, location_id, status, source) select 1 + n % ${LISTINGS}::int, 'X0', 1, 'AVAILABLE', 'SCAN'
    from generate_series(1, ${UNITS}::int) n`.execute(db);
  await sql`insert into stock_movements (unit_id, listing_id, type, quantity_change, to_location_id, after_status)
    select id, listing_id, 'ADD', 1, 1, 'AVAILABLE' from units`.execute(db);
  await sql`insert into stock_counts (location_id, listing_id, on_hand) select 1, listing_id, count(*) from units group by 2`.execute(db);
  await sql`insert into location_counts (location_id, on_hand, listings) values (1, ${UNITS}, ${LISTINGS})
    on conflict (location_id) do update set on_hand = excluded.on_hand, listings = excluded.listings`.execute(db);
  await sql`update listing_counts c set on_hand = s.n from (select listing_id, count(*) as n from units group by 1) s where s.listing_id = c.listing_id`.execute(
    db,
  );
  await sql`insert into orders (order_id, status, ordered_at, updated_at, ship_by, is_prime, is_premium, is_business, is_gift, is_cancel_requested)
    select 'O-' || n, case when n <= ${OPEN} then 'UNSHIPPED' else 'SHIPPED' end, now() - make_interval(mins => n), now(), now(), false, false, false, false, false
    from generate_series(1, ${ORDERS}::int) n`.execute(db);
  await sql`insert into order_items (order_id, item_id, seller_sku, quantity, shipped, ordered_at, is_open) select order_id, 'i', 'SKU-' || 1 + n % ${LISTINGS}::int, 1,
    case when n <= ${OPEN} then 0 else 1 end, ordered_at, is_open_stage(stage)
    from generate_series(1, ${ORDERS}::int) n join orders on order_id = 'O-' || n`.execute(db);
  await sql`insert into order_allocations (order_id, item_id, nth, listing_id, state) select 'O-' || n, 'i', 1, 1 + n % ${LISTINGS}::int,
    case when n <= ${OPEN} then 'WAITING' else 'CLOSED' end from generate_series(1, ${ORDERS}::int) n`.execute(db);
  await sql`vacuum analyze`.execute(owner.db);
  await createReservationService({ db, clock: systemClock, topics: SILENT_TOPICS }).reconcileAll();
  await sql`vacuum analyze`.execute(owner.db);
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** The large tables that these statements would scan sequentially. */
async function wholeReads(work: () => Promise<unknown>): Promise<string[]> {
  const statements = await statementsOf(work);
  expect(statements.length).toBeGreaterThan(0);
  const found: string[] = [];
  for (const { sql: text, parameters } of statements) {
    const { rows } = await pool.query(`explain (format json) ${text}`, [...parameters]);
    collect(rows[0]['QUERY PLAN'][0].Plan, found);
  }
  return found;
}

async function statementsOf(work: () => Promise<unknown>) {
  sent.length = 0;
  await work();
  return sent.filter(({ sql: text }) => /^\s*(\/\*.*?\*\/\s*)?(select|with|update|insert)/i.test(text));
}

function collect(plan: Plan, found: string[]): void {
  const table = plan['Relation Name'];
  if (plan['Node Type'] === 'Seq Scan' && table !== undefined && LARGE.includes(table)) found.push(table);
  for (const inner of plan.Plans ?? []) collect(inner, found);
}

const when = { now: new Date(), timeZone: 'UTC' };
const stagesAnd = (name: string, search: { words: string }) =>
  (['ALL', 'SHIPPED', 'TO_SHIP'] as const).map((stage) => [`${stage}, with ${name}`, { stage, search }] as const);

const pieceOf = async (orderId: string) =>
  (await sql<{ id: number }>`select id from order_allocations where order_id = ${orderId}`.execute(db)).rows[0]?.id ?? 0;

it('verifies and accepts without a sequential scan of a large table', async () => {
  const deps = { db, clock: systemClock, topics: SILENT_TOPICS };
  const id = await pieceOf('O-7');
  expect(await wholeReads(async () => expect(await verifyProduct(deps, { reference: id, code: 'X08', packer })).toMatchObject({ result: 1 }))).toEqual([]);
  expect(await wholeReads(async () => expect(await acceptProduct(deps, { allocationId: id, packer, clientAcceptId: 'once' })).toBe(true))).toEqual([]);
});

it('verifies with three statements of one transaction and accepts with eleven', async () => {
  const deps = { db, clock: systemClock, topics: SILENT_TOPICS };
  const id = await pieceOf('O-8');
  const begun = () => sent.filter(({ sql: text }) => text === 'begin').length;
  expect(await statementsOf(() => verifyProduct(deps, { reference: id, code: 'X09', packer }))).toHaveLength(3);
  expect(begun()).toBe(1);
  expect(await statementsOf(() => acceptProduct(deps, { allocationId: id, packer, clientAcceptId: 'twice' }))).toHaveLength(11);
  expect(begun()).toBe(1);
});

it.each([
  ['to ship', { stage: 'TO_SHIP' }],
  ['shipped', { stage: 'SHIPPED' }],
  ['all', { stage: 'ALL' }],
  ['by SKU', { stage: 'ALL', search: { skus: ['SKU-5', 'SKU-9'] } }],
  ['shipped, by SKU', { stage: 'SHIPPED', search: { skus: ['SKU-5'] } }],
  ['to ship, by SKU', { stage: 'TO_SHIP', search: { skus: ['SKU-5'] } }],
  ...stagesAnd('words that no title has', { words: 'nothing:*' }),
  ...stagesAnd('a word of few titles', { words: 'rare:*' }),
  ...stagesAnd('a word of each third title', { words: 'steel:*' }),
  ...stagesAnd('a word of each title', { words: 'product:*' }),
  ...ORDER_NEEDS.map((name) => [`in need: ${name}`, { stage: 'ALL', need: { name, ...when } }] as const),
  ...ORDER_NEEDS.map(
    (name) => [`in need: ${name}, with a word of few titles`, { stage: 'ALL', need: { name, ...when }, search: { words: 'rare:*' } }] as const,
  ),
] as const)('loads a page of orders that are %s without a sequential scan of a large table', async (_name, filter) => {
  expect(await wholeReads(() => listOrderPage(db, filter, { after: undefined, limit: 50 }))).toEqual([]);
  expect(await wholeReads(() => listOrderPage(db, filter, { after: { key: String(Date.now() / 1000), orderId: 'O-9' }, limit: 50 }))).toEqual([]);
});

it.each([
  ['the list of the specification', () => listAllocationRows(db, new Date())],
  ['orders to notify about', async () => [await claimAlerts(db, 'DUE', untold), await claimAlerts(db, 'CANCEL_REQUEST', untold)]],
  ['one order', () => findOrder(db, 'O-3', new Date())],
  ['the totals', () => countOrders(db, new Date())],
  ['a search by number', () => findByNumber(db, 'O-3')],
  ['orders to reconcile', () => listUnreconciled(db, 100)],
])('%s needs no sequential scan of a large table', async (_name, work) => {
  expect(await wholeReads(work)).toEqual([]);
});

it('detects a sequential scan by that check', async () => {
  expect(await wholeReads(() => sql`select count(*) from orders where service_level = 'X'`.execute(db))).toEqual(['orders']);
});
