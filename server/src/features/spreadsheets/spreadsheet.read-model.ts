import type { ColumnPositions } from '@stowage/contract/spreadsheets/column-guess';
import type { RowState, Spreadsheet, SpreadsheetRow, SpreadsheetSummary } from '@stowage/contract/spreadsheets/spreadsheets';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';
import { isStopped } from './spreadsheet.repository.ts';

const summary = sql`
  s.id, s.kind, s.file_name as "fileName", s.state, s.row_count as "rowCount", s.new_count as "newCount", s.changed_count as "changedCount",
  s.same_count as "sameCount", s.wrong_count as "wrongCount", c.name as "createdBy", s.created_at as "createdAt", s.applied_at as "appliedAt",
  s.undone_at as "undoneAt"`;

type Dated<T> = Omit<T, 'createdAt' | 'appliedAt' | 'undoneAt'> & { createdAt: Date; appliedAt: Date | null; undoneAt: Date | null };

function asText<T>({ createdAt, appliedAt, undoneAt, ...rest }: Dated<T>) {
  const text = (moment: Date | null) => moment?.toISOString() ?? null;
  return { ...rest, createdAt: createdAt.toISOString(), appliedAt: text(appliedAt), undoneAt: text(undoneAt) };
}

/** The files of some kinds, newest first. Files whose rows never arrived are left out. */
export async function listSpreadsheets(
  db: Database,
  kinds: readonly string[],
  { offset, limit }: { offset: number; limit: number },
): Promise<{ data: SpreadsheetSummary[]; totalCount: number }> {
  const wanted = sql`s.kind = any(${kinds}::text[]) and s.state <> 'UPLOADING'`;
  const { rows } = await sql<Dated<SpreadsheetSummary>>`
    select ${summary} from spreadsheets s join users c on c.id = s.created_by where ${wanted} order by s.id desc limit ${limit} offset ${offset}`.execute(db);
  const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from spreadsheets s where ${wanted}`.execute(db);
  return { data: rows.map(asText) as SpreadsheetSummary[], totalCount: counted[0]?.count ?? 0 };
}

interface Twin {
  readonly id: number;
  readonly fileName: string;
  readonly appliedAt: Date;
  readonly appliedBy: string;
}

export async function findSpreadsheet(db: Database, id: number): Promise<Spreadsheet | undefined> {
  const { rows } = await sql<Dated<Spreadsheet> & { digest: string | null; columns: ColumnPositions }>`
    select ${summary}, s.headers, s.header_row as "headerRow", s.columns, s.are_remembered as "areRemembered", s.done, s.failure, s.digest, ${isStopped} as "isStopped"
    from spreadsheets s join users c on c.id = s.created_by where s.id = ${id}`.execute(db);
  const [found] = rows;
  if (found === undefined) return undefined;
  const { rows: twins } = await sql<Twin>`
    select s.id, s.file_name as "fileName", s.applied_at as "appliedAt", u.name as "appliedBy" from spreadsheets s join users u on u.id = s.applied_by
    where s.digest = ${found.digest} and s.kind = ${found.kind} and s.state = 'APPLIED' and s.id <> ${id} order by s.id desc limit 1`.execute(db);
  const [twin] = twins;
  return { ...asText(found), twin: twin === undefined ? null : { ...twin, appliedAt: twin.appliedAt.toISOString() } } as Spreadsheet;
}

/** The kind of a file; undefined if there is none. */
export async function findKind(db: Database, id: number): Promise<string | undefined> {
  return (await db.selectFrom('spreadsheets').select('kind').where('id', '=', id).executeTakeFirst())?.kind;
}

interface RowPage {
  readonly state: RowState;
  readonly after: number;
  readonly limit: number;
}

/** The rows of a state, by row number; of a changed row the values before that differ. */
export async function listRows(db: Database, id: number, { state, after, limit }: RowPage): Promise<SpreadsheetRow[]> {
  const { rows } = await sql<SpreadsheetRow>`
    select r.row_number as row, r.state, r.cells, r.problems, coalesce((
      select jsonb_object_agg(b.key, b.value) from jsonb_each_text(r.before) b
      where r.state = 'CHANGED' and r.record ? b.key and b.value is distinct from r.record ->> b.key), '{}') as before
    from spreadsheet_rows r where r.spreadsheet_id = ${id} and r.state = ${state} and r.row_number > ${after} order by r.row_number limit ${limit}`.execute(db);
  return rows;
}
