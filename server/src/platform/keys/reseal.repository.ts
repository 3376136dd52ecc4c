import { type SqlBool, sql } from 'kysely';
import type { Database } from '../database/connection/connect.ts';
import type { SealedColumn } from './sealed-column.ts';

interface SealedText {
  readonly id: string;
  readonly sealed: string;
}

/** Texts of a column that begin otherwise, by their rows' ids. */
export async function listOtherwiseSealed(
  db: Database,
  { table, id, column }: SealedColumn,
  { prefix, after, limit }: { readonly prefix: string; readonly after: string | undefined; readonly limit: number },
): Promise<SealedText[]> {
  const later = after === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(id)} > ${after}`;
  const { rows } = await sql<SealedText>`
    select ${sql.ref(id)}::text as id, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${later} and not starts_with(${sql.ref(column)}, ${prefix}) order by ${sql.ref(id)} limit ${limit}`.execute(db);
  return rows;
}

/** @returns whether the text was still the same */
export async function replaceSealed(
  db: Database,
  { table, id, column }: SealedColumn,
  { row, to }: { readonly row: SealedText; readonly to: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(id)} = ${row.id} and ${sql.ref(column)} = ${row.sealed}`.execute(db);
  return numAffectedRows === 1n;
}
