import { displayGtin } from '@stowage/contract/catalog/identifiers';
import type { OutputOf } from '@stowage/contract/endpoint';
import type { PackingListLine, PackingListOption, packingListProgress } from '@stowage/contract/purchasing/packing-lists';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import { isAmong, unitsOnLists } from '../purchase-orders/po-line.read-model.ts';

/** Sums over the lines of the packing list `l`. */
export const listSums = sql`
  (select count(*)::int as skus, coalesce(sum(quantity), 0)::int as units, coalesce(sum(received), 0)::int as received,
    coalesce(sum(damaged), 0)::int as damaged, (count(*) filter (where quantity > received))::int as short
  from packing_list_lines x where x.packing_list_id = l.id) sums`;

/** The state of the packing list `l`: a list in receiving whose lines are all complete is RECEIVED. */
export const stateOfList = sql<
  PackingListOption['state']
>`case when l.state = 'RECEIVING' and sums.short = 0 and sums.units > 0 then 'RECEIVED' else l.state end`;

/** The packing lists of an order, or the one that was created with a client id. */
export async function listOptions(db: Database, orderId: number, clientId?: string): Promise<PackingListOption[]> {
  const { rows } = await sql<Omit<PackingListOption, 'created_at'> & { created_at: Date }>`
    select l.id as value, l.label, l.shipment_id, l.id as stowage_receive_inventory_packing_list_id, ${stateOfList} as state, l.carrier, l.tracking_number,
      l.expected_on::text as expected_date, l.boxes, l.notes,
      (select name from packing_list_files f where f.packing_list_id = l.id) as file_name, sums.skus, sums.units, sums.received, sums.damaged,
      (select count(*)::int from unexpected_scans u where u.packing_list_id = l.id and u.outcome is null) as unexpected, w.name as created_by, l.created_at
    from packing_lists l join users w on w.id = l.created_by
    cross join lateral ${listSums}
    where l.purchase_order_id = ${orderId} ${clientId === undefined ? sql`` : sql`and l.client_id = ${clientId}`} order by l.id desc`.execute(db);
  return rows.map((row) => ({ ...row, created_at: utcText(row.created_at) }));
}

/** @param poNumber restricts the search to the lists of this order */
export async function hasList(db: Database, packingListId: number, poNumber: string | null): Promise<boolean> {
  const { rows } = await sql`
    select 1 from packing_lists l join purchase_orders p on p.id = l.purchase_order_id
    where l.id = ${packingListId} and upper(p.po_number) = upper(coalesce(${poNumber}::text, p.po_number))`.execute(db);
  return rows.length > 0;
}

/** The ASIN of the line `n`, preferably of the product's listing in new condition. */
const asinOfLine = sql`(
  select i.asin from product_gtins g join listings i on i.product_id = g.product_id
  where g.gtin14 = n.gtin and i.asin is not null order by i.condition = 11 desc, i.id limit 1)`;

/**
 * The lines of a list, complete ones first.
 * Plan: the list's lines by key, then each line's order line, product and other lists.
 */
export async function listLinesOf(db: Database, packingListId: number, lineIds?: readonly number[]): Promise<PackingListLine[]> {
  const { rows } = await sql<PackingListLine>`
    select found.*, (select image_url from catalog_items c where c.asin = upper(found."Asin")) as image_url from (
      select n.id as stowage_supplier_po_id, x.packing_list_id as stowage_receive_inventory_packing_list_id, p.po_number as "poNumber", ${asinOfLine} as "Asin", n.gtin,
        n.supplier_sku, n.product_name, x.quantity as packinglist_qty, x.received as packing_list_received, x.damaged as damaged_qty, x.notes as line_item_notes,
        n.ordered as qty_ordered, coalesce((${unitsOnLists(sql`o.packing_list_id <> x.packing_list_id`)}), 0)::int as other_packinglist_qty, n.line_number
      from packing_list_lines x join purchase_order_lines n on n.id = x.purchase_order_line_id join purchase_orders p on p.id = n.purchase_order_id
      where x.packing_list_id = ${packingListId} and ${isAmong(lineIds)}
    ) found order by found.packinglist_qty <> found.packing_list_received, found.line_number`.execute(db);
  return rows.map((row) => ({ ...row, gtin: displayGtin(row.gtin) }));
}

interface ListUnits {
  readonly expected: number;
  readonly received: number;
  /** The missing units of the lines that are not complete, without the canceled ones. */
  readonly short: number;
  /** The missing units that were canceled when the list was closed: they will never come. */
  readonly canceled: number;
  readonly damaged: number;
}

/** The units of a list. */
export async function sumList(db: Database, packingListId: number): Promise<ListUnits> {
  const sums = await sql<ListUnits>`
    select coalesce(sum(n.quantity), 0)::int as expected, coalesce(sum(n.received), 0)::int as received, coalesce(sum(d.canceled_change), 0)::int as canceled,
      coalesce(sum(greatest(n.quantity - n.received - coalesce(d.canceled_change, 0), 0)), 0)::int as short, coalesce(sum(n.damaged), 0)::int as damaged
    from packing_list_lines n
    left join packing_list_decisions d on d.packing_list_id = n.packing_list_id and d.purchase_order_line_id = n.purchase_order_line_id
      and d.difference = 'SHORT' and d.voided_at is null
    where n.packing_list_id = ${packingListId}`.execute(db);
  return onlyRow(sums);
}

type Progress = OutputOf<typeof packingListProgress>;

/** The receiving progress of a list. Plan: the list's lines, and the receipts of the last hour from the end of their index. */
export async function findProgress(db: Database, packingListId: number, now: Date): Promise<Progress> {
  const progress = await sql<Omit<Progress, 'last_scan_at'> & { last_scan_at: Date | null }>`
    with recent as materialized (
      select actor_id, quantity, created_at from (select * from receipts where packing_list_id = ${packingListId} order by id desc limit 5000) newest
      where created_at > ${now}::timestamptz - interval '1 hour'
    )
    select (select count(*)::int from packing_list_lines where packing_list_id = ${packingListId} and received >= quantity) as complete_skus,
      (select count(*)::int from packing_list_lines where packing_list_id = ${packingListId}) as skus,
      (select created_at from receipts where packing_list_id = ${packingListId} order by id desc limit 1) as last_scan_at,
      (select coalesce(sum(quantity), 0)::int from recent) as units_last_hour,
      array(select distinct w.name from recent r join users w on w.id = r.actor_id where r.created_at > ${now}::timestamptz - interval '5 minutes' order by 1) as receivers`.execute(
    db,
  );
  const row = onlyRow(progress);
  return { ...row, last_scan_at: row.last_scan_at && utcText(row.last_scan_at) };
}
