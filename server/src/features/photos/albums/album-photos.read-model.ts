import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { ofAlbum } from './album.repository.ts';
import type { AlbumPhoto, PhotoAlbum } from './photo-album.ts';

/** The names of an album's sections, in their order. None of them is required. */
export type Sections<S extends string> = Readonly<Record<S, string>>;

/** The photos of an album by section. Plan: the album's range of the index. */
export async function readPhotos<S extends string>(db: Database, album: PhotoAlbum, sections: Sections<S>): Promise<AlbumPhoto<S>[]> {
  const { rows } = await sql<AlbumPhoto<S>>`
    select p.id, p.section, p.filename, p.original_filename, p.client_photo_id, p.uploaded_at, to_char(p.taken_at, 'YYYY-MM-DD HH24:MI:SS') as taken_at,
      u.name as uploader, m.name as link_owner, encode(p.original_sha256, 'hex') as original_sha256, encode(p.sha256, 'hex') as sha256, p.bytes,
      l.id is null or l.finished_at is not null as is_finished
    from photos p left join users u on u.id = p.uploaded_by left join upload_links l on l.id = p.link_id left join users m on m.id = l.created_by
    where ${ofAlbum(album, 'p')} and p.deleted_at is null order by p.id`.execute(db);
  const position = ({ section }: AlbumPhoto<S>) => keysOf(sections).indexOf(section);
  return rows.sort((a, b) => position(a) - position(b) || a.id - b.id);
}

export function keysOf<S extends string>(sections: Sections<S>): S[] {
  return Object.keys(sections) as S[];
}
