import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Product } from '../harness/product.ts';

/** The calls of warehouse stations, each with data of its own that exists: one connection is one station. */

const SHELVES = 56;
const HOT_SHELF = 1;
/** The reference's page has 25 rows. */
const PAGE_SIZE = 25;
const LAST_PAGE = 10_000 / PAGE_SIZE - 1;
/** Each station receives an order of its own, up to so many. */
const ORDERS = 16;
const LINES = 10;
/** More units than the stations receive. */
const LISTED = 99_999;
/** A round that confirmed most units of its shelf is over. */
const MAX_ROUND = 200;
const MOVED_UNITS = 20_000;
const GROWN_AT_ONCE = 1_000_000;
/** More are added without the indexes, which are created afterwards: entry by entry takes several times as long. */
const FEW_UNITS = 2_000_000;
/** The ledger is sealed every minute, in ranges of thousands of movements. */
const UNSEALED = 20_000;
const SEAL_CHECK_MS = 1_000;

export type Warehouse = Awaited<ReturnType<typeof openWarehouse>>;

/** @param client of the product's database */
export async function openWarehouse(product: Product, client: pg.Client) {
  const list = async <T>(query: string) => (await client.query<{ value: T }>(query)).rows.map(({ value }) => value);
  const codes = await list<string>('select fnsku as value from listings order by id limit 2000');
  const shelves = await list<string>(`select code as value from locations where id <= ${SHELVES} order by id`);
  const orders = await seedOrders(product, await list<string>(`select gtin14 as value from product_gtins order by product_id limit ${ORDERS * LINES}`));
  let units: readonly string[] = [];
  let booked: readonly (readonly string[])[] = [];
  const rounds = new Map<number, { id: string; scans: number }>();
  const scanInto = async (connection: number, locationId: number) => {
    await product.call(connection, 'POST', '/api/sfinventory', { productId: anyOf(codes), locationId, clientScanId: randomUUID() });
  };
  const readPage = async (connection: number, page: number) => {
    await product.call(connection, 'GET', `/api/inventory/history?page=${page}&size=${PAGE_SIZE}`);
  };

  return {
    /** Creates units with the movements and counts that the ledger would have. */
    async growTo(size: number): Promise<void> {
      const present = await countUnits(client);
      const grow = async () => {
        for (let from = present; from < size; from += GROWN_AT_ONCE) await addUnits(client, Math.min(GROWN_AT_ONCE, size - from));
      };
      await (size - present > FEW_UNITS ? withoutIndexes(client, ['units', 'stock_movements'], grow) : grow());
      if (size > present) await settle(client);
      for (const table of ['units', 'stock_movements', 'stock_counts', 'listing_counts', 'location_counts']) await client.query(`vacuum analyze ${table}`);
      units = await list<string>(`select id as value from units where status = 'AVAILABLE' order by id desc limit ${MOVED_UNITS}`);
      const places: (readonly string[])[] = [];
      for (let id = 1; id <= SHELVES; id++) {
        places.push(await list(`select identifier as value from units where location_id = ${id} and status = 'AVAILABLE' order by id limit 2000`));
      }
      booked = places;
      rounds.clear();
      await product.signIn();
    },
    scan: (connection: number) => scanInto(connection, 1 + below(SHELVES)),
    scanHot: (connection: number) => scanInto(connection, HOT_SHELF),
    async receive(connection: number): Promise<void> {
      const order = orders[connection % orders.length];
      if (order === undefined) throw new Error('There is no order to receive');
      await product.call(connection, 'POST', '/api/receiveinventory/scan', { ...order.list, productId: anyOf(order.codes), clientScanId: randomUUID() });
    },
    /** Each station counts its own shelf, in rounds. */
    async audit(connection: number): Promise<void> {
      const nth = connection % SHELVES;
      const own = booked[nth] ?? [];
      const round = rounds.get(connection) ?? { id: randomUUID(), scans: 0 };
      rounds.set(connection, round.scans + 1 >= Math.min(MAX_ROUND, own.length / 2) ? { id: randomUUID(), scans: 0 } : { ...round, scans: round.scans + 1 });
      const scan = { productId: anyOf(own), locationId: nth + 1, roundId: round.id, clientScanId: randomUUID(), surplus: 'add' };
      await product.call(connection, 'POST', '/api/inventory/audit/scan', scan);
    },
    async move(connection: number): Promise<void> {
      await product.call(connection, 'POST', '/api/updatelocalinventorylocation', { id: Number(anyOf(units)), location: anyOf(shelves) });
    },
    readFirstPage: (connection: number) => readPage(connection, 0),
    readLastPage: (connection: number) => readPage(connection, LAST_PAGE),
  };
}

interface ListedOrder {
  readonly list: { readonly packingListId: number; readonly poNumber: string };
  readonly codes: readonly string[];
}

/** Orders with one packing list each, of products that the catalog knows. */
async function seedOrders(product: Product, gtins: readonly string[]): Promise<ListedOrder[]> {
  const orders: ListedOrder[] = [];
  for (let nth = 0; nth < ORDERS; nth++) {
    const poNumber = `STATION-${nth}`;
    const codes = gtins.slice(nth * LINES, (nth + 1) * LINES);
    const data = codes.map((gtin, at) => ({ po_number: poNumber, gtin, supplier_sku: `S-${nth}-${at}`, product_name: `Received ${at}`, ordered: LISTED }));
    const call = async <T>(path: string, body: object) => JSON.parse(await product.call(0, 'POST', path, body)) as T;
    await call('/api/uploadpos', { data, fileName: `${poNumber}.csv` });
    const lines = await call<{ id: number }[]>('/api/receiveinventory/getpodata', { poNumber });
    await call('/api/receiveinventory/createnewpackinglist', { poNumber, packingList: Object.fromEntries(lines.map(({ id }) => [id, LISTED])) });
    const [list] = await call<{ value: number }[]>('/api/receiveinventory/packinglistfrompo', { poNumber });
    orders.push({ list: { packingListId: list?.value ?? 0, poNumber }, codes });
  }
  return orders;
}

async function countUnits(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from units');
  return rows[0]?.count ?? 0;
}

async function addUnits(client: pg.Client, count: number): Promise<void> {
  // The task that adds them every hour is too late for millions of units at once.
  await client.query('select add_partitions()');
  await client.query(
    `with added as (
       insert into units (listing_id, identifier, location_id, status, source)
       select l.id, l.fnsku, 1 + floor(random() * ${SHELVES}), 'AVAILABLE', 'SCAN'
       from generate_series(1, $1::int) as nth join listings l on l.id = 1 + nth % 5000
       returning id, listing_id, location_id
     ), moved as (
       insert into stock_movements (id, unit_id, listing_id, type, quantity_change, to_location_id, after_status, actor_id, client_scan_id)
       overriding system value select id, id, listing_id, 'ADD', 1, location_id, 'AVAILABLE', 1, gen_random_uuid()::text from added
     ), totalled as (
       insert into location_counts (location_id, on_hand) select location_id, count(*) from added group by 1
       on conflict (location_id) do update set on_hand = location_counts.on_hand + excluded.on_hand
     ), listed as (
       update listing_counts c set on_hand = c.on_hand + a.count from (select listing_id, count(*) as count from added group by 1) a where a.listing_id = c.listing_id
     )
     insert into stock_counts (location_id, listing_id, on_hand) select location_id, listing_id, count(*) from added group by 1, 2
     on conflict (location_id, listing_id) do update set on_hand = stock_counts.on_hand + excluded.on_hand`,
    [count],
  );
}

/** What follows the ledger is up to date, as after years of scans. It would take as long as the scans, and use the cores of the measurement. */
async function settle(client: pg.Client): Promise<void> {
  const marks = 'done_id = (select max(id) from stock_movements), seen_id = (select max(id) from stock_movements)';
  await client.query('update listing_counts set sorted_on_hand = on_hand where sorted_on_hand <> on_hand');
  for (const table of ['listing_sort_mark', 'quantity_mark', 'out_of_sync_state']) await client.query(`update ${table} set ${marks}`);
  await client.query('update out_of_sync_state set all_after = null');
  await client.query('delete from out_of_sync_checks');
  for (;;) {
    const { rows } = await client.query<{ unsealed: number }>(
      'select (select max(id) from stock_movements) - coalesce((select max(last_id) from ledger_seals), 0) as unsealed',
    );
    if (Number(rows[0]?.unsealed) < UNSEALED) return;
    await new Promise((resolve) => setTimeout(resolve, SEAL_CHECK_MS));
  }
}

/** Does work while tables have no indexes but the primary keys by an ascending id. */
async function withoutIndexes(client: pg.Client, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const key = 'stock_movements_client_scan_id_key';
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = any($1::text[]::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(`alter table scan_ids drop constraint ${key}`);
  await work();
  await client.query(`set maintenance_work_mem = '1GB'`);
  await client.query(`alter table scan_ids add constraint ${key} primary key (client_scan_id)`);
  for (const { definition } of indexes) await client.query(definition.replace(' ON ONLY ', ' ON '));
  await client.query('reset maintenance_work_mem');
}

function anyOf<T>(list: readonly T[]): T {
  const one = list[below(list.length)];
  if (one === undefined) throw new Error('There is nothing to choose from');
  return one;
}

function below(limit: number): number {
  return Math.floor(Math.random() * limit);
}
