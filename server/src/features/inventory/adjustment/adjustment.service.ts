import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { AppError } from '../../../platform/app-error.ts';
import { writeAuditEntry } from '../../../platform/audit/audit-entry.repository.ts';
import { requireVersion } from '../../../platform/commands/require-version.ts';
import type { Context } from '../../../platform/context.ts';
import { setNotes } from '../ledger/stock-ledger.repository.ts';
import { undoMovement } from '../ledger/undo/undo-movement.ts';
import type { StockWorker } from '../stock-worker.rules.ts';

export type AdjustmentService = ReturnType<typeof createAdjustmentService>;

interface UnitNotes {
  readonly id: number;
  readonly notes: string;
  /** The notes that the person saw. */
  readonly seen?: string | undefined;
}

export function createAdjustmentService({ db, topics }: Pick<Context, 'db' | 'topics'>) {
  return {
    /** An empty text deletes the notes. */
    async note({ id: unitId, notes, seen }: UnitNotes): Promise<void> {
      const after = notes === '' ? null : notes;
      await db.transaction().execute(async (tx) => {
        const previous = await setNotes(tx, unitId, after);
        if (previous === undefined) throw new AppError('not_found', `There is no item ${unitId}`);
        if (previous.notes === after) return;
        if (seen !== undefined) requireVersion({ expected: seen, current: previous.notes ?? '', of: 'these notes' });
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
