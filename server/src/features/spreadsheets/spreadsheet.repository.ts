import type { SpreadsheetKindName } from '@stowage/contract/spreadsheets/kinds';
import type { SpreadsheetState } from '@stowage/contract/spreadsheets/spreadsheets';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';
import { inOneSpelling } from './rows/row.repository.ts';

/** The files themselves: their columns, states and counts. */

interface NewSpreadsheet {
  readonly kind: SpreadsheetKindName;
  readonly fileName: string;
  readonly headers: readonly string[];
  readonly headerRow: number;
  readonly columns: Readonly<Record<string, number>>;
  readonly areRemembered: boolean;
  readonly rowCount: number;
  readonly createdBy: number;
  readonly now: Date;
}

export async function insertSpreadsheet(db: Database, file: NewSpreadsheet): Promise<number> {
  const { id } = await db
    .insertInto('spreadsheets')
    .values({
      kind: file.kind,
      file_name: file.fileName,
      headers: [...file.headers],
      header_row: file.headerRow,
      columns: JSON.stringify(file.columns),
      are_remembered: file.areRemembered,
      row_count: file.rowCount,
      created_by: file.createdBy,
      created_at: file.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The columns of the last applied or checked file of a kind with one of these lists of headers. */
export async function findRememberedColumns(
  db: Database,
  kind: SpreadsheetKindName,
  ...headers: readonly (readonly string[])[]
): Promise<Readonly<Record<string, number>> | undefined> {
  const same = sql.join(
    headers.map((list) => sql`headers = ${list}::text[]`),
    sql` or `,
  );
  const { rows } = await sql<{ columns: Record<string, number> }>`
    select columns from spreadsheets where kind = ${kind} and (${same}) and state <> 'UPLOADING' order by id desc limit 1`.execute(db);
  return rows[0]?.columns;
}

export interface LockedSpreadsheet {
  readonly id: number;
  readonly kind: SpreadsheetKindName;
  readonly fileName: string;
  readonly state: SpreadsheetState;
  readonly headers: readonly string[];
  readonly columns: Readonly<Record<string, number>>;
  readonly rowCount: number;
  /** Whether `05/12/2026` is May 12 in this file; null before its check. */
  readonly isMonthFirst: boolean | null;
  readonly runId: number | null;
  readonly isStopped: boolean;
  readonly done: number;
  readonly wrongCount: number;
  readonly toApply: number;
  readonly createdBy: number;
  readonly appliedBy: number | null;
  readonly undoneBy: number | null;
}

/** Whether a file waits for a job that was canceled or has failed. */
export const isStopped = sql<boolean>`s.state in ('CHECKING', 'APPLYING', 'UNDOING')
  and not exists (select from job_runs j where j.id = s.run_id and j.finished_at is null)`;

export async function findState(db: Database, id: number): Promise<SpreadsheetState | undefined> {
  const found = await db.selectFrom('spreadsheets').select('state').where('id', '=', id).executeTakeFirst();
  return found?.state as SpreadsheetState | undefined;
}

/** A file, locked: two processes never work on it at the same time. */
export async function lockSpreadsheet(tx: Database, id: number): Promise<LockedSpreadsheet | undefined> {
  const { rows } = await sql<LockedSpreadsheet>`
    select id, kind, file_name as "fileName", state, headers, columns, row_count as "rowCount", run_id as "runId", is_month_first as "isMonthFirst", done, wrong_count as "wrongCount",
      new_count + changed_count as "toApply", created_by as "createdBy", applied_by as "appliedBy", undone_by as "undoneBy", ${isStopped} as "isStopped"
    from spreadsheets s where id = ${id} for update`.execute(tx);
  return rows[0];
}

/** Begins a check from the first row. */
export async function startCheck(tx: Database, id: number, columns: Readonly<Record<string, number>>, failure: string | null = null): Promise<void> {
  await sql`
    update spreadsheets set state = 'CHECKING', columns = ${JSON.stringify(columns)}::jsonb, done = 0, is_month_first = null, failure = ${failure}, applied_by = null,
      new_count = 0, changed_count = 0, same_count = 0, wrong_count = 0 where id = ${id}`.execute(tx);
  await sql`update spreadsheet_rows set state = null where spreadsheet_id = ${id} and state is not null`.execute(tx);
}

export async function setDone(tx: Database, id: number, done: number, isMonthFirst: boolean): Promise<void> {
  await tx.updateTable('spreadsheets').set({ done, is_month_first: isMonthFirst }).where('id', '=', id).execute();
}

export async function setRun(tx: Database, id: number, runId: number): Promise<void> {
  await tx.updateTable('spreadsheets').set({ run_id: runId }).where('id', '=', id).execute();
}

/** Counts the rows of each state, and stores the digest of the read rows. */
export async function finishCheck(tx: Database, id: number): Promise<void> {
  await sql`
    update spreadsheets s set state = 'CHECKED', new_count = c.new, changed_count = c.changed, same_count = c.same, wrong_count = c.wrong, digest = c.digest
    from (
      select count(*) filter (where state = 'NEW') as new, count(*) filter (where state = 'CHANGED') as changed,
        count(*) filter (where state = 'SAME') as same, count(*) filter (where state = 'WRONG') as wrong,
        encode(sha256(convert_to(string_agg(md5(${inOneSpelling(sql`record`)}::text), '' order by row_number), 'UTF8')), 'hex') as digest
      from spreadsheet_rows where spreadsheet_id = ${id}
    ) c where s.id = ${id}`.execute(tx);
}

export async function setState(tx: Database, id: number, state: SpreadsheetState, change: Change = {}): Promise<void> {
  await tx
    .updateTable('spreadsheets')
    .set({ state, failure: null, ...change })
    .where('id', '=', id)
    .execute();
}

interface Change {
  readonly failure?: string;
  readonly done?: number;
  readonly applied_by?: number | null;
  readonly applied_at?: Date;
  readonly undone_by?: number | null;
  readonly undone_at?: Date;
}

/** Deletes files that were not applied, and the rows of the others, that are older. */
export async function deleteBefore(db: Database, { unused, rows }: { unused: Date; rows: Date }): Promise<void> {
  await sql`delete from spreadsheets where state in ('UPLOADING', 'CHECKING', 'CHECKED') and created_at < ${unused}`.execute(db);
  await sql`
    delete from spreadsheet_rows r using spreadsheets s
    where s.id = r.spreadsheet_id and s.state in ('APPLIED', 'UNDONE') and s.created_at < ${rows}`.execute(db);
}
