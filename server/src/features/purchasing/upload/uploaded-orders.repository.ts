import type { PoDuplicate } from '@stowage/contract/purchasing/purchase-order-upload';
import { sql } from 'kysely';
import { type Database, violatesUnique } from '../../../platform/database/connection/connect.ts';

/** Held while a file of purchase orders is saved. */
const PURCHASE_ORDERS_LOCK = 871_010;

/** Serializes the saving of files, so that two files can't create the same order. */
export async function lockOrders(tx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${PURCHASE_ORDERS_LOCK})`.execute(tx);
  // A file of 200,000 rows is grouped and joined in memory.
  await sql`set local work_mem = '128MB'`.execute(tx);
}

/** The orders of a file that already exist. */
export async function listDuplicates(tx: Database, uploadId: number): Promise<PoDuplicate[]> {
  const { rows } = await sql<PoDuplicate>`
    with found as materialized (
      select f.key, f.vendor as file_vendor, p.id, p.po_number, p.vendor, p.lines
      from (select upper(po_number) as key, max(vendor) as vendor from purchase_order_upload_rows where upload_id = ${uploadId} group by 1) f
      join purchase_orders p on upper(p.po_number) = f.key
    )
    select d.id, d.po_number, d.vendor, d.file_vendor,
      case when upper(d.vendor) <> upper(d.file_vendor) then 'OTHER_VENDOR'
        when count(*) filter (where l.id is null or ${differs}) > 0 or (d.vendor is null and d.file_vendor is not null) then 'CHANGED' else 'SAME' end as kind,
      (count(*) filter (where l.id is null))::int as new_lines, (count(*) filter (where ${differs}))::int as changed_lines,
      d.lines - count(distinct l.id)::int as other_lines, d.vendor is null and d.file_vendor is not null as sets_vendor
    from found d
    join purchase_order_upload_rows r on r.upload_id = ${uploadId} and upper(r.po_number) = d.key
    left join purchase_order_lines l on l.purchase_order_id = d.id and upper(l.supplier_sku) = upper(r.supplier_sku)
    group by d.id, d.po_number, d.vendor, d.file_vendor, d.lines order by min(r.row_number)`.execute(tx);
  return rows;
}

/** Creates the orders of a file that don't exist yet. @returns their ids */
export async function addOrders(tx: Database, uploadId: number, actorId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into purchase_orders (po_number, vendor, upload_id, created_by)
    select min(f.po_number collate "C"), max(f.vendor), ${uploadId}, ${actorId}
    from purchase_order_upload_rows f
    where f.upload_id = ${uploadId} and not exists (select from purchase_orders p where upper(p.po_number) = upper(f.po_number))
    group by upper(f.po_number) order by min(f.row_number) returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

interface AddedLines {
  readonly count: number;
  /** Where orders existed before: the added lines with their orders. */
  readonly lines: readonly { readonly id: number; readonly orderId: number }[];
}

/** Adds lines to their orders. @returns undefined when an order has the same SKU twice; nothing is added, and the transaction stays valid */
export async function tryAddLines(tx: Database, uploadId: number, existing: boolean): Promise<AddedLines | undefined> {
  await sql`savepoint before_lines`.execute(tx);
  try {
    return await addLines(tx, uploadId, existing);
  } catch (error) {
    if (!violatesUnique(error, 'purchase_order_lines_sku_key')) throw error;
    await sql`rollback to savepoint before_lines`.execute(tx);
    return undefined;
  }
}

/** Adds the lines that their orders lack; an existing order's new lines follow its own. */
async function addLines(tx: Database, uploadId: number, existing: boolean): Promise<AddedLines> {
  // A new line is an edit of its order; the trigger notes only changed ones.
  if (existing) await sql`update purchase_orders set last_activity_at = now() where id in (select p.id ${missingLines(uploadId)})`.execute(tx);
  const { rows, numAffectedRows } = await sql<AddedLines['lines'][number]>`
    insert into purchase_order_lines (purchase_order_id, line_number, gtin, supplier_sku, product_name, ordered, unit_cost, expected_on)
    select p.id, r.row_number + ${existing ? sql`case when p.upload_id = ${uploadId} then 0 else p.lines end` : sql`0`},
      r.gtin, r.supplier_sku, r.product_name, r.ordered, r.unit_cost, r.expected_on
    ${existing ? missingLines(uploadId) : allLines(uploadId)}
    order by r.row_number ${existing ? sql`returning id, purchase_order_id as "orderId"` : sql``}`.execute(tx);
  return { count: Number(numAffectedRows ?? 0), lines: rows };
}

const allLines = (uploadId: number) =>
  sql`from purchase_order_upload_rows r join purchase_orders p on upper(p.po_number) = upper(r.po_number) where r.upload_id = ${uploadId}`;

const missingLines = (uploadId: number) =>
  sql`${allLines(uploadId)} and not exists (select from purchase_order_lines l where l.purchase_order_id = p.id and upper(l.supplier_sku) = upper(r.supplier_sku))`;

/** Locks the existing orders of a file by ascending id, so that concurrent receiving can't deadlock. */
export async function lockOrdersOfFile(tx: Database, uploadId: number): Promise<void> {
  await sql`
    select id from purchase_orders where upper(po_number) = any(array(select distinct upper(po_number) from purchase_order_upload_rows where upload_id = ${uploadId}))
    order by id for no key update`.execute(tx);
}

/** The first received line whose GTIN the file would change. */
export async function findReceivedWithOtherGtin(tx: Database, uploadId: number): Promise<{ row: number; poNumber: string; sku: string } | undefined> {
  const { rows } = await sql<{ row: number; poNumber: string; sku: string }>`
    select r.row_number as row, p.po_number as "poNumber", l.supplier_sku as sku ${changedLines(uploadId)} and l.received > 0 and l.gtin <> r.gtin
    order by r.row_number limit 1`.execute(tx);
  return rows[0];
}

/** The values of a line before and after a file. */
export interface LineChange {
  readonly id: number;
  readonly before: object;
  readonly after: object;
}

/** An audit entry lists this many changed lines and counts all of them; the file itself is a document. */
const AUDITED_LINES = 500;

/**
 * Updates the lines that differ from the file. Canceled units are limited to the remaining ones, and decisions about a line with
 * a new quantity count as made now. The audit log gets one entry per order, with its lines by SKU.
 * @returns the changed lines with their values before and after, and the lines with decisions to recalculate
 */
export async function changeLines(tx: Database, uploadId: number): Promise<{ changes: LineChange[]; decided: number[] }> {
  const { rows } = await sql<{ id: number }>`
    update packing_list_decisions d set received_before = c.received
    from (select l.id, l.received ${changedLines(uploadId)} and l.ordered <> r.ordered) c
    where d.purchase_order_line_id = c.id and d.voided_at is null and d.difference = 'SHORT'
    returning c.id`.execute(tx);
  const { rows: changes } = await sql<LineChange>`
    with changed as materialized (
      select l.id, l.purchase_order_id, row_number() over (partition by l.purchase_order_id order by l.id) as nth, l.supplier_sku, r.gtin, r.product_name, r.ordered, r.unit_cost, r.expected_on,
        jsonb_build_object('gtin', l.gtin, 'product_name', l.product_name, 'ordered', l.ordered, 'unit_cost', l.unit_cost, 'expected_on', l.expected_on) as was,
        jsonb_build_object('gtin', r.gtin, 'product_name', r.product_name, 'ordered', r.ordered, 'unit_cost', coalesce(r.unit_cost, l.unit_cost),
          'expected_on', coalesce(r.expected_on, l.expected_on)) as will_be
      ${changedLines(uploadId)}
    ), audited as (
      insert into audit_entries (action, record_kind, record_id, records, before, after)
      select 'LINES_CHANGED', 'purchase_orders', purchase_order_id, count(*),
        jsonb_object_agg(supplier_sku, audit_difference(was, will_be, '{}')) filter (where nth <= ${AUDITED_LINES}),
        jsonb_object_agg(supplier_sku, audit_difference(will_be, was, '{}')) filter (where nth <= ${AUDITED_LINES})
      from changed group by purchase_order_id order by purchase_order_id
    )
    update purchase_order_lines l set gtin = c.gtin, product_name = c.product_name, ordered = c.ordered, canceled = least(l.canceled, greatest(c.ordered - l.received, 0)),
      unit_cost = coalesce(c.unit_cost, l.unit_cost), expected_on = coalesce(c.expected_on, l.expected_on)
    from changed c where l.id = c.id returning l.id, c.was as before, c.will_be || jsonb_build_object('received', l.received) as after`.execute(tx);
  return { changes, decided: [...new Set(rows.map(({ id }) => id))] };
}

/** Sets the file's vendor on orders without a vendor. @returns these orders */
export async function setVendors(tx: Database, uploadId: number): Promise<{ id: number; vendor: string }[]> {
  const { rows } = await sql<{ id: string; vendor: string }>`
    with updated as (
      update purchase_orders p set vendor = f.vendor, last_activity_at = now()
      from (select upper(po_number) as key, max(vendor) as vendor from purchase_order_upload_rows where upload_id = ${uploadId} and vendor is not null group by 1) f
      where upper(p.po_number) = f.key and p.vendor is null and p.upload_id <> ${uploadId} returning p.id, p.vendor
    )
    insert into audit_entries (action, record_kind, record_id, before, after)
    select 'CHANGED', 'purchase_orders', id, '{"vendor": null}'::jsonb, jsonb_build_object('vendor', vendor) from updated order by id
    returning record_id as id, after ->> 'vendor' as vendor`.execute(tx);
  return rows.map(({ id, vendor }) => ({ id: Number(id), vendor }));
}

/** The name of a file, its vendors, and its first orders. */
export async function listOrdersOfFile(tx: Database, uploadId: number, limit: number) {
  const { file_name: fileName } = await tx.selectFrom('purchase_order_uploads').select('file_name').where('id', '=', uploadId).executeTakeFirstOrThrow();
  const { rows: orders } = await sql<{ id: number; po_number: string; vendor: string | null }>`
    select p.id, p.po_number, p.vendor from (select distinct upper(po_number) as key from purchase_order_upload_rows where upload_id = ${uploadId} limit ${limit}) f
    join purchase_orders p on upper(p.po_number) = f.key order by p.id`.execute(tx);
  const { rows: vendors } = await sql<{ vendor: string | null }>`
    select distinct vendor from purchase_order_upload_rows where upload_id = ${uploadId} limit 2`.execute(tx);
  return { fileName, orders, vendors: vendors.map(({ vendor }) => vendor) };
}

/** Whether the row `r` of a file differs from the line `l`. An empty cost or date is no difference. */
export const differs = sql<boolean>`(r.gtin, r.product_name, r.ordered, coalesce(r.unit_cost, l.unit_cost), coalesce(r.expected_on, l.expected_on))
  is distinct from (l.gtin, l.product_name, l.ordered, l.unit_cost, l.expected_on) and l.id is not null`;

/** The lines `l` of orders `p` that differ from the rows `r` of a file. */
function changedLines(uploadId: number) {
  return sql`
    from purchase_order_upload_rows r join purchase_orders p on upper(p.po_number) = upper(r.po_number)
    join purchase_order_lines l on l.purchase_order_id = p.id and upper(l.supplier_sku) = upper(r.supplier_sku)
    where r.upload_id = ${uploadId} and ${differs}`;
}
