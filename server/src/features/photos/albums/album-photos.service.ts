import type { UploadState } from '@stowage/contract/photos/photo-uploads';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import * as photoRows from '../files/photo.repository.ts';
import type { PhotoAddresses } from '../files/photo-address.ts';
import type { UploadLink } from '../uploads/upload-link.ts';
import { keysOf, readPhotos, type Sections } from './album-photos.read-model.ts';
import type { AlbumPhoto, PhotoAlbum } from './photo-album.ts';

/** The photos of an album by section, with what only some albums show. */
export function readAlbumPhotos<S extends string>(db: Database, album: PhotoAlbum, sections: Sections<S>): Promise<AlbumPhoto<S>[]> {
  return readPhotos(db, album, sections);
}

/** Lists the photos of an album by section. */
export async function listAlbumPhotos<S extends string>(db: Database, album: PhotoAlbum, sections: Sections<S>, addresses: Pick<PhotoAddresses, 'of'>) {
  return (await readPhotos(db, album, sections)).map((row) => ({
    id: row.id,
    section: row.section,
    original_filename: row.original_filename,
    uploaded_at: utcText(row.uploaded_at),
    uploaded_by: row.link_owner === null ? 'By a link' : `By the link of ${row.link_owner}`,
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

export function countPhotos(db: Database, album: PhotoAlbum): Promise<number> {
  return photoRows.countPhotos(db, album);
}

/** Deletes a photo; a task removes its files within the hour. @returns its section; undefined when there is no such photo */
export function deletePhoto(tx: Database, photo: { album: PhotoAlbum; id: number; now: Date }): Promise<string | undefined> {
  return photoRows.deletePhoto(tx, photo);
}

/** Deletes the photos of a section of some orders. @returns the orders that had any */
export function deleteOrderSection(tx: Database, photos: { orderIds: readonly string[]; section: string; now: Date }): Promise<string[]> {
  return photoRows.deleteOrderSection(tx, photos);
}
