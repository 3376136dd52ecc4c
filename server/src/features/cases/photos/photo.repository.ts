import type { PhotoSection } from '@stowage/contract/case-shots';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';

export interface KnownPhoto {
  readonly id: number;
  readonly section: PhotoSection;
  readonly filename: string;
  readonly clientPhotoId: string;
  readonly isDeleted: boolean;
  /** The link by which it came works no more. */
  readonly isFinished: boolean;
}

const selectPhotos = sql`
  select p.id, p.section, p.filename, p.client_photo_id as "clientPhotoId", p.deleted_at is not null as "isDeleted",
    l.id is null or l.finished_at is not null as "isFinished"
  from case_photos p left join case_upload_links l on l.id = p.link_id`;

/** The photo to which a phone gave this id, a deleted one too. */
export async function findPhoto(db: Database, caseId: number, clientPhotoId: string): Promise<KnownPhoto | undefined> {
  const { rows } = await sql<KnownPhoto>`${selectPhotos} where p.case_id = ${caseId} and p.client_photo_id = ${clientPhotoId}`.execute(db);
  return rows[0];
}

/** The same picture in the same section, whatever its id. */
export async function findSamePhoto(
  db: Database,
  { caseId, section, originalHash }: { caseId: number; section: PhotoSection; originalHash: Buffer },
): Promise<KnownPhoto | undefined> {
  const { rows } = await sql<KnownPhoto>`
    ${selectPhotos} where p.case_id = ${caseId} and p.section = ${section} and p.original_sha256 = ${originalHash} and p.deleted_at is null`.execute(db);
  return rows[0];
}

export async function findServedPhoto(
  db: Database,
  { caseId, section, filename }: { caseId: number; section: string; filename: string },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('case_photos')
    .select('id')
    .where('case_id', '=', caseId)
    .where('filename', '=', filename)
    .where('section', '=', section)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

interface NewPhoto {
  readonly caseId: number;
  readonly section: PhotoSection;
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
    .insertInto('case_photos')
    .values({
      case_id: photo.caseId,
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

export async function markDeleted(tx: Database, id: number, now: Date): Promise<void> {
  await tx.updateTable('case_photos').set({ deleted_at: now }).where('id', '=', id).execute();
}

/** Deleted photos whose files may still be there. */
export async function listWithFilesLeft(db: Database, limit: number): Promise<{ id: number; caseId: number; filename: string }[]> {
  return db
    .selectFrom('case_photos')
    .select(['id', 'case_id as caseId', 'filename'])
    .where('deleted_at', 'is not', null)
    .where('files_gone', '=', false)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function markFilesGone(db: Database, ids: readonly number[]): Promise<void> {
  await sql`update case_photos set files_gone = true where id = any(${ids}::bigint[])`.execute(db);
}
