import { PO_EXPECTED_DAYS, type PoShow } from '@stowage/contract/purchasing/purchase-orders';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { likeText } from '../../../platform/like-text.ts';

export interface PoFilter {
  readonly search: string;
  readonly show?: PoShow | undefined;
  /** Day, UTC: for what is expected soon. */
  readonly today?: string | undefined;
}

/** The orders that a filter lets through, and how they are read from the end of an index that holds them. */
export interface WantedOrders {
  /** Those below an id. */
  readonly below: (id: number) => RawBuilder<SqlBool>;
  /** Newest first. */
  readonly order: RawBuilder<unknown>;
}

/** Above every id. */
export const ALL_IDS = Number.MAX_SAFE_INTEGER;

/** Packing lists that are being received and have lines on which units are missing. Plan: the lists that are being received, and their lines by key. @param limit of lists that are looked at */
export function shortLists(limit: number): RawBuilder<unknown> {
  return sql`(
    select l.id, l.purchase_order_id from (select id, purchase_order_id from packing_lists where state = 'RECEIVING' order by id limit ${limit}) l
    where exists (select from packing_list_lines n where n.packing_list_id = l.id and n.received < n.quantity)
  )`;
}

const SHORT_LISTS_SHOWN = 1_000;

const showsOf = (today: string): Readonly<Record<PoShow, RawBuilder<SqlBool>>> => ({
  open: sql`not is_settled`,
  settled: sql`is_settled`,
  over: sql`over > 0`,
  damaged: sql`damaged > 0`,
  backordered: sql`backordered > 0`,
  short: sql`id in (select s.purchase_order_id from ${shortLists(SHORT_LISTS_SHOWN)} s)`,
  expected: sql`id in (select n.purchase_order_id from purchase_order_lines n where ${isExpectedSoon(today)})`,
});

/** Lines `n` of which units are to come within the days that count as soon, today included. @param today day, UTC */
export function isExpectedSoon(today: string): RawBuilder<SqlBool> {
  return sql`n.expected_on between ${today}::date and ${today}::date + ${PO_EXPECTED_DAYS}::int and n.open + n.backordered > 0`;
}

/** How many units are to come soon. Plan: those days of an index, each line by its row. @param today day, UTC @param wanted only of these orders */
export async function sumExpected(db: Database, today: string, wanted?: WantedOrders): Promise<number> {
  const ofWanted = wanted === undefined ? sql`true` : sql`n.purchase_order_id in (select id from purchase_orders where ${wanted.below(ALL_IDS)})`;
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(n.open + n.backordered), 0)::int as units from purchase_order_lines n where ${isExpectedSoon(today)} and ${ofWanted}`.execute(db);
  return rows[0]?.units ?? 0;
}

/** How many of them each of these orders has. */
export async function expectedByOrder(db: Database, today: string, orderIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; units: number }>`
    select n.purchase_order_id as id, sum(n.open + n.backordered)::int as units from purchase_order_lines n
    where n.purchase_order_id = any(${orderIds}::bigint[]) and ${isExpectedSoon(today)} group by n.purchase_order_id`.execute(db);
  return new Map(rows.map(({ id, units }) => [id, units]));
}

/** A vendor's name in full is that vendor's orders, found in their index; for the rest of the searches the trigram index. */
export async function findWanted(db: Database, { search, show, today = new Date().toISOString().slice(0, 10) }: PoFilter): Promise<WantedOrders> {
  const shown = show === undefined ? sql<SqlBool>`true` : showsOf(today)[show];
  if (search === '') return { below: (id) => sql`id < ${id} and ${shown}`, order: sql`id desc` };
  const ofVendor = ordersOfVendor(search);
  const { rows } = await sql`select 1 from purchase_orders where ${ofVendor.below(ALL_IDS)} order by upper(vendor), id limit 1`.execute(db);
  if (rows.length > 0) return { ...ofVendor, below: (id) => sql`${ofVendor.below(id)} and ${shown}` };
  return { below: (id) => sql`id < ${id} and ${matches(search)} and ${shown}`, order: sql`id desc` };
}

/** Said as a range, or the planner would read the orders from the newest on until enough are this vendor's. */
function ordersOfVendor(name: string): WantedOrders {
  return {
    below: (id) => sql`(upper(vendor), id) >= (upper(${name}), 0) and (upper(vendor), id) < (upper(${name}), ${id})`,
    order: sql`upper(vendor) desc, id desc`,
  };
}

/** Part of a PO number or a vendor. */
function matches(search: string) {
  return sql<boolean>`upper(po_number || ' ' || coalesce(vendor, '')) like ${`%${likeText(search.toUpperCase())}%`}`;
}
