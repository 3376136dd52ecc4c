import type { ParsedPoRow, PoField, PoProblem } from '@stowage/contract/purchasing/purchase-order-rows';
import { startOf } from '@stowage/contract/storable-text';
import { sql } from 'kysely';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { rowArrays } from '../../../platform/database/hidden-value.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';

/** Many files are uploaded as one, under all of their names: the stored name ends after this many characters. */
const STORED_NAME_LENGTH = 1_000;

export async function insertUpload(db: Database, upload: { fileName: string; rowCount: number; createdBy: number }): Promise<number> {
  const { id } = await db
    .insertInto('purchase_order_uploads')
    .values({ file_name: startOf(upload.fileName, STORED_NAME_LENGTH), row_count: upload.rowCount, created_by: upload.createdBy })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks a file, so that it is saved once. @throws AppError `not_found`, also for another person's file */
export async function lockUpload(tx: Database, id: number, actorId: number): Promise<{ readonly state: string }> {
  const found = tx.selectFrom('purchase_order_uploads').select('state').where('id', '=', id).where('created_by', '=', actorId).forUpdate();
  const upload = await found.executeTakeFirst();
  if (upload === undefined) throw new AppError('not_found', 'This file does not exist');
  return upload;
}

/** Stores rows and replaces rows with the same numbers. @param firstRow the number of the first row */
export async function stageRows(tx: Database, uploadId: number, firstRow: number, rows: readonly ParsedPoRow[]): Promise<void> {
  await sql`delete from purchase_order_upload_rows where upload_id = ${uploadId} and row_number between ${firstRow} and ${firstRow + rows.length - 1}`.execute(
    tx,
  );
  const errors = rows.map((row) => (row.errors.length === 0 ? null : JSON.stringify(row.errors)));
  await sql`
    insert into purchase_order_upload_rows (upload_id, row_number, po_number, vendor, gtin, supplier_sku, product_name, ordered, unit_cost, expected_on, errors)
    select ${uploadId}, ${firstRow} - 1 + nth, r.po_number, r.vendor, r.gtin, r.supplier_sku, r.product_name, r.ordered, r.unit_cost, r.expected_on, r.errors::jsonb
    from unnest(${rowArrays(rows, {
      ...{ poNumber: 'text[]', vendor: 'text[]', gtin: 'text[]', supplierSku: 'text[]', productName: 'text[]' },
      ...{ ordered: 'int[]', unitCost: 'numeric[]', expectedOn: 'date[]' },
    })}, ${errors}::text[])
      with ordinality as r (po_number, vendor, gtin, supplier_sku, product_name, ordered, unit_cost, expected_on, errors, nth)`.execute(tx);
}

/** Updates the planner's row estimate: without it, the joins of 200,000 rows become nested loops. */
export async function analyzeRows(tx: Database): Promise<void> {
  await sql`select analyze_staged_rows('purchase_order_upload_rows')`.execute(tx);
}

/** Whether the file has an order with two vendors. */
export async function hasMixedVendors(tx: Database, uploadId: number): Promise<boolean> {
  const { rows } = await sql`${mixedVendors(uploadId)} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Whether the file has an order with the same SKU twice. */
export async function hasDuplicateSkus(tx: Database, uploadId: number): Promise<boolean> {
  const { rows } = await sql`${duplicateSkus(uploadId)} limit 1`.execute(tx);
  return rows.length > 0;
}

function duplicateSkus(uploadId: number) {
  return sql`
    select upper(po_number) as po, upper(supplier_sku) as sku from purchase_order_upload_rows
    where upload_id = ${uploadId} and errors is null group by 1, 2 having count(*) > 1`;
}

function mixedVendors(uploadId: number) {
  return sql`
    select upper(po_number) as po, min(vendor collate "C") as one, max(vendor collate "C") as other from purchase_order_upload_rows
    where upload_id = ${uploadId} and errors is null and vendor is not null group by 1 having min(upper(vendor) collate "C") <> max(upper(vendor) collate "C")`;
}

/** Marks the errors that only the whole file shows: duplicate SKUs in an order, and orders with two vendors. */
export async function markErrorsAcrossRows(tx: Database, uploadId: number): Promise<void> {
  await sql`
    update purchase_order_upload_rows r
    set errors = jsonb_build_array(jsonb_build_object('field', 'supplier_sku', 'message', 'Supplier SKU "' || r.supplier_sku || '" is also in row ' || first.row_number || ' of this order'))
    from (
      select r.row_number as duplicate, first_value(r.row_number) over same as row_number, row_number() over same as nth
      from (${duplicateSkus(uploadId)}) d join purchase_order_upload_rows r on upper(r.po_number) = d.po and upper(r.supplier_sku) = d.sku
      where r.upload_id = ${uploadId}
      window same as (partition by d.po, d.sku order by r.row_number)
    ) first
    where r.upload_id = ${uploadId} and r.row_number = first.duplicate and first.nth > 1`.execute(tx);
  await sql`
    update purchase_order_upload_rows r
    set errors = jsonb_build_array(jsonb_build_object('field', 'vendor', 'message', 'Purchase order ' || r.po_number || ' has two vendors: "' || mixed.one || '" and "' || mixed.other || '"'))
    from (${mixedVendors(uploadId)}
    ) mixed
    where r.upload_id = ${uploadId} and r.errors is null and upper(r.po_number) = mixed.po`.execute(tx);
}

/** Whether every announced row of a file is stored. A crash of the database empties the unlogged table. */
export async function hasAllRows(tx: Database, uploadId: number): Promise<boolean> {
  const { rows } = await sql<{ hasAll: boolean }>`
    select count(r.row_number) = u.row_count and max(r.row_number) = u.row_count as "hasAll"
    from purchase_order_uploads u left join purchase_order_upload_rows r on r.upload_id = u.id where u.id = ${uploadId} group by u.id`.execute(tx);
  return rows[0]?.hasAll === true;
}

export async function countRows(tx: Database, uploadId: number): Promise<{ rowCount: number; rejectedCount: number }> {
  const counts = await sql<{ rowCount: number; rejectedCount: number }>`
    select count(*)::int as "rowCount", count(errors)::int as "rejectedCount" from purchase_order_upload_rows where upload_id = ${uploadId}`.execute(tx);
  return onlyRow(counts);
}

/** The errors of a file's rows, in the order of the rows. */
export async function listProblems(tx: Database, uploadId: number, limit: number): Promise<({ row: number } & PoProblem)[]> {
  const { rows } = await sql<{ row: number } & PoProblem>`
    select r.row_number as row, e.field, e.message
    from purchase_order_upload_rows r, jsonb_to_recordset(r.errors) as e (field text, message text)
    where r.upload_id = ${uploadId} and r.errors is not null order by r.row_number limit ${limit}`.execute(tx);
  return rows;
}

/** The cells of a staged row, as text. */
export type StagedCells = Readonly<Record<PoField, string | number | null>> & { readonly row_number: number };

export async function listStagedRows(tx: Database, uploadId: number, { after, limit }: { after: number; limit: number }): Promise<StagedCells[]> {
  const { rows } = await sql<StagedCells>`
    select row_number, po_number, vendor, gtin, supplier_sku, product_name, ordered, unit_cost::text, expected_on::text from purchase_order_upload_rows
    where upload_id = ${uploadId} and row_number > ${after} order by row_number limit ${limit}`.execute(tx);
  return rows;
}

export async function markApplied(tx: Database, id: number): Promise<void> {
  await sql`update purchase_order_uploads set state = 'APPLIED', applied_at = now() where id = ${id}`.execute(tx);
}

/** Deletes unsaved files and the staged rows of all older files. A file that is being staged or saved is left for the next time. */
export async function deleteStagedBefore(db: Database, moment: Date): Promise<void> {
  await sql`
    with old as materialized (
      select id, state from purchase_order_uploads u
      where created_at < ${moment} and (state = 'STAGED' or exists (select from purchase_order_upload_rows r where r.upload_id = u.id))
      for update skip locked
    ), emptied as (
      delete from purchase_order_upload_rows r
      where upload_id in (select id from old) or not exists (select from purchase_order_uploads u where u.id = r.upload_id)
    )
    delete from purchase_order_uploads where id in (select id from old where state = 'STAGED')`.execute(db);
}
