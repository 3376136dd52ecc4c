import { DAY_FIRST, DECIMAL_COMMA, DECIMAL_POINT, POINT_AND_THREE } from '@stowage/contract/formats/file-cells';
import type { CellProblem, RowState } from '@stowage/contract/spreadsheets/spreadsheets';
import type { Values } from '@stowage/contract/spreadsheets/values';
import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { joinedByHash } from '../../../platform/database/join-methods.ts';
import type { AppliedRow, RowToApply, SpreadsheetKind } from '../kinds/index.ts';
import type { FileRow } from './row.rules.ts';

/** The rows of files, and the changes that they made. */

/** Stores a part of a file; stored again, it replaces itself. @returns how many rows the file has now */
export async function saveRows(tx: DatabaseTransaction, id: number, rows: readonly FileRow[]): Promise<number> {
  await sql`
    insert into spreadsheet_rows (spreadsheet_id, row_number, cells)
    select ${id}, r.row, r.cells from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (row integer, cells text[])
    on conflict (spreadsheet_id, row_number) do update set cells = excluded.cells`.execute(tx);
  const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from spreadsheet_rows where spreadsheet_id = ${id}`.execute(tx);
  return counted[0]?.count ?? 0;
}

/** Whether all these rows are stored as they are. */
export async function areStored(tx: DatabaseTransaction, id: number, rows: readonly FileRow[]): Promise<boolean> {
  const { rows: other } = await sql`
    select from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (row integer, cells text[])
    left join spreadsheet_rows s on s.spreadsheet_id = ${id} and s.row_number = r.row where s.cells is distinct from r.cells limit 1`.execute(tx);
  return other.length === 0;
}

/** The next rows that the check has not worked through. */
export async function listUnchecked(tx: DatabaseTransaction, id: number, limit: number): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select row_number as row, cells from spreadsheet_rows where spreadsheet_id = ${id} and state is null order by row_number limit ${limit}`.execute(tx);
  return rows;
}

export interface CheckedRow {
  readonly row: number;
  readonly state: RowState;
  /** What later files are recognized by, and under `AS_WRITTEN` the row's values where they differ. */
  readonly record: object;
  readonly keys: readonly string[];
  readonly problems: readonly CellProblem[];
  readonly before: Values | null;
  readonly target: object | null;
}

export async function saveChecks(tx: DatabaseTransaction, id: number, checks: readonly CheckedRow[]): Promise<void> {
  await sql`
    update spreadsheet_rows r set state = c.state, record = c.record, keys = c.keys, problems = c.problems, before = nullif(c.before, 'null'),
      target = nullif(c.target, 'null')
    from jsonb_to_recordset(${JSON.stringify(checks)}::jsonb)
      as c (row integer, state text, record jsonb, keys text[], problems jsonb, before jsonb, target jsonb)
    where r.spreadsheet_id = ${id} and r.row_number = c.row`.execute(tx);
}

/** In place of the column: the key of the record that a row names, by whichever of its codes. */
export const SAME_RECORD = 'record';

/** Rows with a key of an earlier row. The keys are `column=value`. */
export async function listRepeatedRows(tx: DatabaseTransaction, id: number): Promise<(FileRow & { key: string; first: number })[]> {
  const repeated = sql<FileRow & { key: string; first: number }>`
    select distinct on (r.row_number) r.row_number as row, r.cells, k.key, k.first
    from (
      select key, row_number, min(row_number) over (partition by key) as first
      from spreadsheet_rows, unnest(keys) as key where spreadsheet_id = ${id} and state <> 'WRONG'
    ) k join spreadsheet_rows r on r.spreadsheet_id = ${id} and r.row_number = k.row_number
    where k.row_number > k.first order by r.row_number, starts_with(k.key, ${`${SAME_RECORD}=`})`;
  return (await joinedByHash(tx, () => repeated.execute(tx))).rows;
}

export async function markWrong(tx: DatabaseTransaction, id: number, wrong: readonly { row: number; problems: readonly CellProblem[] }[]): Promise<void> {
  await sql`
    update spreadsheet_rows r set state = 'WRONG', problems = w.problems from jsonb_to_recordset(${JSON.stringify(wrong)}::jsonb) as w (row integer, problems jsonb)
    where r.spreadsheet_id = ${id} and r.row_number = w.row`.execute(tx);
}

/** Beside the values of a record in one spelling: those that the row was checked by, and is applied by. */
export const AS_WRITTEN = 'as_written';

/** The values of a record in one spelling. @param record the column */
export const inOneSpelling = (record: RawBuilder<unknown>) => sql`(${record} - ${sql.lit(AS_WRITTEN)})`;
const spelled = inOneSpelling(sql`r.record`);

/** The key that recognizes a row in later files: its values, and its number among the equal rows of the file. */
const numberedKey = sql`md5(${spelled}::text) || '#' || row_number() over (partition by ${spelled} order by r.row_number)`;

type AddingKind = Pick<SpreadsheetKind, 'name' | 'resolved'>;

/** The same key of what a row comes to, however the file names it; null for kinds without one. */
function resolvedKey({ resolved }: AddingKind): RawBuilder<string | null> {
  if (resolved === undefined) return sql`null::text`;
  const values = sql`(${spelled} - ${[...resolved.columns]}::text[] || jsonb_build_object('target', r.target -> ${resolved.target}::text))`;
  return sql`case when r.target is not null then md5(${values}::text) || '#' || row_number() over (partition by ${values} order by r.row_number) end`;
}

/** The good rows of a file with their keys. */
const keyedRows = (id: number, kind: AddingKind) => sql`
  select r.row_number, ${numberedKey} as key, ${resolvedKey(kind)} as resolved from spreadsheet_rows r where r.spreadsheet_id = ${id} and r.state <> 'WRONG'`;

/**
 * The rows of a file that applied files of its kind brought in already: by what they come to, which counts equal rows together however
 * they are named, or by their values where an earlier row came to something else, or was applied before that was stored.
 */
const broughtIn = (id: number, kind: AddingKind) => sql`
  with k as materialized (${keyedRows(id, kind)}), applied as (
    select c.row_key, c.resolved_key from spreadsheet_changes c join spreadsheets s on s.id = c.spreadsheet_id where s.kind = ${kind.name} and s.state = 'APPLIED'
  )
  select k.row_number from k join applied a on a.resolved_key = k.resolved
  union
  select k.row_number from k join applied a on a.row_key = k.key
  where a.resolved_key is null or split_part(a.resolved_key, '#', 1) is distinct from split_part(k.resolved, '#', 1)`;

export async function markBroughtIn(tx: DatabaseTransaction, id: number, kind: AddingKind): Promise<void> {
  const mark = sql`update spreadsheet_rows set state = 'SAME' where spreadsheet_id = ${id} and row_number in (${broughtIn(id, kind)})`;
  await joinedByHash(tx, () => mark.execute(tx));
}

/** The first row to apply that another file has brought in since the check. */
export async function findBroughtIn(tx: DatabaseTransaction, id: number, kind: AddingKind): Promise<number | undefined> {
  const first = sql<{ row: number }>`
    select row_number as row from spreadsheet_rows where spreadsheet_id = ${id} and state = 'NEW' and row_number in (${broughtIn(id, kind)})
    order by row_number limit 1`;
  return (await joinedByHash(tx, () => first.execute(tx))).rows[0]?.row;
}

/** The next rows to apply after a row. */
export async function listToApply(tx: DatabaseTransaction, id: number, page: { after: number; limit: number }): Promise<(RowToApply & { state: RowState })[]> {
  const { rows } = await sql<RowToApply & { state: RowState }>`
    select row_number as row, coalesce(record -> ${AS_WRITTEN}::text, record) as values, before, target, state, null as id from spreadsheet_rows
    where spreadsheet_id = ${id} and state in ('NEW', 'CHANGED') and row_number > ${page.after} order by row_number limit ${page.limit}`.execute(tx);
  return rows;
}

/** What the rows to apply lock, without repetitions. */
export async function listTargets(tx: DatabaseTransaction, id: number): Promise<object[]> {
  const { rows } = await sql<{ target: object }>`
    select distinct target from spreadsheet_rows where spreadsheet_id = ${id} and state in ('NEW', 'CHANGED') and target is not null`.execute(tx);
  return rows.map(({ target }) => target);
}

export async function saveChanges(tx: DatabaseTransaction, id: number, applied: readonly AppliedRow[]): Promise<void> {
  await sql`
    insert into spreadsheet_changes (spreadsheet_id, row_number, record_id, before, after)
    select ${id}, a.row, a.id, nullif(a.before, 'null'), a.after
    from jsonb_to_recordset(${JSON.stringify(applied)}::jsonb) as a (row integer, id text, before jsonb, after jsonb)`.execute(tx);
}

/** Stores the keys that recognize the applied rows in later files. */
export async function saveRowKeys(tx: DatabaseTransaction, id: number, kind: AddingKind): Promise<void> {
  const save = sql`
    update spreadsheet_changes c set row_key = k.key, resolved_key = k.resolved from (${keyedRows(id, kind)}) k
    where c.spreadsheet_id = ${id} and c.row_number = k.row_number`;
  await joinedByHash(tx, () => save.execute(tx));
}

/** The changes of a file before a row, last first. */
export async function listChanges(tx: DatabaseTransaction, id: number, page: { before: number; limit: number }): Promise<AppliedRow[]> {
  const { rows } = await sql<AppliedRow>`
    select row_number as row, record_id as id, before, after from spreadsheet_changes
    where spreadsheet_id = ${id} and row_number < ${page.before} order by row_number desc limit ${page.limit}`.execute(tx);
  return rows;
}

export async function listApplied(tx: DatabaseTransaction, id: number): Promise<Pick<AppliedRow, 'id' | 'after'>[]> {
  const { rows } = await sql<Pick<AppliedRow, 'id' | 'after'>>`select record_id as id, after from spreadsheet_changes where spreadsheet_id = ${id}`.execute(tx);
  return rows;
}

/** Facts that decide how days and amounts are read: whether an amount has a decimal comma, or a day its day first. @param columns positions */
export async function hasDayFirst(tx: DatabaseTransaction, id: number, columns: { amounts: readonly number[]; days: readonly number[] }): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from spreadsheet_rows r where r.spreadsheet_id = ${id} and (
        exists (select from unnest(${columns.amounts}::int[]) as p where trim(r.cells[p + 1]) ~ ${DECIMAL_COMMA.source})
        or exists (select from unnest(${columns.days}::int[]) as p where trim(r.cells[p + 1]) ~ ${DAY_FIRST.source})
      )
    ) as found`.execute(tx);
  return rows[0]?.found ?? false;
}

/**
 * The rows with an amount of money such as `1.250`, in a file in which no amount has an unambiguous decimal point.
 * @param columns positions
 */
export async function listAmbiguousRows(
  tx: DatabaseTransaction,
  id: number,
  columns: { amounts: readonly number[]; money: readonly number[] },
): Promise<FileRow[]> {
  const amount = (position: string) => sql`trim(both ' ''' from r.cells[${sql.ref(position)} + 1])`;
  const { rows } = await sql<FileRow>`
    select r.row_number as row, r.cells from spreadsheet_rows r where r.spreadsheet_id = ${id} and r.state <> 'WRONG'
      and exists (select from unnest(${columns.money}::int[]) as p where ${amount('p')} ~ ${POINT_AND_THREE.source})
      and not exists (select from spreadsheet_rows r, unnest(${columns.amounts}::int[]) as p
        where r.spreadsheet_id = ${id} and ${amount('p')} ~ ${DECIMAL_POINT.source})
    order by r.row_number`.execute(tx);
  return rows;
}

/** The rows of a file after a row, as they were uploaded. */
export async function listCells(db: Database, id: number, page: { after: number; limit: number }): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select row_number as row, cells from spreadsheet_rows where spreadsheet_id = ${id} and row_number > ${page.after}
    order by row_number limit ${page.limit}`.execute(db);
  return rows;
}
