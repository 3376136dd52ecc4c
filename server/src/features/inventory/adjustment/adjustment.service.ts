import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { AppError } from '../../../platform/app-error.ts';
import { writeAuditEntry } from '../../../platform/audit/audit-entry.repository.ts';
import type { Context } from '../../../platform/context.ts';
import { setNotes } from '../ledger/stock-ledger.repository.ts';
import { undoMovement } from '../ledger/undo/undo-movement.ts';
import type { StockWorker } from '../stock-worker.rules.ts';

export type AdjustmentService = ReturnType<typeof createAdjustmentService>;

export function createAdjustmentService({ db, topics }: Pick<Context, 'db' | 'topics'>) {
  return {
    /** @param notes an empty text deletes them */
    async note(unitId: number, notes: string): Promise<void> {
      const after = notes === '' ? null : notes;
      await db.transaction().execute(async (tx) => {
        const previous = await setNotes(tx, unitId, after);
        if (previous === undefined) throw new AppError('not_found', `There is no item ${unitId}`);
        if (previous.notes === after) return;
        await writeAuditEntry(tx, { action: 'NOTED', record: { kind: 'units', id: unitId }, before: previous, after: { notes: after } });
      });
      topics.publish(inventoryHistoryTopic, { unitId, change: 'NOTED' });
    },

    /** Undoes a movement with the opposite one. */
    async undo(movementId: number, worker: StockWorker): Promise<void> {
      const unitId = await db.transaction().execute((tx) => undoMovement(tx, movementId, worker));
      topics.publish(inventoryHistoryTopic, { unitId, change: 'UNDONE' });
    },
  };
}
