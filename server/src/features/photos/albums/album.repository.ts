import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PhotoAlbum } from './photo-album.ts';

/** The columns that identify an album in the photo tables. Only one of them is set. */
export interface AlbumRow {
  readonly case_id: number | null;
  readonly order_id: string | null;
  readonly line_id: number | null;
}

export function albumValues({ kind, id }: PhotoAlbum): AlbumRow {
  const none = { case_id: null, order_id: null, line_id: null };
  if (kind === 'case') return { ...none, case_id: id };
  return kind === 'order' ? { ...none, order_id: id } : { ...none, line_id: id };
}

export function albumOf({ case_id, order_id, line_id }: AlbumRow): PhotoAlbum {
  if (case_id !== null) return { kind: 'case', id: case_id };
  return line_id !== null ? { kind: 'line', id: line_id } : { kind: 'order', id: order_id ?? '' };
}

/** The condition that a row is of this album. @param table its name or alias, in joins */
export function ofAlbum({ kind, id }: PhotoAlbum, table?: string): RawBuilder<SqlBool> {
  const column = sql.ref(`${table === undefined ? '' : `${table}.`}${kind}_id`);
  return sql<SqlBool>`${column} = ${id}`;
}
