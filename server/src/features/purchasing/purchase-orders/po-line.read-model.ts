import { displayGtin } from '@stowage/contract/catalog/identifiers';
import { LINES_FOUND_LIMIT, type PoLine, type PoOption } from '@stowage/contract/purchasing/purchase-order-lines';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { dollars } from '../../../platform/formats/dollars.ts';
import { ALL_IDS, findMatching, type PoFilter } from './order-search.read-model.ts';

/**
 * The orders to choose from: the one with exactly this number, then those with units still to come, then the newest.
 * Plan: the ends of the indexes; a search uses the trigram index, or the vendor's.
 */
export async function listPoOptions(db: Database, { search, today }: Pick<PoFilter, 'search' | 'today'>, limit: number): Promise<PoOption[]> {
  const columns = sql`select id, po_number as value, po_number as label, vendor, is_settled from purchase_orders`;
  const [unsettled, settled] = [await findMatching(db, { search, today, show: 'open' }), await findMatching(db, { search, today, show: 'settled' })];
  const { rows } = await sql<PoOption>`
    with named as materialized (${columns} where upper(po_number) = upper(${search}))
    select value, label, vendor, is_settled from (
      select *, true as is_named from named
      union all (select *, false from (${columns} where ${unsettled.below(ALL_IDS)} order by ${unsettled.order} limit ${limit}) o where id not in (select id from named))
      union all (select *, false from (${columns} where ${settled.below(ALL_IDS)} order by ${settled.order} limit ${limit}) s where id not in (select id from named))
    ) found order by is_named desc, is_settled, id desc limit ${limit}`.execute(db);
  return rows;
}

interface LineFilter {
  readonly lineIds?: readonly number[] | undefined;
  /** Part of a supplier SKU, a GTIN or a product name. */
  readonly search?: string | undefined;
}

/** The lines of an order. Plan: the order's lines and each line's packing lists, by their indexes. */
export async function listPoLines(db: Database, orderId: number, { lineIds, search }: LineFilter = {}): Promise<PoLine[]> {
  const matching = search === undefined ? sql`` : sql`and position(lower(${search}) in lower(concat_ws(' ', n.supplier_sku, n.gtin, n.product_name))) > 0`;
  const first = search === undefined ? sql`` : sql`limit ${LINES_FOUND_LIMIT}`;
  const { rows } = await sql<Omit<PoLine, 'unit_cost'> & { unit_cost: string | null }>`
    select n.id, n.purchase_order_id, p.po_number as "poNumber", n.gtin, n.supplier_sku, n.product_name, n.ordered as qty_ordered, n.received as total_received,
      n.ordered - n.received - n.canceled as remaining_qty, n.damaged as damaged_qty, n.backordered as backordered_qty, n.canceled as canceled_qty,
      n.over as over_qty, n.unit_cost, n.expected_on::text as expected_date, n.added_reason, null as "packingListQty", coalesce(listed.quantity, 0)::int as all_packinglist_qty
    from purchase_order_lines n join purchase_orders p on p.id = n.purchase_order_id
    left join lateral (${unitsOnLists(sql`true`)}) listed on true
    where n.purchase_order_id = ${orderId} and ${isAmong(lineIds)} ${matching} order by n.line_number, n.id ${first}`.execute(db);
  return rows.map((row) => ({ ...row, gtin: displayGtin(row.gtin), unit_cost: dollars(row.unit_cost) }));
}

/** Whether the line `n` is one of these; without ids, every line is. */
export function isAmong(lineIds: readonly number[] | undefined): RawBuilder<SqlBool> {
  return lineIds === undefined ? sql`true` : sql`n.id = any(${lineIds}::bigint[])`;
}

/** The units of the line `n` on packing lists that are not canceled. */
export function unitsOnLists(condition: RawBuilder<SqlBool>): RawBuilder<unknown> {
  return sql`
    select sum(o.quantity) as quantity from packing_list_lines o join packing_lists other on other.id = o.packing_list_id
    where o.purchase_order_line_id = n.id and other.state <> 'CANCELED' and ${condition}`;
}
