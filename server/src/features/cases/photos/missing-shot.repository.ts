import type { PhotoSection } from '@stowage/contract/cases/case-shots';
import type { Database } from '../../../platform/database/connection/connect.ts';

/** Records why required photos cannot be taken. @param reason null when they can be taken after all */
export async function setMissingShot(
  tx: Database,
  { caseId, section, reason, now }: { caseId: number; section: PhotoSection; reason: string | null; now: Date },
): Promise<void> {
  await tx.deleteFrom('case_missing_shots').where('case_id', '=', caseId).where('section', '=', section).execute();
  if (reason !== null) await tx.insertInto('case_missing_shots').values({ case_id: caseId, section, reason, created_at: now }).execute();
}
