import { AppError } from '../../../platform/app-error.ts';
import { onceOrRepeat } from '../../../platform/commands/once.ts';
import { insertEvent, lockOrder } from '../order.repository.ts';
import { type OrderDependencies, type Packer, publishOrder } from '../order-dependencies.ts';

interface Note {
  readonly orderId: string;
  readonly note: string;
  /** Identifies the note when it is sent again. */
  readonly clientNoteId?: string | undefined;
}

/** Adds a note to an order's timeline. The same note with the same id is stored once. */
export async function addNote({ db, clock, topics }: OrderDependencies, { orderId, note, clientNoteId }: Note, packer: Packer): Promise<void> {
  const { isRepeat } = await db.transaction().execute(async (tx) => {
    await lockOrder(tx, orderId);
    const refusal = () => new AppError('conflict', 'Another note was saved with this id', { reason: 'another_note' });
    return onceOrRepeat(tx, { command: 'orders.note', key: clientNoteId, actorId: packer.id, content: { orderId, note }, refusal }, async () => {
      await insertEvent(tx, { orderId, kind: 'NOTE', detail: note, actorId: packer.id, at: clock.now() });
      return { orderId };
    });
  });
  if (!isRepeat) publishOrder(topics, orderId, 'NOTED', packer);
}
