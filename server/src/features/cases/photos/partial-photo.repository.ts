import type { PhotoSection } from '@stowage/contract/case-shots';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';

/** A photo of which a part has arrived. */
export interface PartialPhoto {
  readonly caseId: number;
  readonly clientPhotoId: string;
  readonly linkId: number;
  readonly section: PhotoSection;
  readonly originalFilename: string;
  readonly filename: string;
  readonly size: number;
  readonly received: number;
  readonly sha256: Buffer | null;
  readonly takenAt: string | null;
  readonly updatedAt: Date;
}

const selectPartials = sql`
  select case_id as "caseId", client_photo_id as "clientPhotoId", link_id as "linkId", section, original_filename as "originalFilename", filename, size,
    received, sha256, to_char(taken_at, 'YYYY-MM-DD HH24:MI:SS') as "takenAt",
    updated_at as "updatedAt"
  from case_partial_photos`;

/** Holds it until the transaction's end: two parts of one photo take turns. */
export async function lockPartial(tx: Database, caseId: number, clientPhotoId: string): Promise<PartialPhoto | undefined> {
  const { rows } = await sql<PartialPhoto>`${selectPartials} where case_id = ${caseId} and client_photo_id = ${clientPhotoId} for update`.execute(tx);
  return rows[0];
}

export async function countPartials(tx: Database, caseId: number, linkId: number): Promise<number> {
  const row = await tx
    .selectFrom('case_partial_photos')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('case_id', '=', caseId)
    .where('link_id', '=', linkId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function insertPartial(tx: Database, partial: Omit<PartialPhoto, 'received' | 'updatedAt'>, now: Date): Promise<void> {
  await tx
    .insertInto('case_partial_photos')
    .values({
      case_id: partial.caseId,
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

export async function setReceived(tx: Database, { caseId, clientPhotoId }: PartialPhoto, received: number, now: Date): Promise<void> {
  await tx
    .updateTable('case_partial_photos')
    .set({ received, updated_at: now })
    .where('case_id', '=', caseId)
    .where('client_photo_id', '=', clientPhotoId)
    .execute();
}

export async function deletePartial(tx: Database, { caseId, clientPhotoId }: Pick<PartialPhoto, 'caseId' | 'clientPhotoId'>): Promise<void> {
  await tx.deleteFrom('case_partial_photos').where('case_id', '=', caseId).where('client_photo_id', '=', clientPhotoId).execute();
}

/** What nobody has sent a part of since. */
export async function listLeftBehind(db: Database, before: Date, limit: number): Promise<PartialPhoto[]> {
  const { rows } = await sql<PartialPhoto>`${selectPartials} where updated_at < ${before} order by updated_at limit ${limit}`.execute(db);
  return rows;
}

export async function setMissingShot(
  tx: Database,
  { caseId, section, reason, now }: { caseId: number; section: PhotoSection; reason: string | null; now: Date },
): Promise<void> {
  await tx.deleteFrom('case_missing_shots').where('case_id', '=', caseId).where('section', '=', section).execute();
  if (reason !== null) await tx.insertInto('case_missing_shots').values({ case_id: caseId, section, reason, created_at: now }).execute();
}
