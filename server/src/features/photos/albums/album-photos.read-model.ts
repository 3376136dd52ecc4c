import type { UploadState } from '@stowage/contract/photos/photo-uploads';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import type { PhotoAddresses } from '../files/photo-address.ts';
import type { UploadLink } from '../uploads/link.repository.ts';
import { ofAlbum } from './album.repository.ts';
import type { PhotoAlbum } from './photo-album.ts';

interface Row<S> {
  readonly id: number;
  readonly section: S;
  readonly filename: string;
  readonly original_filename: string;
  readonly client_photo_id: string;
  readonly uploaded_at: Date;
  readonly taken_at: string | null;
  readonly uploaded_by: string;
  readonly is_finished: boolean;
}

/** The names of an album's sections, in their order. None of them is required. */
type Sections<S extends string> = Readonly<Record<S, string>>;

/** Lists the photos of an album by section. Plan: the album's range of the index. */
export async function listAlbumPhotos<S extends string>(db: Database, album: PhotoAlbum, sections: Sections<S>, addresses: PhotoAddresses) {
  return (await readPhotos(db, album, sections)).map((row) => ({
    id: row.id,
    section: row.section,
    original_filename: row.original_filename,
    uploaded_at: utcText(row.uploaded_at),
    uploaded_by: row.uploaded_by,
    taken_at: row.taken_at,
    ...addresses.of({ album, section: row.section, filename: row.filename }),
  }));
}

/** The state of the upload page of an album that requires no photo. */
export async function readAlbumState<S extends string>(
  db: Database,
  { album, expiresAt }: Pick<UploadLink, 'album' | 'expiresAt'>,
  sections: Sections<S>,
  addresses: PhotoAddresses,
): Promise<UploadState> {
  const photos = await readPhotos(db, album, sections);
  return {
    expires_at: utcText(expiresAt),
    sections: keysOf(sections).map((section) => ({
      section,
      name: sections[section],
      required: 0,
      taken: photos.filter((photo) => photo.section === section).length,
      cannot_take: null,
    })),
    photos: photos.map(({ client_photo_id, section, filename, is_finished }) => ({
      clientPhotoId: client_photo_id,
      section,
      thumbnail_url: addresses.of({ album, section, filename }).thumbnail_url,
      can_remove: !is_finished,
    })),
  };
}

async function readPhotos<S extends string>(db: Database, album: PhotoAlbum, sections: Sections<S>): Promise<Row<S>[]> {
  const { rows } = await sql<Row<S>>`
    select p.id, p.section, p.filename, p.original_filename, p.client_photo_id, p.uploaded_at, to_char(p.taken_at, 'YYYY-MM-DD HH24:MI:SS') as taken_at,
      coalesce('By the link of ' || m.name, 'By a link') as uploaded_by, l.id is null or l.finished_at is not null as is_finished
    from photos p left join upload_links l on l.id = p.link_id left join users m on m.id = l.created_by
    where ${ofAlbum(album, 'p')} and p.deleted_at is null order by p.id`.execute(db);
  const position = ({ section }: Row<S>) => keysOf(sections).indexOf(section);
  return rows.sort((a, b) => position(a) - position(b) || a.id - b.id);
}

function keysOf<S extends string>(sections: Sections<S>): S[] {
  return Object.keys(sections) as S[];
}
