import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { countPhotos } from '../../photos/index.ts';
import { hasUndescribedDamage, lockPhotographed } from './photographed-line.repository.ts';

/** Damage without a note needs a photo of its line. Locks the line. @throws AppError `note_needed` */
export async function requireDamageEvidence(
  tx: DatabaseTransaction,
  lineId: number,
  { notes, damaged }: { notes: string | null; damaged: number },
): Promise<void> {
  if (damaged === 0 || notes !== null) return;
  await lockPhotographed(tx, lineId);
  if (await hasPhotos(tx, lineId)) return;
  throw new AppError('rule_violated', 'Please say in the notes what is damaged, or add a photo of it', { reason: 'note_needed' });
}

async function hasPhotos(tx: DatabaseTransaction, lineId: number): Promise<boolean> {
  return (await countPhotos(tx, { kind: 'line', id: lineId })) > 0;
}

/** Refuses to delete the last photo of damage that has no note. Called after the deletion. @throws AppError `note_needed` */
export async function refuseLastPhoto(tx: DatabaseTransaction, lineId: number): Promise<void> {
  if (await hasPhotos(tx, lineId)) return;
  if (await hasUndescribedDamage(tx, lineId))
    throw new AppError('rule_violated', 'This photo alone tells what is damaged: write it in the notes first', { reason: 'note_needed' });
}
