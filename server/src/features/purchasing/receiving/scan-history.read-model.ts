import type { PackingListLine } from '@stowage/contract/purchasing/packing-lists';
import type { ReceiptRow } from '@stowage/contract/purchasing/receiving';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import { listLinesOf } from '../packing-lists/packing-list.read-model.ts';

interface HistoryPart {
  readonly limit: number;
  /** Only scans older than this one. */
  readonly before?: number | undefined;
  readonly code?: string | undefined;
}

/**
 * The scans of a list, newest first. A code is finished when any of its scans completed its line.
 * Plan: the newest receipts from the end of the list's or the code's index, joined by keys; a loose index scan over each code's
 * lines. Every page costs the same.
 */
export async function listReceipts(db: Database, packingListId: number, { limit, before, code }: HistoryPart): Promise<ReceiptRow[]> {
  const older = before === undefined ? sql`` : sql`and id < ${before}`;
  const ofCode = code === undefined ? sql`` : sql`and upper(scanned_code) = upper(${code})`;
  const { rows } = await sql<Omit<ReceiptRow, 'updated_at'> & { updated_at: Date }>`
    with recursive page as materialized (
      select *, upper(scanned_code) as key from receipts where packing_list_id = ${packingListId} ${older} ${ofCode} order by id desc limit ${limit}
    ), code_lines as (
      select key, (${nextLine(packingListId, sql`c.key`, sql`0`)}) as line_id from (select distinct key from page) c
      union all
      select key, (${nextLine(packingListId, sql`l.key`, sql`l.line_id`)}) from code_lines l where line_id is not null
    ), finished as materialized (
      select distinct l.key from code_lines l join packing_list_lines x on x.packing_list_id = ${packingListId} and x.purchase_order_line_id = l.line_id
      where exists (
        select 1 from receipts f where f.packing_list_id = ${packingListId} and upper(f.scanned_code) = l.key and f.purchase_order_line_id = l.line_id
          and f.running_total = x.quantity
      )
    )
    select r.id, r.scanned_code as scanned_id, r.updated_at, n.supplier_sku, n.product_name, r.quantity as received_qty,
      x.quantity - r.running_total as running_qty_remaining, r.running_total as running_total_received, x.quantity as packinglist_qty,
      n.id as stowage_supplier_po_id, r.client_scan_id, w.name as received_by, coalesce(unit.identifier, r.scanned_code) as identifier, unit.sku_condition,
      not exists (select 1 from receipts o where o.packing_list_id = ${packingListId} and upper(o.scanned_code) = r.key and o.id > r.id) as is_newest,
      r.key in (select key from finished) as is_finished
    from page r
    join packing_list_lines x on x.packing_list_id = r.packing_list_id and x.purchase_order_line_id = r.purchase_order_line_id
    join purchase_order_lines n on n.id = r.purchase_order_line_id
    join users w on w.id = r.actor_id
    left join lateral (
      select u.identifier, i.condition as sku_condition from stock_movements m join units u on u.id = m.unit_id left join listings i on i.id = u.listing_id
      where m.receipt_id = r.id and m.type = 'ADD' order by m.id limit 1
    ) unit on true
    order by r.id desc`.execute(db);
  return rows.map((row) => ({ ...row, updated_at: utcText(row.updated_at) }));
}

/** The next line on which a code was scanned. */
function nextLine(packingListId: number, key: ReturnType<typeof sql>, after: ReturnType<typeof sql>) {
  return sql`
    select min(purchase_order_line_id) from receipts where packing_list_id = ${packingListId} and upper(scanned_code) = ${key} and purchase_order_line_id > ${after}`;
}

/** The answer to a changed quantity. */
export async function listHistoryAndLines(
  db: Database,
  packingListId: number,
  { limit, lineIds }: { readonly limit: number; readonly lineIds: readonly number[] | undefined },
): Promise<[ReceiptRow[], PackingListLine[]]> {
  return [await listReceipts(db, packingListId, { limit }), await listLinesOf(db, packingListId, lineIds)];
}
