import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { type AlbumRow, albumOf, albumValues, ofAlbum } from '../albums/album.repository.ts';
import type { PhotoAlbum } from '../albums/photo-album.ts';

/** A photo that is not completely received yet. */
export interface PartialPhoto {
  readonly album: PhotoAlbum;
  readonly clientPhotoId: string;
  readonly linkId: number;
  readonly section: string;
  readonly originalFilename: string;
  readonly filename: string;
  readonly size: number;
  readonly received: number;
  readonly sha256: Buffer | null;
  readonly takenAt: string | null;
  readonly updatedAt: Date;
}

const selectPartials = sql`
  select case_id, order_id, line_id, client_photo_id as "clientPhotoId", link_id as "linkId", section, original_filename as "originalFilename", filename, size,
    received, sha256, to_char(taken_at, 'YYYY-MM-DD HH24:MI:SS') as "takenAt",
    updated_at as "updatedAt"
  from partial_photos`;

/** Locks a partial photo until the transaction ends, so that its parts are written one after another. */
export async function lockPartial(tx: Database, album: PhotoAlbum, clientPhotoId: string): Promise<PartialPhoto | undefined> {
  const { rows } = await sql<Row>`${selectPartials} where ${ofAlbum(album)} and client_photo_id = ${clientPhotoId} for update`.execute(tx);
  return rows[0] && toPartial(rows[0]);
}

export async function countPartials(tx: Database, album: PhotoAlbum, linkId: number): Promise<number> {
  const row = await tx
    .selectFrom('partial_photos')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(ofAlbum(album))
    .where('link_id', '=', linkId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function insertPartial(tx: Database, partial: Omit<PartialPhoto, 'received' | 'updatedAt'>, now: Date): Promise<void> {
  await tx
    .insertInto('partial_photos')
    .values({
      ...albumValues(partial.album),
      client_photo_id: partial.clientPhotoId,
      link_id: partial.linkId,
      section: partial.section,
      original_filename: partial.originalFilename,
      filename: partial.filename,
      size: partial.size,
      sha256: partial.sha256,
      taken_at: partial.takenAt,
      updated_at: now,
    })
    .execute();
}

export async function setReceived(tx: Database, { album, clientPhotoId }: PartialPhoto, received: number, now: Date): Promise<void> {
  await tx.updateTable('partial_photos').set({ received, updated_at: now }).where(ofAlbum(album)).where('client_photo_id', '=', clientPhotoId).execute();
}

export async function deletePartial(tx: Database, { album, clientPhotoId }: Pick<PartialPhoto, 'album' | 'clientPhotoId'>): Promise<void> {
  await tx.deleteFrom('partial_photos').where(ofAlbum(album)).where('client_photo_id', '=', clientPhotoId).execute();
}

/** Lists the uploads that received no part since this time. */
export async function listAbandoned(db: Database, before: Date, limit: number): Promise<PartialPhoto[]> {
  const { rows } = await sql<Row>`${selectPartials} where updated_at < ${before} order by updated_at limit ${limit}`.execute(db);
  return rows.map(toPartial);
}

type Row = AlbumRow & Omit<PartialPhoto, 'album'>;

function toPartial({ case_id, order_id, line_id, ...row }: Row): PartialPhoto {
  return { album: albumOf({ case_id, order_id, line_id }), ...row };
}
