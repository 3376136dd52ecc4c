import type { Database } from '../../../platform/database/connection/connect.ts';
import { type AlbumRow, albumOf, albumValues, ofAlbum } from '../albums/album.repository.ts';
import type { PhotoAlbum } from '../albums/photo-album.ts';
import type { UploadLink } from './upload-link.ts';

interface NewLink {
  readonly album: PhotoAlbum;
  readonly tokenHash: Buffer;
  readonly sections: readonly string[] | null;
  readonly createdBy: number;
  readonly now: Date;
  readonly expiresAt: Date;
}

const columns = [
  'id',
  'case_id',
  'order_id',
  'line_id',
  'device_hash as deviceHash',
  'sections',
  'expires_at as expiresAt',
  'revoked_at as revokedAt',
  'finished_at as finishedAt',
] as const;

/** Creates a link and revokes the earlier ones. A link with the same token stays as it is. @returns when it expires */
export async function insertLink(tx: Database, { album, tokenHash, sections, createdBy, now, expiresAt }: NewLink): Promise<Date> {
  const known = await findLink(tx, tokenHash);
  if (known !== undefined) return known.expiresAt;
  await revokeLinks(tx, album, now);
  const values = {
    ...albumValues(album),
    token_hash: tokenHash,
    sections: sections && [...sections],
    created_by: createdBy,
    created_at: now,
    expires_at: expiresAt,
  };
  await tx.insertInto('upload_links').values(values).execute();
  return expiresAt;
}

export async function revokeLinks(tx: Database, album: PhotoAlbum, now: Date): Promise<void> {
  await tx
    .updateTable('upload_links')
    .set({ revoked_at: now })
    .where(ofAlbum(album))
    .where('revoked_at', 'is', null)
    .where('finished_at', 'is', null)
    .execute();
}

export async function findLink(db: Database, tokenHash: Buffer): Promise<UploadLink | undefined> {
  const row = await db.selectFrom('upload_links').select(columns).where('token_hash', '=', tokenHash).executeTakeFirst();
  return row && toLink(row);
}

export async function getLink(tx: Database, id: number): Promise<UploadLink> {
  return toLink(await tx.selectFrom('upload_links').select(columns).where('id', '=', id).executeTakeFirstOrThrow());
}

/** Whether a phone holds a valid link of this album. */
export async function holdsLink(db: Database, { album, deviceHash, now }: { album: PhotoAlbum; deviceHash: Buffer; now: Date }): Promise<boolean> {
  const row = await db
    .selectFrom('upload_links')
    .select('id')
    .where(ofAlbum(album))
    .where('device_hash', '=', deviceHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Binds a link to the first phone that opens it. @returns whether this call bound it */
export async function bindLink(db: Database, id: number, deviceHash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('upload_links')
    .set({ device_hash: deviceHash })
    .where('id', '=', id)
    .where('device_hash', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @returns whether the link was open before */
export async function finishLink(tx: Database, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('upload_links')
    .set({ finished_at: now })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function toLink({ case_id, order_id, line_id, ...row }: AlbumRow & Omit<UploadLink, 'album'>): UploadLink {
  return { album: albumOf({ case_id, order_id, line_id }), ...row };
}
