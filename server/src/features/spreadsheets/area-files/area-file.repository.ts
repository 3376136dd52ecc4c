import { createHash } from 'node:crypto';
import type { ColumnPositions } from '@stowage/contract/spreadsheets/column-guess';
import { startOf } from '@stowage/contract/storable-text';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { FileChange } from '../kinds/area-file.ts';

/** The files that areas apply themselves, and the columns that people chose. */

interface AppliedFile {
  readonly kind: string;
  readonly fileName: string;
  readonly rowCount: number;
  readonly newCount: number;
  readonly changedCount: number;
  readonly actorId: number;
}

/** @returns its id */
export async function insertApplied(tx: Database, file: AppliedFile): Promise<number> {
  const { id } = await tx
    .insertInto('spreadsheets')
    .values({
      kind: file.kind,
      file_name: startOf(file.fileName, 255) || 'Without a name',
      headers: [],
      header_row: 1,
      columns: '{}',
      row_count: file.rowCount,
      state: 'APPLIED',
      new_count: file.newCount,
      changed_count: file.changedCount,
      created_by: file.actorId,
      created_at: sql<Date>`now()`,
      applied_by: file.actorId,
      applied_at: sql<Date>`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertChanges(tx: Database, id: number, changes: readonly FileChange[]): Promise<void> {
  await sql`
    insert into spreadsheet_changes (spreadsheet_id, row_number, record_id, before, after)
    select ${id}, c.nth, c.one ->> 'id', nullif(c.one -> 'before', 'null'), c.one -> 'after'
    from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) with ordinality as c (one, nth)`.execute(tx);
}

/** The changes of a file, last first. */
export async function listFileChanges(tx: Database, id: number): Promise<FileChange[]> {
  const { rows } = await sql<FileChange>`
    select record_id as id, before, after from spreadsheet_changes where spreadsheet_id = ${id} order by row_number desc`.execute(tx);
  return rows;
}

export interface LockedFile {
  readonly id: number;
  readonly kind: string;
  readonly fileName: string;
  readonly state: string;
}

export async function lockFile(tx: Database, id: number): Promise<LockedFile | undefined> {
  return tx.selectFrom('spreadsheets').select(['id', 'kind', 'file_name as fileName', 'state']).where('id', '=', id).forUpdate().executeTakeFirst();
}

const digestOf = (headers: readonly string[]) => createHash('sha256').update(JSON.stringify(headers)).digest();

export async function findColumns(db: Database, kind: string, headers: readonly string[]): Promise<ColumnPositions | undefined> {
  const found = await db.selectFrom('file_columns').select('columns').where('kind', '=', kind).where('headers', '=', digestOf(headers)).executeTakeFirst();
  return found?.columns as ColumnPositions | undefined;
}

interface ChosenColumns {
  readonly kind: string;
  readonly headers: readonly string[];
  readonly columns: ColumnPositions;
}

export async function saveColumns(db: Database, { kind, headers, columns }: ChosenColumns, by: { readonly userId: number; readonly now: Date }): Promise<void> {
  await sql`
    insert into file_columns (kind, headers, columns, chosen_by, chosen_at)
    values (${kind}, ${digestOf(headers)}, ${JSON.stringify(columns)}::jsonb, ${by.userId}, ${by.now})
    on conflict (kind, headers) do update set columns = excluded.columns, chosen_by = excluded.chosen_by, chosen_at = excluded.chosen_at`.execute(db);
}
