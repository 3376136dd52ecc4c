import type { PoDuplicate, PoField, PoLine } from '@stowage/contract/purchasing/purchase-order-files';
import { sql } from 'kysely';
import { ADVISORY_LOCKS } from '../../../platform/database/advisory-locks.ts';
import { type Database, violatesUnique } from '../../../platform/database/connect.ts';

export async function insertUpload(db: Database, upload: { fileName: string; rowCount: number; createdBy: number }): Promise<number> {
  const { id } = await db
    .insertInto('purchase_order_uploads')
    .values({ file_name: upload.fileName, row_count: upload.rowCount, created_by: upload.createdBy })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Holds a file until the transaction's end, so that it is saved once. @returns undefined where it is not this person's */
export async function lockUpload(tx: Database, id: number, actorId: number): Promise<{ readonly state: string } | undefined> {
  return tx.selectFrom('purchase_order_uploads').select('state').where('id', '=', id).where('created_by', '=', actorId).forUpdate().executeTakeFirst();
}

/** Puts rows in their place; what stood there is replaced. @param firstRow the number of the first of them */
export async function stageRows(tx: Database, uploadId: number, firstRow: number, rows: readonly PoLine[]): Promise<void> {
  await sql`delete from purchase_order_upload_rows where upload_id = ${uploadId} and row_number between ${firstRow} and ${firstRow + rows.length - 1}`.execute(
    tx,
  );
  const column = (name: keyof PoLine) => rows.map((row) => row[name]);
  const errors = rows.map((row) => (row.errors.length === 0 ? null : JSON.stringify(row.errors)));
  await sql`
    insert into purchase_order_upload_rows (upload_id, row_number, po_number, vendor, gtin, supplier_sku, product_name, ordered, unit_cost, expected_on, errors)
    select ${uploadId}, ${firstRow} - 1 + nth, r.po_number, r.vendor, r.gtin, r.supplier_sku, r.product_name, r.ordered, r.unit_cost, r.expected_on, r.errors::jsonb
    from unnest(${column('poNumber')}::text[], ${column('vendor')}::text[], ${column('gtin')}::text[], ${column('supplierSku')}::text[],
      ${column('productName')}::text[], ${column('ordered')}::int[], ${column('unitCost')}::numeric[], ${column('expectedOn')}::date[], ${errors}::text[])
      with ordinality as r (po_number, vendor, gtin, supplier_sku, product_name, ordered, unit_cost, expected_on, errors, nth)`.execute(tx);
}

/** One file at a time is saved: two with the same new order would else both find that there is none. */
export async function lockOrders(tx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.purchaseOrders})`.execute(tx);
  // A file of 200,000 rows is grouped and joined in memory.
  await sql`set local work_mem = '128MB'`.execute(tx);
}

/** The planner must know how many rows a file has: it would else look each of 200,000 up in all the others. */
export async function knowRows(tx: Database): Promise<void> {
  await sql`analyze purchase_order_upload_rows`.execute(tx);
}

/** Whether an order of the file has two vendors. */
export async function hasMixedVendors(tx: Database, uploadId: number): Promise<boolean> {
  const { rows } = await sql`${mixedVendors(uploadId)} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Whether a SKU is twice in one order of the file. */
export async function hasTwice(tx: Database, uploadId: number): Promise<boolean> {
  const { rows } = await sql`${twice(uploadId)} limit 1`.execute(tx);
  return rows.length > 0;
}

function twice(uploadId: number) {
  return sql`
    select upper(po_number) as po, upper(supplier_sku) as sku from purchase_order_upload_rows
    where upload_id = ${uploadId} and errors is null group by 1, 2 having count(*) > 1`;
}

function mixedVendors(uploadId: number) {
  return sql`
    select upper(po_number) as po, min(vendor collate "C") as one, max(vendor collate "C") as other from purchase_order_upload_rows
    where upload_id = ${uploadId} and errors is null and vendor is not null group by 1 having min(upper(vendor) collate "C") <> max(upper(vendor) collate "C")`;
}

/** Refuses what only the whole file shows: a SKU that is twice in one order, an order of two vendors. */
export async function refuseAcrossRows(tx: Database, uploadId: number): Promise<void> {
  await sql`
    update purchase_order_upload_rows r
    set errors = jsonb_build_array(jsonb_build_object('field', 'supplier_sku', 'message', 'Supplier SKU "' || r.supplier_sku || '" is also in row ' || first.row_number || ' of this order'))
    from (
      select r.row_number as duplicate, first_value(r.row_number) over same as row_number, row_number() over same as nth
      from (${twice(uploadId)}) twice join purchase_order_upload_rows r on upper(r.po_number) = twice.po and upper(r.supplier_sku) = twice.sku
      where r.upload_id = ${uploadId}
      window same as (partition by twice.po, twice.sku order by r.row_number)
    ) first
    where r.upload_id = ${uploadId} and r.row_number = first.duplicate and first.nth > 1`.execute(tx);
  await sql`
    update purchase_order_upload_rows r
    set errors = jsonb_build_array(jsonb_build_object('field', 'vendor', 'message', 'PO ' || r.po_number || ' has two vendors: "' || mixed.one || '" and "' || mixed.other || '"'))
    from (${mixedVendors(uploadId)}
    ) mixed
    where r.upload_id = ${uploadId} and r.errors is null and upper(r.po_number) = mixed.po`.execute(tx);
}

/** Whether each row of a file is there, from the first to the last that it was said to have. A crash empties the table. */
export async function hasAllRows(tx: Database, uploadId: number): Promise<boolean> {
  const { rows } = await sql<{ hasAll: boolean }>`
    select count(r.row_number) = u.row_count and max(r.row_number) = u.row_count as "hasAll"
    from purchase_order_uploads u left join purchase_order_upload_rows r on r.upload_id = u.id where u.id = ${uploadId} group by u.id`.execute(tx);
  return rows[0]?.hasAll === true;
}

export async function countRows(tx: Database, uploadId: number): Promise<{ rowCount: number; rejectedCount: number }> {
  const { rows } = await sql<{ rowCount: number; rejectedCount: number }>`
    select count(*)::int as "rowCount", count(errors)::int as "rejectedCount" from purchase_order_upload_rows where upload_id = ${uploadId}`.execute(tx);
  return rows[0] ?? { rowCount: 0, rejectedCount: 0 };
}

/** What is wrong with a file's rows, in their order. */
export async function listProblems(tx: Database, uploadId: number, limit: number): Promise<{ row: number; field: PoField; message: string }[]> {
  const { rows } = await sql<{ row: number; field: PoField; message: string }>`
    select r.row_number as row, e.field, e.message
    from purchase_order_upload_rows r, jsonb_to_recordset(r.errors) as e (field text, message text)
    where r.upload_id = ${uploadId} and r.errors is not null order by r.row_number limit ${limit}`.execute(tx);
  return rows;
}

/** The orders of a file that there are already. */
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

/** Adds the orders that there are not yet. @returns how many */
export async function addOrders(tx: Database, uploadId: number, actorId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into purchase_orders (po_number, vendor, upload_id, created_by)
    select min(f.po_number collate "C"), max(f.vendor), ${uploadId}, ${actorId}
    from purchase_order_upload_rows f
    where f.upload_id = ${uploadId} and not exists (select from purchase_orders p where upper(p.po_number) = upper(f.po_number))
    group by upper(f.po_number) order by min(f.row_number)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * The same, unless a SKU is twice in one order of the file: then nothing was added, and the transaction goes on.
 * @returns undefined then
 */
export async function tryAddLines(tx: Database, uploadId: number, existing: boolean): Promise<number | undefined> {
  await sql`savepoint before_lines`.execute(tx);
  try {
    return await addLines(tx, uploadId, existing);
  } catch (error) {
    if (!violatesUnique(error, 'purchase_order_lines_sku_key')) throw error;
    await sql`rollback to savepoint before_lines`.execute(tx);
    return undefined;
  }
}

/** Adds the lines that their orders have not yet. Those of an order that was there before come after its own. @returns how many */
async function addLines(tx: Database, uploadId: number, existing: boolean): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into purchase_order_lines (purchase_order_id, line_number, gtin, supplier_sku, product_name, ordered, unit_cost, expected_on)
    select p.id, r.row_number + ${existing ? sql`case when p.upload_id = ${uploadId} then 0 else p.lines end` : sql`0`},
      r.gtin, r.supplier_sku, r.product_name, r.ordered, r.unit_cost, r.expected_on
    from purchase_order_upload_rows r join purchase_orders p on upper(p.po_number) = upper(r.po_number)
    where r.upload_id = ${uploadId}
    ${existing ? sql`and not exists (select from purchase_order_lines l where l.purchase_order_id = p.id and upper(l.supplier_sku) = upper(r.supplier_sku))` : sql``}
    order by r.row_number`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Locks the orders of a file that there are already, in the order of their ids, as whoever receives against them does. */
export async function lockOrdersOfFile(tx: Database, uploadId: number): Promise<void> {
  await sql`
    update purchase_orders p set last_activity_at = now() from (
      select id from purchase_orders where upper(po_number) = any(array(select distinct upper(po_number) from purchase_order_upload_rows where upload_id = ${uploadId}))
      order by id for no key update
    ) locked where p.id = locked.id and p.upload_id <> ${uploadId}`.execute(tx);
}

/** The first line that was received under one GTIN and would get another. */
export async function findReceivedUnderOther(tx: Database, uploadId: number): Promise<{ row: number; poNumber: string; sku: string } | undefined> {
  const { rows } = await sql<{ row: number; poNumber: string; sku: string }>`
    select r.row_number as row, p.po_number as "poNumber", l.supplier_sku as sku ${changedLines(uploadId)} and l.received > 0 and l.gtin <> r.gtin
    order by r.row_number limit 1`.execute(tx);
  return rows[0];
}

/** An entry tells so many lines of an order, and how many there are; the file itself is kept. */
const MAX_TOLD = 500;

/**
 * Changes the lines of which the file says something else. What was canceled stays within what is still to come: what was
 * decided of a line that is ordered in another quantity counts as decided now. The audit log gets an entry per order, with each
 * line by its SKU. @returns how many, and which of them are to be settled again
 */
export async function changeLines(tx: Database, uploadId: number): Promise<{ count: number; decided: number[] }> {
  const { rows } = await sql<{ id: number }>`
    update packing_list_decisions d set received_before = c.received
    from (select l.id, l.received ${changedLines(uploadId)} and l.ordered <> r.ordered) c
    where d.purchase_order_line_id = c.id and d.voided_at is null and d.difference = 'SHORT'
    returning c.id`.execute(tx);
  const { numAffectedRows } = await sql`
    with changed as materialized (
      select l.id, l.purchase_order_id, row_number() over (partition by l.purchase_order_id order by l.id) as nth, l.supplier_sku, r.gtin, r.product_name, r.ordered, r.unit_cost, r.expected_on,
        jsonb_build_object('gtin', l.gtin, 'product_name', l.product_name, 'ordered', l.ordered, 'unit_cost', l.unit_cost, 'expected_on', l.expected_on) as was,
        jsonb_build_object('gtin', r.gtin, 'product_name', r.product_name, 'ordered', r.ordered, 'unit_cost', coalesce(r.unit_cost, l.unit_cost),
          'expected_on', coalesce(r.expected_on, l.expected_on)) as will_be
      ${changedLines(uploadId)}
    ), told as (
      insert into audit_entries (action, record_kind, record_id, records, before, after)
      select 'LINES_CHANGED', 'purchase_orders', purchase_order_id, count(*),
        jsonb_object_agg(supplier_sku, audit_difference(was, will_be, '{}')) filter (where nth <= ${MAX_TOLD}),
        jsonb_object_agg(supplier_sku, audit_difference(will_be, was, '{}')) filter (where nth <= ${MAX_TOLD})
      from changed group by purchase_order_id order by purchase_order_id
    )
    update purchase_order_lines l set gtin = c.gtin, product_name = c.product_name, ordered = c.ordered, canceled = least(l.canceled, greatest(c.ordered - l.received, 0)),
      unit_cost = coalesce(c.unit_cost, l.unit_cost), expected_on = coalesce(c.expected_on, l.expected_on)
    from changed c where l.id = c.id`.execute(tx);
  return { count: Number(numAffectedRows ?? 0), decided: [...new Set(rows.map(({ id }) => id))] };
}

/** Orders that had no vendor get the file's. */
export async function setVendors(tx: Database, uploadId: number): Promise<void> {
  await sql`
    with given as (
      update purchase_orders p set vendor = f.vendor
      from (select upper(po_number) as key, max(vendor) as vendor from purchase_order_upload_rows where upload_id = ${uploadId} and vendor is not null group by 1) f
      where upper(p.po_number) = f.key and p.vendor is null and p.upload_id <> ${uploadId} returning p.id, p.vendor
    )
    insert into audit_entries (action, record_kind, record_id, before, after)
    select 'CHANGED', 'purchase_orders', id, '{"vendor": null}'::jsonb, jsonb_build_object('vendor', vendor) from given order by id`.execute(tx);
}

/** What a staged row says, as text. */
export type StagedCells = Readonly<Record<PoField, string | number | null>> & { readonly row_number: number };

export async function listStagedRows(tx: Database, uploadId: number, { after, limit }: { after: number; limit: number }): Promise<StagedCells[]> {
  const { rows } = await sql<StagedCells>`
    select row_number, po_number, vendor, gtin, supplier_sku, product_name, ordered, unit_cost::text, expected_on::text from purchase_order_upload_rows
    where upload_id = ${uploadId} and row_number > ${after} order by row_number limit ${limit}`.execute(tx);
  return rows;
}

/** The name of a file, its vendors, and the orders that it is about: at most so many. */
export async function listOrdersOfFile(tx: Database, uploadId: number, limit: number) {
  const { file_name: fileName } = await tx.selectFrom('purchase_order_uploads').select('file_name').where('id', '=', uploadId).executeTakeFirstOrThrow();
  const { rows: orders } = await sql<{ id: number; po_number: string; vendor: string | null }>`
    select p.id, p.po_number, p.vendor from (select distinct upper(po_number) as key from purchase_order_upload_rows where upload_id = ${uploadId} limit ${limit}) f
    join purchase_orders p on upper(p.po_number) = f.key order by p.id`.execute(tx);
  const { rows: vendors } = await sql<{ vendor: string | null }>`
    select distinct vendor from purchase_order_upload_rows where upload_id = ${uploadId} limit 2`.execute(tx);
  return { fileName, orders, vendors: vendors.map(({ vendor }) => vendor) };
}

export async function markApplied(tx: Database, id: number): Promise<void> {
  await sql`update purchase_order_uploads set state = 'APPLIED', applied_at = now() where id = ${id}`.execute(tx);
}

/** Forgets files that nobody saved, and the rows of those that somebody did. */
export async function deleteStagedBefore(db: Database, moment: Date): Promise<void> {
  await sql`
    delete from purchase_order_upload_rows r
    where not exists (select from purchase_order_uploads u where u.id = r.upload_id and u.created_at >= ${moment})`.execute(db);
  await db.deleteFrom('purchase_order_uploads').where('state', '=', 'STAGED').where('created_at', '<', moment).execute();
}

/** Whether the row of a file, `r`, says something else of the line `l`. An empty cost or date says nothing. */
export const differs = sql<boolean>`(r.gtin, r.product_name, r.ordered, coalesce(r.unit_cost, l.unit_cost), coalesce(r.expected_on, l.expected_on))
  is distinct from (l.gtin, l.product_name, l.ordered, l.unit_cost, l.expected_on) and l.id is not null`;

/** The lines `l` of orders `p` of which the file's rows `r` say something else. */
function changedLines(uploadId: number) {
  return sql`
    from purchase_order_upload_rows r join purchase_orders p on upper(p.po_number) = upper(r.po_number)
    join purchase_order_lines l on l.purchase_order_id = p.id and upper(l.supplier_sku) = upper(r.supplier_sku)
    where r.upload_id = ${uploadId} and ${differs}`;
}
