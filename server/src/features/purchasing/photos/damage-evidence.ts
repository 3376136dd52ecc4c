import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { countPhotos } from '../../photos/index.ts';
import { hasDamageWithoutNotes, lockPhotoLine } from './photo-line.repository.ts';

/** Damaged units without notes need a photo of their line; locks the line. @throws AppError `note_needed` */
export async function requireDamageEvidence(
  tx: DatabaseTransaction,
  lineId: number,
  { notes, damaged }: { notes: string | null; damaged: number },
): Promise<void> {
  if (damaged === 0 || notes !== null) return;
  await lockPhotoLine(tx, lineId);
  if (!(await hasPhotos(tx, lineId))) throw new AppError('rule_violated', 'Describe the damage in the notes, or add a photo of it', { reason: 'note_needed' });
}

/** Keeps the last photo of damaged units without notes. Called after a photo was removed. @throws AppError `note_needed` */
export async function refuseLastPhoto(tx: DatabaseTransaction, lineId: number): Promise<void> {
  if (!(await hasPhotos(tx, lineId)) && (await hasDamageWithoutNotes(tx, lineId)))
    throw new AppError('rule_violated', 'This is the only evidence of the damage: describe it in the notes first', { reason: 'note_needed' });
}

async function hasPhotos(tx: DatabaseTransaction, lineId: number): Promise<boolean> {
  return (await countPhotos(tx, { kind: 'line', id: lineId })) > 0;
}
