import type { PriceListUpload } from '@stowage/contract/price-lists/price-lists';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';
import { rowArrays } from '../../platform/database/hidden-value.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import type { StagedRow } from './price-list-row.rules.ts';

export interface UploadCounts {
  readonly rowCount: number;
  readonly newCount: number;
  readonly changedCount: number;
  readonly unchangedCount: number;
  readonly rejectedCount: number;
}

interface NewUpload {
  readonly fileName: string;
  readonly vendor: string | null;
  /** The number of rows that will be uploaded. */
  readonly rowCount: number;
  readonly createdBy: number;
}

export async function insertUpload(db: Database, { fileName, vendor, rowCount, createdBy }: NewUpload): Promise<number> {
  const { id } = await db
    .insertInto('price_list_uploads')
    .values({ file_name: fileName, vendor, expected_rows: rowCount, created_by: createdBy })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface UploadState {
  readonly id: number;
  readonly state: PriceListUpload['state'];
  readonly vendor: string | null;
  readonly createdBy: number;
  /** The version of the list in the last comparison; null before the first one. */
  readonly comparedVersion: number | null;
  /** The announced number of rows. */
  readonly expectedRows: number | null;
}

/** Locks a file until the end of the transaction, so that it is applied or undone once. */
export async function lockUpload(tx: Database, id: number): Promise<UploadState | undefined> {
  return selectState(tx, id).forUpdate().executeTakeFirst();
}

export async function findUploadState(db: Database, id: number): Promise<UploadState | undefined> {
  return selectState(db, id).executeTakeFirst();
}

function selectState(db: Database, id: number) {
  return db
    .selectFrom('price_list_uploads')
    .select(['id', 'state', 'vendor', 'created_by as createdBy', 'compared_version as comparedVersion', 'expected_rows as expectedRows'])
    .$narrowType<UploadState>()
    .where('id', '=', id);
}

/** Stores rows, replaces existing ones, and resets the comparison. @param numbers the number of each row in the file, ascending */
export async function stageRows(tx: Database, uploadId: number, numbers: readonly number[], rows: readonly StagedRow[]): Promise<void> {
  await tx.updateTable('price_list_uploads').set({ compared_version: null }).where('id', '=', uploadId).where('compared_version', 'is not', null).execute();
  await sql`delete from price_list_upload_rows where upload_id = ${uploadId} and row_number between ${numbers[0]} and ${numbers.at(-1)}`.execute(tx);
  await sql`
    insert into price_list_upload_rows (upload_id, row_number, upc, gtin, item_code, product_title, vendor, cost, map, reason)
    select ${uploadId}, r.row_number, r.upc, r.gtin, r.item_code, r.title, r.vendor, r.cost, r.map, r.reason
    from unnest(${numbers}::int[], ${rowArrays(rows, {
      ...{ upc: 'text[]', gtin: 'text[]', itemCode: 'text[]', title: 'text[]', vendor: 'text[]' },
      ...{ cost: 'numeric[]', map: 'numeric[]', reason: 'text[]' },
    })})
      as r (row_number, upc, gtin, item_code, title, vendor, cost, map, reason)`.execute(tx);
}

/** Updates the statistics; without them the planner would compare each of 200,000 rows with all others. */
export async function analyzeRows(tx: Database): Promise<void> {
  await sql`select analyze_staged_rows('price_list_upload_rows')`.execute(tx);
}

/** Rejects the rows that need the whole file to judge: new items without a title, then repeated UPCs. */
export async function rejectAcrossRows(tx: Database, uploadId: number): Promise<void> {
  await sql`
    update price_list_upload_rows r set reason = 'product_title is missing', gtin = null
    where r.upload_id = ${uploadId} and r.gtin is not null and r.product_title is null
      and not exists (select from price_list_items i where i.gtin = r.gtin)`.execute(tx);
  await sql`
    update price_list_upload_rows r set reason = 'upc "' || r.upc || '" is also in row ' || earlier.row_number, gtin = null
    from (
      select row_number as duplicate, first_value(row_number) over same_gtin as row_number, row_number() over same_gtin as nth
      from price_list_upload_rows where upload_id = ${uploadId} and gtin is not null
      window same_gtin as (partition by gtin order by row_number)
    ) earlier
    where r.upload_id = ${uploadId} and r.row_number = earlier.duplicate and earlier.nth > 1`.execute(tx);
}

/** Whether all announced rows of a file are stored. */
export async function hasAllRows(tx: Database, { id, expectedRows }: Pick<UploadState, 'id' | 'expectedRows'>): Promise<boolean> {
  const { rows } = await sql<{ hasAll: boolean }>`
    select count(*) = ${expectedRows}::integer as "hasAll"
    from price_list_upload_rows where upload_id = ${id}`.execute(tx);
  return rows[0]?.hasAll === true;
}

/** The number of rows and of rejected rows of a file. */
export async function countRows(tx: Database, uploadId: number): Promise<Pick<UploadCounts, 'rowCount' | 'rejectedCount'>> {
  return tx
    .selectFrom('price_list_upload_rows')
    .select(({ fn }) => [sql<number>`count(*)::int`.as('rowCount'), fn.countAll<number>().filterWhere('gtin', 'is', null).as('rejectedCount')])
    .where('upload_id', '=', uploadId)
    .executeTakeFirstOrThrow();
}

/** The changes that a file would make to the current list. */
export async function countDiff(tx: Database, uploadId: number): Promise<UploadCounts> {
  const { rows } = await sql<UploadCounts>`
    select count(*)::int as "rowCount", count(*) filter (where r.gtin is null)::int as "rejectedCount",
      count(*) filter (where r.gtin is not null and i.id is null)::int as "newCount",
      count(*) filter (where i.id is not null and ${isChange})::int as "changedCount",
      count(*) filter (where i.id is not null and not ${isChange})::int as "unchangedCount"
    from price_list_upload_rows r left join price_list_items i on i.gtin = r.gtin where r.upload_id = ${uploadId}`.execute(tx);
  return onlyRow({ rows });
}

export async function saveCounts(tx: Database, id: number, counts: UploadCounts): Promise<void> {
  const { rowCount, newCount, changedCount, unchangedCount, rejectedCount } = counts;
  await tx
    .updateTable('price_list_uploads')
    .set({ row_count: rowCount, new_count: newCount, changed_count: changedCount, unchanged_count: unchangedCount, rejected_count: rejectedCount })
    .where('id', '=', id)
    .execute();
}

/** Stores the version of the list that a file is compared with; the comparison is valid only for this version. */
export async function saveComparedVersion(tx: Database, id: number): Promise<void> {
  await sql`update price_list_uploads set compared_version = (select version from price_list_total) where id = ${id}`.execute(tx);
}

export async function markApplied(tx: Database, id: number): Promise<void> {
  await sql`update price_list_uploads set state = 'APPLIED', applied_at = now() where id = ${id}`.execute(tx);
}

/** @param keptCount the number of items that stay because a later file had changed them */
export async function markUndone(tx: Database, id: number, { keptCount, actorId }: { keptCount: number; actorId: number }): Promise<void> {
  await sql`update price_list_uploads set state = 'UNDONE', undone_at = now(), undone_by = ${actorId}, not_undone_count = ${keptCount} where id = ${id}`.execute(
    tx,
  );
}

/** The cells of a staged row, with the UPC as in the file. */
export interface StagedCells {
  readonly row_number: number;
  readonly upc: string;
  readonly map: string | null;
  readonly item_code: string | null;
  readonly product_title: string | null;
  readonly cost: string | null;
  readonly vendor: string | null;
}

export async function listStagedRows(tx: Database, uploadId: number, { after, limit }: { after: number; limit: number }): Promise<StagedCells[]> {
  const { rows } = await sql<StagedCells>`
    select row_number, upc, map::text, item_code, product_title, cost::text, vendor from price_list_upload_rows
    where upload_id = ${uploadId} and row_number > ${after} order by row_number limit ${limit}`.execute(tx);
  return rows;
}

/** The name of a file, and its vendor when it has exactly one. */
export async function findDocumentOf(tx: Database, uploadId: number): Promise<{ fileName: string; vendor: string | null }> {
  const { rows } = await sql<{ fileName: string; vendor: string | null }>`
    select u.file_name as "fileName", coalesce(u.vendor, r.vendor) as vendor from price_list_uploads u
    left join lateral (select min(vendor) as vendor from price_list_upload_rows where upload_id = u.id having count(distinct vendor) = 1) r on true
    where u.id = ${uploadId}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no file ${uploadId}`);
  return row;
}

/** Stores the rejected rows of an applied file. */
export async function saveRejectedRows(tx: Database, uploadId: number): Promise<void> {
  await sql`
    insert into price_list_refused_rows (upload_id, row_number, upc, reason)
    select upload_id, row_number, upc, reason from price_list_upload_rows where upload_id = ${uploadId} and gtin is null`.execute(tx);
}

/** The first errors of an applied file as texts: `Row 3: …`. */
export async function listErrors(db: Database, uploadId: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ error: string }>`
    select 'Row ' || row_number || ': ' || reason as error from price_list_refused_rows
    where upload_id = ${uploadId} order by row_number limit ${limit}`.execute(db);
  return rows.map(({ error }) => error);
}

/**
 * Deletes old staged rows, files that were never applied, and the rejected rows of much older files.
 * @returns the number of deleted files
 */
export async function deleteStagedBefore(db: Database, { staged, rejected }: { staged: Date; rejected: Date }): Promise<number> {
  await sql`
    delete from price_list_upload_rows r
    where not exists (select from price_list_uploads u where u.id = r.upload_id and u.created_at >= ${staged})`.execute(db);
  await sql`delete from price_list_refused_rows r using price_list_uploads u where u.id = r.upload_id and u.applied_at < ${rejected}`.execute(db);
  const { numDeletedRows } = await db.deleteFrom('price_list_uploads').where('state', '=', 'STAGED').where('created_at', '<', staged).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Whether the row `r` of a file differs from the item `i`. An empty cell does not differ. */
export const isChange = sql<SqlBool>`(coalesce(r.item_code, i.item_code), coalesce(r.product_title, i.product_title), coalesce(r.vendor, i.vendor), coalesce(r.cost, i.cost), coalesce(r.map, i.map))
  is distinct from (i.item_code, i.product_title, i.vendor, i.cost, i.map)`;
