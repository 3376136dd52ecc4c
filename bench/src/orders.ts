import { numberText } from '@stowage/contract/formats/text/number-text';
import { sql } from 'kysely';
import { createReservationService } from '../../server/src/features/orders/index.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { type Database, openDatabase } from '../../server/src/platform/database/connection/connect.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/embedded-postgres.ts';
import { listLedgerFaults } from '../../server/test/fixtures/faults/ledger-faults.ts';
import { listOrderFaults, SILENT_TOPICS } from '../../server/test/fixtures/test-orders.ts';
import { describe, measure, printTable, seconds } from './harness/measure.ts';
import { Product } from './harness/product.ts';

/** Packing with a million units and half a million orders; then twenty concurrent packers on 10,000 orders, with a crash. */
const UNITS = Number(process.env.STOWAGE_BENCH_UNITS ?? 1_000_000);
const ORDERS = Number(process.env.STOWAGE_BENCH_ORDERS ?? 500_000);
const OPEN = Math.min(30_000, Math.floor(ORDERS / 4));
const RACED = Math.min(10_000, Math.floor(OPEN / 3));
const LISTINGS = Math.min(50_000, Math.floor(UNITS / 4));
/** Every tenth shipped order belongs to this packer. */
const COMMON_SKU = 'SKU-1';
const SECONDS = 4;
const CONNECTIONS = 2;
const PACKERS = 20;
/** A packer retries for this time while the server is down. */
const PATIENCE_MS = 120_000;

process.env.STOWAGE_DEMO = 'off';
const product = new Product();
await product.start();
const { connection } = await startEmbeddedPostgres({ folder: product.folder, purpose: 'visit' });
const { db, close } = openDatabase(connection, { max: 4, onError: () => {} });
// One transaction, because the product would release units without a reservation.
await db.transaction().execute(async (tx) => {
  await seedStock(tx);
  await seedOrders(tx);
});
await sql`vacuum analyze`.execute(db);
const reservations = createReservationService({ db, clock: systemClock, topics: SILENT_TOPICS });

/** Allocations of open orders; the first ones are used only by the concurrent packers. */
const { rows: allocations } = await sql<{ id: number; order_id: string; listing_id: number }>`
  select p.id, p.order_id, p.listing_id from order_allocations p where p.state = 'RESERVED' order by p.id`.execute(db);
const raced = allocations.slice(0, RACED);
const measured = allocations.slice(RACED);
let next = 0;
const anyAllocation = () => measured[Math.floor(Math.random() * measured.length)] ?? { id: 0, order_id: '', listing_id: 0 };
const fnskuOf = (listingId: number) => `X0${String(listingId).padStart(8, '0')}`;
const verify = (nth: number, { id, listing_id }: { id: number; listing_id: number }) =>
  product.call(nth, 'POST', '/api/orders/productverification', { orderId: id, scanValue: fnskuOf(listing_id) });

const rows: Record<string, string>[] = [];
for (const [what, call] of [
  ['HTTP only (health)', (nth: number) => product.call(nth, 'GET', '/api/health/live')],
  ['POST /api/orders/productverification', (nth: number) => verify(nth, anyAllocation())],
  ['verification and accept of an order', packNext],
  ['GET /api/orders, first page', (nth: number) => product.call(nth, 'GET', '/api/orders')],
  ['GET /api/orders, shipped, first page', (nth: number) => product.call(nth, 'GET', '/api/orders?stage=SHIPPED')],
  ['GET /api/orders, by SKU', (nth: number) => product.call(nth, 'GET', `/api/orders?stage=ALL&search=SKU-${anyAllocation().listing_id}`)],
  ['GET /api/orders, all, by a common SKU', (nth: number) => product.call(nth, 'GET', `/api/orders?stage=ALL&search=${COMMON_SKU}`)],
  ['GET /api/orders, to ship, by a common SKU', (nth: number) => product.call(nth, 'GET', `/api/orders?search=${COMMON_SKU}`)],
  ...['no such word', 'seldom', 'steel', 'product'].flatMap((words) =>
    ['ALL', 'SHIPPED', 'TO_SHIP'].map(
      (stage) =>
        [
          `GET /api/orders, ${stage}, words “${words}”`,
          (nth: number) => product.call(nth, 'GET', `/api/orders?stage=${stage}&search=${encodeURIComponent(words)}`),
        ] as const,
    ),
  ),
  ['GET /api/orders/totals', (nth: number) => product.call(nth, 'GET', '/api/orders/totals')],
  ['GET /api/orders/:id', (nth: number) => product.call(nth, 'GET', `/api/orders/${anyAllocation().order_id}`)],
  ['POST /api/orders/getsforders', (nth: number) => product.call(nth, 'POST', '/api/orders/getsforders')],
] as const) {
  await measure(CONNECTIONS, 1, async (nth) => void (await call(nth)));
  rows.push({ what, ...describe(await measure(CONNECTIONS, SECONDS, async (nth) => void (await call(nth)))) });
}
printTable(`${numberText(UNITS)} units, ${numberText(ORDERS)} orders, ${CONNECTIONS} connections`, rows);
await race();
await close();
await product.stop();
product.remove();

async function packNext(nth: number): Promise<void> {
  const allocation = measured[next++];
  if (allocation === undefined) throw new Error('No more orders to pack');
  await verify(nth, allocation);
  await product.call(nth, 'POST', '/api/orders/updatelocalinventory', { locationId: allocation.id });
}

/** Two people pack each order concurrently, a quarter of the calls are repeated, some orders are canceled, and the server is killed once. */
async function race(): Promise<void> {
  let answered = 0;
  let cutOff = 0;
  let killing: Promise<void> | undefined;
  let shipped = 0;
  let canceled = 0;
  const insist = async (nth: number, path: string, body: object): Promise<string | undefined> => {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      try {
        const answer = await product.call(nth, 'POST', path, body);
        answered += 1;
        return answer;
      } catch (error) {
        const { message } = error as Error;
        if (/ 4\d\d /.test(message)) return undefined;
        if (/ 5\d\d /.test(message) || Date.now() > end) throw error;
        cutOff += 1;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  const pack = async (packer: number) => {
    // The first connection signs in again after the restart.
    const own = 1 + packer;
    for (const [nth, allocation] of raced.entries()) {
      if (nth % (PACKERS / 2) !== packer % (PACKERS / 2)) continue;
      await insist(own, '/api/orders/productverification', { orderId: allocation.id, scanValue: fnskuOf(allocation.listing_id) });
      const accept = { locationId: allocation.id, clientAcceptId: `bench-${allocation.id}` };
      const answers = await Promise.all(
        [own, ...(nth % 4 === 0 ? [own + PACKERS] : [])].map((connection) => insist(connection, '/api/orders/updatelocalinventory', accept)),
      );
      if (answers.some((answer) => answer !== undefined)) shipped += 1;
      if (nth % 50 === 7) canceled += await cancel(raced[(nth * 7) % raced.length]?.order_id ?? '');
      if (killing === undefined && answered > RACED) killing = product.killAndStart();
    }
  };
  const took = await seconds(async () => void (await Promise.all(Array.from({ length: PACKERS }, (_, packer) => pack(packer)))));
  await killing;
  await reservations.reconcileAll();
  const faults = [...(await listOrderFaults(db)), ...(await listLedgerFaults(db))];
  const { rows: twice } = await sql`select unit_id from stock_movements where after_status = 'SHIPPED' group by unit_id having count(*) > 1`.execute(db);
  console.log(
    `\nRace: ${numberText(raced.length)} orders, ${PACKERS} packers, ${took.toFixed(0)} s; ${numberText(answered)} calls answered, ${cutOff} interrupted by the crash, ${numberText(shipped)} accepts answered, ${canceled} orders canceled; units shipped twice: ${twice.length}, other faults: ${faults.length}`,
  );
  if (faults.length + twice.length > 0) process.exitCode = 1;
}

async function cancel(orderId: string): Promise<number> {
  const { rows: canceled } = await sql`
    update orders set status = 'CANCELLED' where order_id = ${orderId} and local_state = 'OPEN' and status <> 'CANCELLED' returning order_id`.execute(db);
  await reservations.reconcile([orderId]);
  return canceled.length;
}

/** Units of the listings in all locations; the first ones are reserved for the open orders. */
async function seedStock(tx: Database): Promise<void> {
  // One word in every title, one in every third, and one in few.
  await sql`insert into products (title) select 'Product ' || n || case when n % 3 = 0 then ' Steel' else '' end || case when n % 1000 = 7 then ' Seldom' else '' end
    from generate_series(1, ${LISTINGS}::int) n`.execute(tx);
  await sql`insert into product_gtins (gtin14, product_id) select lpad(id::text, 14, '0'), id from products`.execute(tx);
  await sql`insert into listings (id, product_id, seller_sku, fnsku, asin, condition, channel) overriding system value
    select id, id, 'SKU-' || id, 'X0' || lpad(id::text, 8, '0'), 'B0' || lpad(id::text, 8, '0'), 11, 'SELLER_FULFILLED' from products`.execute(tx);
  await sql`insert into units (listing_id, identifier, location_id, status, source)
    select 1 + n % ${LISTINGS}, 'X0' || lpad((1 + n % ${LISTINGS})::text, 8, '0'), 1 + n % 56, case when n < ${OPEN} then 'SALE_PENDING' else 'AVAILABLE' end, 'SCAN'
    from generate_series(0, ${UNITS}::int - 1) n`.execute(tx);
  await sql`insert into stock_movements (unit_id, listing_id, type, quantity_change, to_location_id, after_status, actor_id)
    select id, listing_id, 'ADD', 1, location_id, status, 1 from units order by id`.execute(tx);
  await sql`insert into stock_counts (location_id, listing_id, on_hand) select location_id, listing_id, count(*) from units group by 1, 2`.execute(tx);
  await sql`insert into location_counts (location_id, on_hand, listings)
    select location_id, sum(on_hand), count(*) from stock_counts group by 1
    on conflict (location_id) do update set on_hand = excluded.on_hand, listings = excluded.listings`.execute(tx);
  await sql`update listing_counts c set on_hand = s.on_hand, pending = s.pending
    from (select listing_id, count(*) as on_hand, count(*) filter (where status = 'SALE_PENDING') as pending from units group by 1) s
    where s.listing_id = c.listing_id`.execute(tx);
}

async function seedOrders(tx: Database): Promise<void> {
  const listingOfOrder = sql`case when n >= ${OPEN}::int and n % 10 = 0 then 1 else 1 + n % ${LISTINGS}::int end`;
  await sql`insert into orders (order_id, status, ordered_at, updated_at, ship_by, deliver_by, is_prime, is_premium, is_business, is_gift, is_cancel_requested)
    select '112-' || lpad(n::text, 7, '0') || '-0000000', case when n < ${OPEN} then 'UNSHIPPED' else 'SHIPPED' end, now() - make_interval(mins => n), now(),
      now() - make_interval(mins => n) + interval '2 days', now() + interval '5 days', false, false, false, false, false
    from generate_series(0, ${ORDERS}::int - 1) n`.execute(tx);
  await sql`insert into order_items (order_id, item_id, seller_sku, asin, title, condition, quantity, shipped, price, ordered_at, is_open)
    select '112-' || lpad(n::text, 7, '0') || '-0000000', 'i' || n, 'SKU-' || l, 'B0' || lpad(l::text, 8, '0'), 'Product ' || l, 11, 1,
      case when n < ${OPEN} then 0 else 1 end, 19.99, now() - make_interval(mins => n), n < ${OPEN}
    from (select n, ${listingOfOrder} as l from generate_series(0, ${ORDERS}::int - 1) n) o`.execute(tx);
  await sql`insert into order_allocations (order_id, item_id, nth, listing_id, state, unit_id)
    select '112-' || lpad(n::text, 7, '0') || '-0000000', 'i' || n, 1, ${listingOfOrder}, case when n < ${OPEN} then 'RESERVED' else 'CLOSED' end,
      case when n < ${OPEN} then (select min(id) from units) + n end
    from generate_series(0, ${ORDERS}::int - 1) n`.execute(tx);
}
