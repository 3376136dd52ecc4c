import { type PackingListOfPo, PO_WINDOW, type PoRow, type PoSort, type PoSummaryRow } from '@stowage/contract/purchasing/purchase-orders';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { selectIds } from '../../../platform/database/select-ids.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import { listSums, stateOfList } from '../packing-lists/packing-list.read-model.ts';
import { ALL_IDS, type MatchingOrders } from './order-search.read-model.ts';

type Row = Omit<PoSummaryRow, 'first_entry_date' | 'last_entry_date' | 'poNumber'> & { created_at: Date; last_activity_at: Date };

/** As `percentOf`. Units over on one line don't count for another line, which is short. */
const percentage = sql`case when p.received - p.over >= p.ordered - p.canceled then 100
  else least(round((p.received - p.over) * 100.0 / (p.ordered - p.canceled), 1), 99.9) end`;
const days = sql`(p.last_activity_at at time zone 'UTC')::date - (p.created_at at time zone 'UTC')::date`;
const packingLists = sql`(select count(*)::int from packing_lists l where l.purchase_order_id = p.id)`;
const summary = sql`
  p.id, p.po_number, p.vendor, p.lines as unique_skus, ${packingLists} as packing_list_count,
  p.ordered as total_ordered, p.received as total_received, p.backordered as total_backordered, p.damaged as total_damaged, p.canceled as total_canceled,
  p.over as total_over, (${percentage})::float8 as received_percentage, p.created_at, p.last_activity_at, ${days} as days_difference`;

const SORT_KEYS: Readonly<Record<PoSort, RawBuilder<unknown>>> = {
  po_number: sql`upper(p.po_number)`,
  unique_skus: sql`p.lines`,
  packing_list_count: packingLists,
  total_ordered: sql`p.ordered`,
  total_received: sql`p.received`,
  total_backordered: sql`p.backordered`,
  total_damaged: sql`p.damaged`,
  total_canceled: sql`p.canceled`,
  received_percentage: percentage,
  first_entry_date: sql`p.id`,
  last_entry_date: sql`p.last_activity_at`,
  days_difference: days,
};

/**
 * A page of orders, newest first.
 * Plan: ids from the end of the primary key or of a partial index, then the page's rows by key.
 */
export async function listSummaries(
  db: Database,
  matching: MatchingOrders,
  { offset = 0, limit }: { offset?: number; limit: number },
): Promise<PoSummaryRow[]> {
  const { rows } = await sql<Row>`
    select ${summary} from purchase_orders p
    where p.id = any(array(select id from purchase_orders where ${matching.below(ALL_IDS)} order by ${matching.order} limit ${limit} offset ${offset}))
    order by p.id desc`.execute(db);
  return rows.map(toSummary);
}

export interface PoOrder {
  readonly sort: PoSort;
  readonly descending: boolean;
}

/** The ids of all matching orders, sorted by a column. */
export function listOrderIds(db: Database, matching: MatchingOrders, { sort, descending }: PoOrder): Promise<readonly number[]> {
  const direction = descending ? sql`desc` : sql`asc`;
  return selectIds(db, sql`select p.id from purchase_orders p where ${matching.below(ALL_IDS)} order by ${SORT_KEYS[sort]} ${direction}, p.id ${direction}`);
}

/** Orders in the order of their ids. */
export async function listSummariesOf(db: Database, ids: readonly number[]): Promise<PoSummaryRow[]> {
  const { rows } = await sql<Row>`
    select ${summary} from purchase_orders p where p.id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], p.id)`.execute(db);
  return rows.map(toSummary);
}

/**
 * A page of the newest orders, sorted by a column.
 * Plan: as above; any other sorting than newest first sorts the keys of the newest PO_WINDOW orders.
 */
export async function listPage(
  db: Database,
  matching: MatchingOrders,
  { sort, descending }: PoOrder,
  page: { offset: number; limit: number },
): Promise<PoSummaryRow[]> {
  if (sort === 'first_entry_date' && descending) return listSummaries(db, matching, page);
  const direction = descending ? sql`desc` : sql`asc`;
  const { rows } = await sql<Row>`
    with page as materialized (
      select row_number() over (order by key ${direction}, id ${direction}) as nth, id
      from (select p.id, ${SORT_KEYS[sort]} as key from purchase_orders p where ${matching.below(ALL_IDS)} order by ${matching.order} limit ${PO_WINDOW}) newest
      order by nth limit ${page.limit} offset ${page.offset}
    )
    select ${summary} from page join purchase_orders p on p.id = page.id order by page.nth`.execute(db);
  return rows.map(toSummary);
}

/** The number of orders, up to one more than the numbered pages cover. */
export async function countOrders(db: Database, matching: MatchingOrders): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from purchase_orders where ${matching.below(ALL_IDS)} limit ${PO_WINDOW + 1}) found`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Adds the packing lists to orders. */
export async function withPackingLists(db: Database, orders: readonly PoSummaryRow[]): Promise<PoRow[]> {
  const orderIds = orders.map(({ id }) => id);
  const lists = await listsByOrder(db, orderIds);
  return orders.map((order) => ({ ...order, packingLists: lists.get(order.id) ?? [] }));
}

/**
 * The canceled units of a list are those that closing it canceled. The backordered units of a line are assigned to the lists that
 * backordered it last: later receipts and decisions reduce the older lists first.
 */
async function listsByOrder(db: Database, orderIds: readonly number[]): Promise<Map<number, PackingListOfPo[]>> {
  const { rows } = await sql<PackingListOfPo & { order_id: number }>`
    with promised as (
      select d.packing_list_id, n.backordered, d.quantity,
        coalesce(sum(d.quantity) over (partition by n.id order by d.id desc rows between unbounded preceding and 1 preceding), 0) as since
      from packing_lists l join packing_list_decisions d on d.packing_list_id = l.id join purchase_order_lines n on n.id = d.purchase_order_line_id
      where l.purchase_order_id = any(${orderIds}::bigint[]) and d.difference = 'SHORT' and d.decision = 'BACKORDER' and d.voided_at is null
    ), owed as (
      select packing_list_id, sum(greatest(least(quantity, backordered - since), 0))::int as backordered from promised group by packing_list_id
    )
    select l.purchase_order_id as order_id, l.id as stowage_receive_inventory_packing_list_id, l.label as packing_list_name, ${stateOfList} as state,
      sums.skus as sku_count, sums.units as packinglist_qty, sums.received as received_qty, sums.damaged as damaged_qty,
      coalesce(owed.backordered, 0) as backordered_qty, coalesce(decided.canceled, 0) as canceled_qty
    from packing_lists l
    cross join lateral ${listSums}
    left join owed on owed.packing_list_id = l.id
    left join lateral (
      select sum(canceled_change)::int as canceled
      from packing_list_decisions d where d.packing_list_id = l.id and d.voided_at is null
    ) decided on true
    where l.purchase_order_id = any(${orderIds}::bigint[]) order by l.id desc`.execute(db);
  const lists = new Map<number, PackingListOfPo[]>();
  for (const { order_id, ...list } of rows) lists.set(order_id, [...(lists.get(order_id) ?? []), list]);
  return lists;
}

function toSummary({ created_at, last_activity_at, ...row }: Row): PoSummaryRow {
  return { ...row, poNumber: row.po_number, first_entry_date: utcText(created_at), last_entry_date: utcText(last_activity_at) };
}
