import { AREA_FILES_SHOWN, type AreaFile } from '@stowage/contract/spreadsheets/area-files';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

type Row = Omit<AreaFile, 'appliedAt' | 'undoneAt'> & { readonly appliedAt: Date; readonly undoneAt: Date | null };

const selectFiles = sql`
  select s.id, s.file_name as "fileName", s.state, s.new_count as "newCount", s.changed_count as "changedCount", u.name as "appliedBy",
    s.applied_at as "appliedAt", s.undone_at as "undoneAt"
  from spreadsheets s join users u on u.id = s.applied_by`;

const toFile = ({ appliedAt, undoneAt, ...rest }: Row): AreaFile => ({
  ...rest,
  appliedAt: appliedAt.toISOString(),
  undoneAt: undoneAt?.toISOString() ?? null,
});

export async function listAreaFiles(db: Database, kind: string): Promise<AreaFile[]> {
  const { rows } = await sql<Row>`
    ${selectFiles} where s.kind = ${kind} and s.state in ('APPLIED', 'UNDONE') order by s.id desc limit ${AREA_FILES_SHOWN}`.execute(db);
  return rows.map(toFile);
}

export async function findAreaFile(db: Database, id: number): Promise<AreaFile | undefined> {
  const { rows } = await sql<Row>`${selectFiles} where s.id = ${id}`.execute(db);
  return rows.map(toFile)[0];
}
