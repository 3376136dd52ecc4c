import { toGtin14 } from '@stowage/contract/catalog/identifiers';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';

/** What a code is on a packing list, and what became of its scan before, if it was sent before. */
export interface ScannedLine {
  readonly state: string;
  readonly seen: { readonly packingListId: number; readonly code: string; readonly actorId: number; readonly result: 0 | 1 } | undefined;
  readonly line: ReceivedLine | undefined;
  /** Where units come in. */
  readonly receivingId: number | undefined;
}

export interface ReceivedLine {
  readonly id: number;
  readonly gtin: string;
  /** Decimal text; null is unknown. */
  readonly unitCost: string | null;
}

interface Row {
  state: string;
  seen: ScannedLine['seen'] | null;
  line: ReceivedLine | null;
  receiving_id: number | null;
}

/**
 * The line of a list that a code names: by its GTIN, by its supplier SKU, by a product that has its GTIN, or because somebody said so. Of several
 * the first that is not complete.
 * Plan: the list and the scan by their keys, the order's lines by the two indexes that begin with the order, and by their key.
 */
export async function findScannedLine(
  tx: Database,
  listId: number,
  { code, productIds, clientScanId }: { readonly code: string; readonly productIds: readonly number[]; readonly clientScanId: string | null },
): Promise<ScannedLine | undefined> {
  const { rows } = await sql<Row>`/* prepared: find_scanned_line */
    with scanned as materialized (
      select upper(${code}::text) as code, array_append(array(select gtin14 from product_gtins where product_id = any(${productIds}::bigint[])), ${toGtin14(code) ?? null}::text) as gtins
    )
    select l.state, to_json(seen) as seen, to_json(line) as line,
      (select id from locations where kind = 'RECEIVING' and active order by id limit 1) as receiving_id
    from packing_lists l
    left join lateral (
      select packing_list_id as "packingListId", scanned_code as code, actor_id as "actorId", 1 as result from receipts where client_scan_id = ${clientScanId}::text
      union all select packing_list_id, scanned_code, actor_id, 0 from unexpected_scans where client_scan_id = ${clientScanId}::text
    ) seen on true
    left join lateral (
      select n.id, n.gtin, n.unit_cost::text as "unitCost" from purchase_order_lines n
      join packing_list_lines x on x.packing_list_id = l.id and x.purchase_order_line_id = n.id
      where n.purchase_order_id = l.purchase_order_id and (n.gtin = any((select gtins from scanned)::text[]) or upper(n.supplier_sku) = (select code from scanned)
        or n.id = (select c.purchase_order_line_id from packing_list_codes c where c.packing_list_id = ${listId}::bigint and c.code_key = (select code from scanned)))
      order by x.quantity > x.received desc, n.line_number limit 1
    ) line on true
    where l.id = ${listId}::bigint`.execute(tx);
  const [row] = rows;
  return row && { state: row.state, seen: row.seen ?? undefined, line: row.line ?? undefined, receivingId: row.receiving_id ?? undefined };
}

/** A line of an order as receiving needs it. */
export async function readReceivedLine(tx: Database, lineId: number): Promise<ReceivedLine | undefined> {
  return tx.selectFrom('purchase_order_lines').select(['id', 'gtin', 'unit_cost as unitCost']).where('id', '=', lineId).executeTakeFirst();
}

interface NewReceipt {
  readonly listId: number;
  readonly lineId: number;
  readonly code: string;
  readonly quantity: number;
  readonly clientScanId: string | null;
  readonly actorId: number;
}

/** Keeps a receipt; the totals of the line, of the order's line and of the order follow by themselves. @returns its id */
export async function insertReceipt(tx: Database, { listId, lineId, code, quantity, clientScanId, actorId }: NewReceipt): Promise<number> {
  const inserted = await sql<{ id: number }>`/* prepared: insert_receipt */
    insert into receipts (packing_list_id, purchase_order_line_id, scanned_code, quantity, running_total, client_scan_id, actor_id)
    select packing_list_id, purchase_order_line_id, ${code}::text, ${quantity}::int, received + ${quantity}::int, ${clientScanId}::text, ${actorId}::bigint
    from packing_list_lines where packing_list_id = ${listId}::bigint and purchase_order_line_id = ${lineId}::bigint returning id`.execute(tx);
  return onlyRow(inserted).id;
}

export interface Receipt {
  readonly id: number;
  readonly code: string;
  readonly quantity: number;
  readonly line: ReceivedLine;
}

/** The newest receipt of a code on a list, or the one with this id. Plan: the end of the code's index, or the key. */
export async function findNewestReceipt(tx: Database, listId: number, code: string, receiptId?: number): Promise<Receipt | undefined> {
  const { rows } = await sql<{ id: number; scanned_code: string; quantity: number; line_id: number; gtin: string; unit_cost: string | null }>`
    select r.id, r.scanned_code, r.quantity, n.id as line_id, n.gtin, n.unit_cost
    from receipts r join purchase_order_lines n on n.id = r.purchase_order_line_id
    where r.packing_list_id = ${listId} and upper(r.scanned_code) = upper(${code}) ${receiptId === undefined ? sql`` : sql`and r.id = ${receiptId}`}
    order by r.id desc limit 1`.execute(tx);
  const [row] = rows;
  return row && { id: row.id, code: row.scanned_code, quantity: row.quantity, line: { id: row.line_id, gtin: row.gtin, unitCost: row.unit_cost } };
}

/** Changes how many units a receipt stands for; those behind it on its line come to as many more or less. */
export async function setReceiptQuantity(tx: Database, id: number, quantity: number): Promise<void> {
  await sql`
    update receipts r set quantity = case when r.id = c.id then ${quantity}::int else r.quantity end, running_total = r.running_total + ${quantity}::int - c.quantity,
      updated_at = case when r.id = c.id then now() else r.updated_at end
    from (select id, packing_list_id, purchase_order_line_id, quantity from receipts where id = ${id}) c
    where r.packing_list_id = c.packing_list_id and r.purchase_order_line_id = c.purchase_order_line_id and r.id >= c.id
      and (r.id = c.id or c.quantity <> ${quantity}::int)`.execute(tx);
}

/** A unit in stock that a receipt of a line brought. */
export interface ReceivedUnit {
  readonly unitId: number;
  readonly receiptId: number;
}

/**
 * The units that came on a line of a list, or by one receipt, newest first; what became of them the ledger knows.
 * Plan: the line's receipts, the movements of each, by their indexes.
 */
export async function listReceivedUnits(
  tx: Database,
  { listId, lineId, receiptId }: { listId: number; lineId: number; receiptId?: number },
): Promise<ReceivedUnit[]> {
  const { rows } = await sql<ReceivedUnit>`
    select m.unit_id as "unitId", r.id as "receiptId"
    from receipts r join stock_movements m on m.receipt_id = r.id and m.type = 'ADD'
    where r.packing_list_id = ${listId} and r.purchase_order_line_id = ${lineId} ${receiptId === undefined ? sql`` : sql`and r.id = ${receiptId}`}
    order by m.id desc`.execute(tx);
  return rows;
}
