import { SHIPPED_OUTSIDE } from '@stowage/contract/inventory/adjustment-reasons';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { AppError } from '../../../platform/app-error.ts';
import { writeAuditEntry } from '../../../platform/audit/audit-entry.repository.ts';
import type { DatabasePool, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { listMovementsFrom } from '../ledger/ledger-page.read-model.ts';
import { UNDONE_BY_DOCUMENT } from '../ledger/movement-source.rules.ts';
import { lockUnit, moveUnit, relistUnit, removeUnit, restoreUnit, setNotes } from '../ledger/stock-ledger.repository.ts';
import { findMovement, type RecordedMovement, type Unit } from '../ledger/stock-movement.repository.ts';
import { refuseUndo, undoRefusalText } from '../ledger/undo.rules.ts';
import { requirePreviousLocation } from '../locations/previous-location.service.ts';
import { getListing } from '../units/unit-listing.repository.ts';
import { statusAt } from '../units/unit-status.repository.ts';

export interface AdjustmentService {
  /** @param notes empty takes them away */
  note(unitId: number, notes: string): Promise<void>;
  /** Takes a movement back by the opposite one. */
  undo(movementId: number, actorId: number): Promise<void>;
}

export function createAdjustmentService({ db, topics }: { db: DatabasePool; topics: Topics }): AdjustmentService {
  return {
    async note(unitId, notes) {
      const after = notes === '' ? null : notes;
      await db.transaction().execute(async (tx) => {
        const noted = await setNotes(tx, unitId, after);
        if (noted === undefined) throw new AppError('not_found', `There is no item ${unitId}`);
        if (noted.before === after) return;
        await writeAuditEntry(tx, { action: 'NOTED', record: { kind: 'units', id: unitId }, before: { notes: noted.before }, after: { notes: after } });
      });
      topics.publish(inventoryHistoryTopic, { unitId, change: 'NOTED' });
    },

    async undo(movementId, actorId) {
      const unitId = await db.transaction().execute(async (tx) => {
        const movement = await findMovement(tx, movementId);
        const unit = movement && (await lockUnit(tx, movement.unitId));
        if (movement === undefined || unit === undefined) throw new AppError('not_found', `There is no adjustment ${movementId}`);
        // Read under the lock: nothing is added behind it any more.
        const [own, ...later] = await listMovementsFrom(tx, unit.id, movementId);
        // What left without anybody here has nothing else to be taken back with.
        const elsewhere = movement.reasonCode === SHIPPED_OUTSIDE ? undefined : own && UNDONE_BY_DOCUMENT[own.source];
        if (elsewhere !== undefined) throw new AppError('conflict', elsewhere, { reason: 'received' });
        const refusal = own && refuseUndo(own, later);
        if (refusal !== undefined) throw new AppError('conflict', undoRefusalText(refusal), { reason: refusal.reason });
        await takeBack(tx, unit, movement, actorId);
        return unit.id;
      });
      topics.publish(inventoryHistoryTopic, { unitId, change: 'UNDONE' });
    },
  };
}

async function takeBack(tx: DatabaseTransaction, unit: Unit, movement: RecordedMovement, actorId: number): Promise<void> {
  if (movement.type === 'ADD') return void (await removeUnit(tx, unit, { actorId, undoes: movement.id }));
  if (movement.fromListingId !== null) {
    return void (await relistUnit(tx, unit, await getListing(tx, movement.fromListingId), { actorId, undoes: movement.id }));
  }
  // Back to where it came from, if that is still a place.
  const id = movement.fromLocationId ?? unit.locationId;
  const place = await requirePreviousLocation(tx, id);
  const status = await statusAt(tx, place, unit);
  if (movement.type === 'REMOVE') await restoreUnit(tx, unit, status, actorId);
  else await moveUnit(tx, unit, { locationId: place.id, status }, { actorId, undoes: movement.id });
}
