import { toGtin14 } from '@stowage/contract/catalog/identifiers';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';

/** A packing list and its line for a scanned code. */
interface ScannedLine {
  /** The state of the list. */
  readonly state: string;
  readonly line: ReceivedLine | undefined;
  /** The receiving location. */
  readonly receivingId: number | undefined;
}

export interface ReceivedLine {
  readonly id: number;
  readonly gtin: string;
  /** Decimal text; null when unknown. */
  readonly unitCost: string | null;
}

/**
 * Finds the line of a list for a scanned code: by GTIN, by supplier SKU, by a product with the GTIN, or by an assigned code. Of
 * several lines it takes the first incomplete one.
 * Plan: the list by key, the order's lines by key and by the two indexes that start with the order.
 */
export async function findScannedLine(
  tx: Database,
  listId: number,
  { code, productIds }: { readonly code: string; readonly productIds: readonly number[] },
): Promise<ScannedLine | undefined> {
  const { rows } = await sql<{ state: string; line: ReceivedLine | null; receivingId: number | null }>`/* prepared: find_scanned_line */
    with scanned as materialized (
      select upper(${code}::text) as code, array_append(array(select gtin14 from product_gtins where product_id = any(${productIds}::bigint[])), ${toGtin14(code) ?? null}::text) as gtins
    )
    select l.state, to_json(line) as line, (select id from locations where kind = 'RECEIVING' and active order by id limit 1) as "receivingId"
    from packing_lists l
    left join lateral (
      select n.id, n.gtin, n.unit_cost::text as "unitCost" from purchase_order_lines n
      join packing_list_lines x on x.packing_list_id = l.id and x.purchase_order_line_id = n.id
      where n.purchase_order_id = l.purchase_order_id and (n.gtin = any((select gtins from scanned)::text[]) or upper(n.supplier_sku) = (select code from scanned)
        or n.id = (select c.purchase_order_line_id from packing_list_codes c where c.packing_list_id = ${listId}::bigint and c.code_key = (select code from scanned)))
      order by x.quantity > x.received desc, n.line_number limit 1
    ) line on true
    where l.id = ${listId}::bigint`.execute(tx);
  const [row] = rows;
  return row && { state: row.state, line: row.line ?? undefined, receivingId: row.receivingId ?? undefined };
}

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

/** Stores a receipt; triggers update the totals of the list's line, the order's line and the order. @returns its id */
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

/** Changes the quantity of a receipt, which 0 voids, and the running totals of the later receipts of its line. */
export async function setReceiptQuantity(tx: Database, id: number, quantity: number): Promise<void> {
  await sql`
    update receipts r set quantity = case when r.id = c.id then ${quantity}::int else r.quantity end, running_total = r.running_total + ${quantity}::int - c.quantity,
      updated_at = case when r.id = c.id then now() else r.updated_at end
    from (select id, packing_list_id, purchase_order_line_id, quantity from receipts where id = ${id}) c
    where r.packing_list_id = c.packing_list_id and r.purchase_order_line_id = c.purchase_order_line_id and r.id >= c.id
      and (r.id = c.id or c.quantity <> ${quantity}::int)`.execute(tx);
}

/** A stock unit and its receipt. */
export interface ReceivedUnit {
  readonly unitId: number;
  readonly receiptId: number;
}

/**
 * The units that were received on a line of a list, newest first, including units that have moved or were returned since.
 * Plan: the line's receipts and their movements, by their indexes.
 */
export async function listReceivedUnits(tx: Database, { listId, lineId }: { listId: number; lineId: number }): Promise<ReceivedUnit[]> {
  const { rows } = await sql<ReceivedUnit>`
    select m.unit_id as "unitId", r.id as "receiptId"
    from receipts r join stock_movements m on m.receipt_id = r.id and m.type = 'ADD'
    where r.packing_list_id = ${listId} and r.purchase_order_line_id = ${lineId}
    order by m.id desc`.execute(tx);
  return rows;
}
