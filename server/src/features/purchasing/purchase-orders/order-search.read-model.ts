import { PO_EXPECTED_DAYS, type PoView } from '@stowage/contract/purchasing/purchase-orders';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { allOf } from '../../../platform/database/list-query.ts';
import { likeText } from '../../../platform/formats/like-text.ts';
import { shortLists } from './short-list.condition.ts';

export interface PoFilter {
  readonly search: string;
  readonly show?: PoView | undefined;
  /** The current day in UTC. */
  readonly today: string;
  /** Only these orders, or all but these. */
  readonly ids?: readonly number[] | undefined;
  readonly except?: readonly number[] | undefined;
}

/** The orders that match a filter, as SQL that reads them from the end of an index. */
export interface MatchingOrders {
  /** Matches with a lower id. */
  readonly below: (id: number) => RawBuilder<SqlBool>;
  /** Newest first. */
  readonly order: RawBuilder<unknown>;
}

/** An id above every stored id. */
export const ALL_IDS = Number.MAX_SAFE_INTEGER;

const SHORT_LISTS_LIMIT = 1_000;

const viewsOf = (today: string): Readonly<Record<PoView, RawBuilder<SqlBool>>> => ({
  open: sql`not is_settled`,
  settled: sql`is_settled`,
  over: sql`over > 0`,
  damaged: sql`damaged > 0`,
  backordered: sql`backordered > 0`,
  short: sql`id in (select s.purchase_order_id from ${shortLists(SHORT_LISTS_LIMIT)} s)`,
  expected: sql`id in (select n.purchase_order_id from purchase_order_lines n where ${isExpectedSoon(today)})`,
});

/** Whether the line `n` expects units soon. @param today a day in UTC */
function isExpectedSoon(today: string): RawBuilder<SqlBool> {
  return sql`n.expected_on between ${today}::date and ${today}::date + ${PO_EXPECTED_DAYS}::int and n.open + n.backordered > 0`;
}

/** The units that are expected soon, of all orders or of the matching ones. Plan: a range of the index by day. @param today a day in UTC */
export async function sumExpected(db: Database, today: string, matching?: MatchingOrders): Promise<number> {
  const isMatching = matching === undefined ? sql`true` : sql`n.purchase_order_id in (select id from purchase_orders where ${matching.below(ALL_IDS)})`;
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(n.open + n.backordered), 0)::int as units from purchase_order_lines n where ${isExpectedSoon(today)} and ${isMatching}`.execute(db);
  return rows[0]?.units ?? 0;
}

/** The units that each of these orders expects soon. */
export async function expectedByOrder(db: Database, today: string, orderIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; units: number }>`
    select n.purchase_order_id as id, sum(n.open + n.backordered)::int as units from purchase_order_lines n
    where n.purchase_order_id = any(${orderIds}::bigint[]) and ${isExpectedSoon(today)} group by n.purchase_order_id`.execute(db);
  return new Map(rows.map(({ id, units }) => [id, units]));
}

/** A search for a vendor's full name uses the vendor index; every other search uses the trigram index. */
export async function findMatching(db: Database, filter: PoFilter): Promise<MatchingOrders> {
  const { search, show, today, ids, except } = filter;
  const shown = allOf([show && viewsOf(today)[show], ids && sql`id = any(${ids}::bigint[])`, except && sql`id <> all(${except}::bigint[])`]);
  if (search === '') return { below: (id) => sql`id < ${id} and ${shown}`, order: sql`id desc` };
  const ofVendor = ordersOfVendor(search);
  const { rows } = await sql`select 1 from purchase_orders where ${ofVendor.below(ALL_IDS)} order by upper(vendor), id limit 1`.execute(db);
  if (rows.length > 0) return { ...ofVendor, below: (id) => sql`${ofVendor.below(id)} and ${shown}` };
  return { below: (id) => sql`id < ${id} and ${contains(search)} and ${shown}`, order: sql`id desc` };
}

/** A range over the vendor index: with an equality the planner would scan the orders from the newest on. */
function ordersOfVendor(name: string): MatchingOrders {
  return {
    below: (id) => sql`(upper(vendor), id) >= (upper(${name}), 0) and (upper(vendor), id) < (upper(${name}), ${id})`,
    order: sql`upper(vendor) desc, id desc`,
  };
}

/** Whether a PO number or a vendor contains the search text. */
function contains(search: string) {
  return sql<boolean>`upper(po_number || ' ' || coalesce(vendor, '')) like ${`%${likeText(search.toUpperCase())}%`}`;
}
