import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { countPhotos } from '../../photos/index.ts';
import { lockPhotographed } from './photographed-line.repository.ts';

/** Damage that no words tell of needs a photo of its line, which is held. @throws AppError `note_needed` */
export async function requireDamageTold(tx: DatabaseTransaction, lineId: number, { notes, damaged }: { notes: string | null; damaged: number }): Promise<void> {
  if (damaged === 0 || notes !== null) return;
  await lockPhotographed(tx, lineId);
  if (await hasPhotos(tx, lineId)) return;
  throw new AppError('rule_violated', 'Please say in the notes what is damaged, or add a photo of it', { reason: 'note_needed' });
}

async function hasPhotos(tx: DatabaseTransaction, lineId: number): Promise<boolean> {
  return (await countPhotos(tx, { kind: 'line', id: lineId })) > 0;
}

/** The last photo of damage that no note tells of stays. Called when a photo was taken away. @throws AppError `note_needed` */
export async function refuseLastPhoto(tx: DatabaseTransaction, lineId: number): Promise<void> {
  if (await hasPhotos(tx, lineId)) return;
  const untold = await tx
    .selectFrom('packing_list_lines')
    .select('packing_list_id')
    .where('purchase_order_line_id', '=', lineId)
    .where('damaged', '>', 0)
    .where('notes', 'is', null)
    .executeTakeFirst();
  if (untold !== undefined)
    throw new AppError('rule_violated', 'This photo alone tells what is damaged: write it in the notes first', { reason: 'note_needed' });
}
