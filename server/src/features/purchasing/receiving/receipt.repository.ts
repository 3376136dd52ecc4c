import { toGtin14 } from '@stowage/contract/catalog/identifiers';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { hiddenRows } from '../../../platform/database/hidden-value.ts';

/** A code that was scanned for a packing list. */
interface ScanOfList {
  readonly listId: number;
  readonly code: string;
  /** The products that the code names in the catalog. */
  readonly productIds: readonly number[];
}

/** A packing list and its lines for a scanned code. */
export interface ScannedLines {
  /** The state of the list. */
  readonly state: string;
  /** In the order of the list. */
  readonly lines: readonly ListedLine[];
  /** The receiving location. */
  readonly receivingId: number | undefined;
}

export interface ListedLine extends ReceivedLine {
  /** Listed, and not received yet; negative for a line that is over. */
  readonly missing: number;
}

export interface ReceivedLine {
  readonly id: number;
  readonly gtin: string;
  /** Decimal text; null when unknown. */
  readonly unitCost: string | null;
}

/**
 * The lines of lists that scanned codes may mean: by GTIN, by supplier SKU, by a product with the GTIN, or by an assigned code.
 * @returns for each scan; undefined where there is no such list
 * Plan: for each scan the list by key, the order's lines by key and by the two indexes that start with the order.
 */
export async function listScannedLines(tx: Database, scans: readonly ScanOfList[]): Promise<(ScannedLines | undefined)[]> {
  const codes = scans.map(({ listId, code }) => ({ listId, code, gtin: toGtin14(code) ?? null }));
  const products = scans.flatMap(({ productIds }, at) => productIds.map((id) => ({ nth: at + 1, id })));
  const { rows } = await sql<{ nth: number; state: string; lines: ListedLine[]; receivingId: number | null }>`/* prepared: list_scanned_lines */
    with scanned as materialized (
      select s.nth, s.list_id, upper(s.code) as code, array_append(array(
        select g.gtin14 from ${hiddenRows(products, { nth: 'int[]', id: 'bigint[]' })} as p (nth, id)
        cross join lateral (select gtin14 from product_gtins where product_id = p.id offset 0) g where p.nth = s.nth
      ), s.gtin) as gtins
      from ${hiddenRows(codes, { listId: 'bigint[]', code: 'text[]', gtin: 'text[]' })} with ordinality as s (list_id, code, gtin, nth)
    )
    select s.nth::int, l.state, coalesce(found.lines, '[]') as lines,
      (select id from locations where kind = 'RECEIVING' and active order by id limit 1) as "receivingId"
    from scanned s
    cross join lateral (select id, state, purchase_order_id from packing_lists where id = s.list_id offset 0) l
    cross join lateral (
      select json_agg(json_build_object('id', n.id, 'gtin', n.gtin, 'unitCost', n.unit_cost::text, 'missing', x.quantity - x.received) order by n.line_number) as lines
      from purchase_order_lines n join packing_list_lines x on x.packing_list_id = l.id and x.purchase_order_line_id = n.id
      where n.purchase_order_id = l.purchase_order_id and (n.gtin = any(s.gtins) or upper(n.supplier_sku) = s.code
        or n.id = (select c.purchase_order_line_id from packing_list_codes c where c.packing_list_id = l.id and c.code_key = s.code))
    ) found`.execute(tx);
  const found = new Map(rows.map((row) => [row.nth, row]));
  return scans.map((_, at) => {
    const row = found.get(at + 1);
    return row && { state: row.state, lines: row.lines, receivingId: row.receivingId ?? undefined };
  });
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

/**
 * Stores receipts, in their order; triggers update the totals of the lists' lines, the orders' lines and the orders, once for all.
 * @returns their ids
 */
export async function insertReceipts(tx: Database, receipts: readonly NewReceipt[]): Promise<number[]> {
  // The ids are taken first, because the inserted rows don't say which receipt they are of.
  const { rows } = await sql<{ id: number }>`/* prepared: insert_receipts */
    with taken as materialized (
      select nextval('receipts_id_seq') as id, r.*
      from ${hiddenRows(receipts, { listId: 'bigint[]', lineId: 'bigint[]', code: 'text[]', quantity: 'int[]', clientScanId: 'text[]', actorId: 'bigint[]' })}
        with ordinality as r (list_id, line_id, code, quantity, client_scan_id, actor_id, nth) order by nth
    ), inserted as (
      insert into receipts (id, packing_list_id, purchase_order_line_id, scanned_code, quantity, running_total, client_scan_id, actor_id) overriding system value
      select t.id, l.packing_list_id, l.purchase_order_line_id, t.code, t.quantity,
        l.received + sum(t.quantity) over (partition by l.packing_list_id, l.purchase_order_line_id order by t.nth), t.client_scan_id, t.actor_id
      from taken t
      cross join lateral (
        select * from packing_list_lines where packing_list_id = t.list_id and purchase_order_line_id = t.line_id offset 0
      ) l
    )
    select id from taken order by nth`.execute(tx);
  return rows.map(({ id }) => id);
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
export async function changeOrVoidReceipt(tx: Database, id: number, quantity: number): Promise<void> {
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
