import type { Values } from '@stowage/contract/spreadsheets/values';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

/** The undo of files of purchase orders, for many records at once. */

export interface SavedUpload {
  readonly fileName: string;
  readonly rowCount: number;
  readonly actorId: number;
}

export async function describeUpload(tx: Database, uploadId: number): Promise<SavedUpload> {
  return tx
    .selectFrom('purchase_order_uploads')
    .select(['file_name as fileName', 'row_count as rowCount', 'created_by as actorId'])
    .where('id', '=', uploadId)
    .executeTakeFirstOrThrow();
}

/** Locks the orders of records, by ascending id, as receiving and files do. */
export async function lockOrdersOf(tx: Database, { orders, lines }: { orders: readonly number[]; lines: readonly number[] }): Promise<void> {
  await sql`
    select from purchase_orders where id = any(${[...orders]}::bigint[])
      or id in (select purchase_order_id from purchase_order_lines where id = any(${[...lines]}::bigint[])) order by id for no key update`.execute(tx);
}

interface LaterFile {
  readonly fileName: string;
  readonly poNumber: string;
}

/** A file that was applied later, is not undone, and changed one of these orders or lines. */
export async function findLaterFile(tx: Database, fileId: number, orderIds: readonly number[], lineIds: readonly number[]): Promise<LaterFile | undefined> {
  const { rows } = await sql<LaterFile>`
    with own as (
      select 'line ' || id as record, purchase_order_id as order_id from purchase_order_lines
      where purchase_order_id = any(${[...orderIds]}::bigint[]) or id = any(${[...lineIds]}::bigint[])
      union all select 'vendor ' || id, id from unnest(${[...orderIds]}::bigint[]) as o (id)
    )
    select s.file_name as "fileName", p.po_number as "poNumber"
    from spreadsheets s join spreadsheet_changes c on c.spreadsheet_id = s.id
    join own on own.record = c.record_id join purchase_orders p on p.id = own.order_id
    where s.kind = 'purchase-orders' and s.state = 'APPLIED' and s.id > ${fileId} order by s.id desc limit 1`.execute(tx);
  return rows[0];
}

interface NamedOrder {
  readonly id: number;
  readonly poNumber: string;
  readonly vendor: string | null;
  readonly isInvoiced: boolean;
}

/** Orders with their present vendors. */
export async function readVendors(tx: Database, orderIds: readonly number[]): Promise<NamedOrder[]> {
  const { rows } = await sql<NamedOrder>`
    select p.id, p.po_number as "poNumber", p.vendor,
      exists (select from vendor_invoice_lines v where v.purchase_order_id = p.id) or exists (select from vendor_credits c where c.purchase_order_id = p.id) as "isInvoiced"
    from purchase_orders p where p.id = any(${[...orderIds]}::bigint[]) order by p.id`.execute(tx);
  return rows;
}

interface UsedOrder {
  readonly poNumber: string;
  readonly received: number;
  readonly isListed: boolean;
  readonly isInvoiced: boolean;
}

/** The first of new orders and lines that later work depends on. Plan: for each order and line the index of what names it. */
export async function findUsed(tx: Database, orderIds: readonly number[], lineIds: readonly number[]): Promise<UsedOrder | undefined> {
  const { rows } = await sql<UsedOrder>`
    with used as (
      select p.id, p.po_number, p.received::int as received, exists (select from packing_lists k where k.purchase_order_id = p.id) as listed,
        exists (select from vendor_invoice_lines v where v.purchase_order_id = p.id) or exists (select from vendor_credits c where c.purchase_order_id = p.id) as invoiced,
        exists (select from purchasing_changes c where c.purchase_order_id = p.id) as edited
      from purchase_orders p where p.id = any(${[...orderIds]}::bigint[])
      union all
      select p.id, p.po_number, l.received, exists (select from packing_list_lines x where x.purchase_order_line_id = l.id),
        exists (select from vendor_invoice_lines v where v.purchase_order_line_id = l.id) or exists (select from vendor_credits c where c.purchase_order_line_id = l.id),
        l.canceled > 0 or l.promised > 0
      from purchase_order_lines l join purchase_orders p on p.id = l.purchase_order_id where l.id = any(${[...lineIds]}::bigint[])
    )
    select po_number as "poNumber", received, listed as "isListed", invoiced as "isInvoiced" from used
    where received > 0 or listed or invoiced or edited order by id limit 1`.execute(tx);
  return rows[0];
}

interface PresentLine {
  readonly id: number;
  readonly poNumber: string;
  readonly supplierSku: string;
  readonly values: Values;
}

export async function readLines(tx: Database, ids: readonly number[]): Promise<PresentLine[]> {
  const { rows } = await sql<PresentLine>`
    select l.id, p.po_number as "poNumber", l.supplier_sku as "supplierSku", jsonb_build_object('gtin', l.gtin, 'product_name', l.product_name,
      'ordered', l.ordered, 'unit_cost', l.unit_cost, 'expected_on', l.expected_on, 'received', l.received) as values
    from purchase_order_lines l join purchase_orders p on p.id = l.purchase_order_id where l.id = any(${[...ids]}::bigint[]) order by l.id`.execute(tx);
  return rows;
}

/** Sets lines to their values before a file, with one audit entry for each order. */
export async function restoreLines(tx: Database, lines: readonly { readonly id: number; readonly values: object }[]): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    with restored as (
      select l.purchase_order_id, l.supplier_sku, r.* from jsonb_to_recordset(${JSON.stringify(lines.map(({ id, values }) => ({ id, ...values })))}::jsonb)
        as r (id bigint, gtin text, product_name text, ordered integer, unit_cost numeric, expected_on date)
      join purchase_order_lines l on l.id = r.id
    ), audited as (
      insert into audit_entries (action, record_kind, record_id, records, after)
      select 'LINES_CHANGED', 'purchase_orders', purchase_order_id, count(*),
        jsonb_object_agg(supplier_sku, jsonb_build_object('ordered', ordered, 'unit_cost', unit_cost)) from restored group by purchase_order_id
    )
    update purchase_order_lines l set gtin = r.gtin, product_name = r.product_name, ordered = r.ordered, unit_cost = r.unit_cost, expected_on = r.expected_on,
      canceled = least(l.canceled, greatest(r.ordered - l.received, 0))
    from restored r where l.id = r.id`.execute(tx);
}

export async function deleteLines(tx: Database, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await sql`delete from purchase_order_lines where id = any(${[...ids]}::bigint[])`.execute(tx);
}

export async function clearVendors(tx: Database, orderIds: readonly number[]): Promise<void> {
  await sql`
    with cleared as (update purchase_orders set vendor = null where id = any(${[...orderIds]}::bigint[]) returning id)
    insert into audit_entries (action, record_kind, record_id, after) select 'CHANGED', 'purchase_orders', id, '{"vendor": null}'::jsonb from cleared`.execute(
    tx,
  );
}

/** Deletes orders with all their lines. The audit log has one entry for each. */
export async function deleteOrders(tx: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const wanted = sql`any(${[...ids]}::bigint[])`;
  await sql`
    insert into audit_entries (action, record_kind, record_id, before)
    select 'REMOVED', 'purchase_orders', id, jsonb_build_object('po_number', po_number, 'vendor', vendor, 'lines', lines, 'ordered', ordered)
    from purchase_orders where id = ${wanted} order by id`.execute(tx);
  await sql`delete from purchase_order_lines where purchase_order_id = ${wanted}`.execute(tx);
  await sql`delete from purchase_orders where id = ${wanted}`.execute(tx);
}
