import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { getOrder } from '../order.repository.ts';
import { type OrderDependencies, type Packer, publishOrder } from '../order-dependencies.ts';

interface Note {
  readonly orderId: string;
  readonly note: string;
  /** Identifies the note when it is sent again. */
  readonly clientNoteId?: string | undefined;
}

/** Adds a note to an order's timeline. The same note with the same id is stored once. */
export async function addNote({ db, clock, topics }: OrderDependencies, note: Note, packer: Packer): Promise<void> {
  const outcome = await db.transaction().execute(async (tx) => {
    await getOrder(tx, note.orderId);
    return insertNote(tx, note, { actorId: packer.id, at: clock.now() });
  });
  if (outcome === 'OTHER') throw new AppError('conflict', 'Another note was saved with this id', { reason: 'another_note' });
  if (outcome === 'NEW') publishOrder(topics, note.orderId, 'NOTED', packer);
}

/** @returns `SAME` when the note is already stored, `OTHER` when another note has its id */
async function insertNote(
  tx: Database,
  { orderId, note, clientNoteId }: Note,
  { actorId, at }: { actorId: number; at: Date },
): Promise<'NEW' | 'SAME' | 'OTHER'> {
  const values = { order_id: orderId, kind: 'NOTE', detail: note, actor_id: actorId, at, client_note_id: clientNoteId ?? null };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('order_events')
    .values(values)
    .onConflict((conflict) => conflict.column('client_note_id').where('client_note_id', 'is not', null).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n || clientNoteId === undefined) return 'NEW';
  const stored = await tx
    .selectFrom('order_events')
    .select(['order_id', 'detail', 'actor_id'])
    .where('client_note_id', '=', clientNoteId)
    .executeTakeFirstOrThrow();
  return stored.order_id === orderId && stored.detail === note && stored.actor_id === actorId ? 'SAME' : 'OTHER';
}
