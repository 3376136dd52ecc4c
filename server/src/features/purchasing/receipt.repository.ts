import { toGtin14 } from '@stowage/contract/identifiers';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

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
  seen_list: number | null;
  seen_code: string | null;
  seen_actor: number | null;
  seen_result: 0 | 1 | null;
  line_id: number | null;
  gtin: string | null;
  unit_cost: string | null;
  receiving_id: number | null;
}

/**
 * The line of a list that a code names: by its GTIN, by its supplier SKU, or by a product that has its GTIN. Of several
 * the first that is not complete.
 * Plan: the list and the scan by their keys, the order's lines by the two indexes that begin with the order.
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
    select l.state, seen.packing_list_id as seen_list, seen.scanned_code as seen_code, seen.actor_id as seen_actor, seen.result as seen_result,
      line.id as line_id, line.gtin, line.unit_cost,
      (select id from locations where kind = 'RECEIVING' and active order by id limit 1) as receiving_id
    from packing_lists l
    left join lateral (
      select packing_list_id, scanned_code, actor_id, 1 as result from receipts where client_scan_id = ${clientScanId}::text
      union all select packing_list_id, scanned_code, actor_id, 0 from unexpected_scans where client_scan_id = ${clientScanId}::text
    ) seen on true
    left join lateral (
      select n.id, n.gtin, n.unit_cost from purchase_order_lines n
      join packing_list_lines x on x.packing_list_id = l.id and x.purchase_order_line_id = n.id
      where n.purchase_order_id = l.purchase_order_id and (n.gtin = any((select gtins from scanned)::text[]) or upper(n.supplier_sku) = (select code from scanned))
      order by x.quantity > x.received desc, n.line_number limit 1
    ) line on true
    where l.id = ${listId}::bigint`.execute(tx);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { seen_list, seen_code, seen_actor, seen_result, line_id, gtin } = row;
  return {
    state: row.state,
    seen: seen_list === null ? undefined : { packingListId: seen_list, code: seen_code ?? '', actorId: seen_actor ?? 0, result: seen_result ?? 0 },
    line: line_id === null ? undefined : { id: line_id, gtin: gtin ?? '', unitCost: row.unit_cost },
    receivingId: row.receiving_id ?? undefined,
  };
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
  const { rows } = await sql<{ id: number }>`/* prepared: insert_receipt */
    insert into receipts (packing_list_id, purchase_order_line_id, scanned_code, quantity, client_scan_id, actor_id)
    values (${listId}::bigint, ${lineId}::bigint, ${code}::text, ${quantity}::int, ${clientScanId}::text, ${actorId}::bigint) returning id`.execute(tx);
  return rows[0]?.id ?? 0;
}

export interface Receipt {
  readonly id: number;
  readonly code: string;
  readonly quantity: number;
  readonly line: ReceivedLine;
}

/** The newest receipt of a code on a list, or the one with this id. Plan: the list's receipts from the end of their index. */
export async function findNewestReceipt(tx: Database, listId: number, code: string, receiptId?: number): Promise<Receipt | undefined> {
  const { rows } = await sql<{ id: number; scanned_code: string; quantity: number; line_id: number; gtin: string; unit_cost: string | null }>`
    select r.id, r.scanned_code, r.quantity, n.id as line_id, n.gtin, n.unit_cost
    from receipts r join purchase_order_lines n on n.id = r.purchase_order_line_id
    where r.packing_list_id = ${listId} and upper(r.scanned_code) = upper(${code}) ${receiptId === undefined ? sql`` : sql`and r.id = ${receiptId}`}
    order by r.id desc limit 1`.execute(tx);
  const [row] = rows;
  return row && { id: row.id, code: row.scanned_code, quantity: row.quantity, line: { id: row.line_id, gtin: row.gtin, unitCost: row.unit_cost } };
}

export async function setReceiptQuantity(tx: Database, id: number, quantity: number): Promise<void> {
  await sql`update receipts set quantity = ${quantity}, updated_at = now() where id = ${id}`.execute(tx);
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
