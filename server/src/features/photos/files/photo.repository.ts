import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { type AlbumRow, albumOf, albumValues, ofAlbum } from '../albums/album.repository.ts';
import type { PhotoAlbum } from '../albums/photo-album.ts';

export interface KnownPhoto {
  readonly id: number;
  readonly section: string;
  readonly filename: string;
  readonly clientPhotoId: string;
  readonly isDeleted: boolean;
  /** Whether the upload was finished, so that the phone can no longer remove the photo. */
  readonly isFinished: boolean;
}

const selectPhotos = sql`
  select p.id, p.section, p.filename, p.client_photo_id as "clientPhotoId", p.deleted_at is not null as "isDeleted",
    l.id is null or l.finished_at is not null as "isFinished"
  from photos p left join upload_links l on l.id = p.link_id`;

/** Finds a photo by the id from the phone, including deleted photos. */
export async function findPhoto(db: Database, album: PhotoAlbum, clientPhotoId: string): Promise<KnownPhoto | undefined> {
  const { rows } = await sql<KnownPhoto>`${selectPhotos} where ${ofAlbum(album, 'p')} and p.client_photo_id = ${clientPhotoId}`.execute(db);
  return rows[0];
}

/** Finds the same picture in the same section. */
export async function findSamePhoto(
  db: Database,
  { album, section, originalHash }: { album: PhotoAlbum; section: string; originalHash: Buffer },
): Promise<KnownPhoto | undefined> {
  const { rows } = await sql<KnownPhoto>`
    ${selectPhotos} where ${ofAlbum(album, 'p')} and p.section = ${section} and p.original_sha256 = ${originalHash} and p.deleted_at is null`.execute(db);
  return rows[0];
}

export async function findServedPhoto(
  db: Database,
  { album, section, filename }: { album: PhotoAlbum; section: string; filename: string },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('photos')
    .select('id')
    .where(ofAlbum(album))
    .where('filename', '=', filename)
    .where('section', '=', section)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

interface NewPhoto {
  readonly album: PhotoAlbum;
  readonly section: string;
  readonly filename: string;
  readonly originalFilename: string;
  readonly clientPhotoId: string;
  readonly originalHash: Buffer;
  readonly hash: Buffer;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly takenAt: string | null;
  readonly linkId: number;
  readonly now: Date;
}

export async function insertPhoto(tx: Database, photo: NewPhoto): Promise<number> {
  const { id } = await tx
    .insertInto('photos')
    .values({
      ...albumValues(photo.album),
      section: photo.section,
      filename: photo.filename,
      original_filename: photo.originalFilename,
      client_photo_id: photo.clientPhotoId,
      original_sha256: photo.originalHash,
      sha256: photo.hash,
      bytes: photo.bytes,
      width: photo.width,
      height: photo.height,
      taken_at: photo.takenAt,
      link_id: photo.linkId,
      uploaded_at: photo.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function countPhotos(db: Database, album: PhotoAlbum): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from photos where ${ofAlbum(album)} and deleted_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Deletes a photo; a task removes its files within the hour. @returns its section; undefined when there is no such photo */
export async function deletePhoto(tx: Database, { album, id, now }: { album: PhotoAlbum; id: number; now: Date }): Promise<string | undefined> {
  const { rows } = await sql<{ section: string }>`
    update photos set deleted_at = ${now} where id = ${id} and ${ofAlbum(album)} and deleted_at is null returning section`.execute(tx);
  return rows[0]?.section;
}

/** Deletes the photos of a section of some orders. @returns the orders that had any */
export async function deleteOrderSection(
  tx: Database,
  { orderIds, section, now }: { orderIds: readonly string[]; section: string; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    update photos set deleted_at = ${now} where order_id = any(${orderIds}::text[]) and section = ${section} and deleted_at is null returning order_id`.execute(
    tx,
  );
  return [...new Set(rows.map((row) => row.order_id))];
}

export async function markDeleted(tx: Database, id: number, now: Date): Promise<void> {
  await tx.updateTable('photos').set({ deleted_at: now }).where('id', '=', id).execute();
}

/** Lists deleted photos whose files may still exist. */
export async function listDeletedWithFiles(db: Database, limit: number): Promise<{ id: number; album: PhotoAlbum; filename: string }[]> {
  const rows = await db
    .selectFrom('photos')
    .select(['id', 'case_id', 'order_id', 'line_id', 'filename'])
    .where('deleted_at', 'is not', null)
    .where('files_deleted', '=', false)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, filename, ...row }: AlbumRow & { id: number; filename: string }) => ({ id, album: albumOf(row), filename }));
}

export async function markFilesDeleted(db: Database, ids: readonly number[]): Promise<void> {
  await sql`update photos set files_deleted = true where id = any(${ids}::bigint[])`.execute(db);
}
