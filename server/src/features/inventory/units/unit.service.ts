import { UNDO_OWN_MINUTES } from '@stowage/contract/inventory/adjustment';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { lockUnit } from '../ledger/stock-ledger.repository.ts';
import { findLastMovement, type Unit } from '../ledger/stock-movement.repository.ts';
import { requireReversible, type StockWorker } from '../stock-worker.rules.ts';
import { moveTo, moveToQuarantine, type Reason, releaseFromQuarantine, relistAs, removeFromStock, restoreToStock } from './unit-commands.ts';
import { countUnitsAwaitingPutaway } from './unit-search.read-model.ts';

type Change = 'DELETED' | 'RESTORED' | 'MOVED' | 'CONDITION_CHANGED';

const DELETES_OWN = `You can delete items that you added in the last ${UNDO_OWN_MINUTES} minutes. Remove this one for a reason under Local Inventory Adjustment, or ask an admin.`;
const RESTORES_OWN = `You can restore items that you deleted in the last ${UNDO_OWN_MINUTES} minutes. Ask an admin to restore this one.`;

export type UnitService = ReturnType<typeof createUnitService>;

/** The commands about one unit. Each locks the unit first. */
export function createUnitService({ db, topics }: Pick<Context, 'db' | 'topics'>) {
  const change = async <T>(unitId: number, kind: Change, work: (tx: DatabaseTransaction, unit: Unit) => Promise<T>): Promise<T> => {
    const result = await db.transaction().execute(async (tx) => {
      const unit = await lockUnit(tx, unitId);
      if (unit === undefined) throw new AppError('not_found', `There is no item ${unitId}`);
      return work(tx, unit);
    });
    topics.publish(inventoryHistoryTopic, { unitId, change: kind });
    return result;
  };

  return {
    /** Takes back what the worker added. */
    delete: (unitId: number, worker: StockWorker) =>
      change(unitId, 'DELETED', async (tx, unit) => {
        requireReversible(await findLastMovement(tx, unit.id, 'ADD'), worker, DELETES_OWN);
        await removeFromStock(tx, unit, worker.userId);
      }),
    restore: (unitId: number, worker: StockWorker) =>
      change(unitId, 'RESTORED', async (tx, unit) => {
        requireReversible(await findLastMovement(tx, unit.id, 'REMOVE'), worker, RESTORES_OWN);
        await restoreToStock(tx, unit, worker.userId);
      }),
    remove: (unitId: number, actorId: number, reason: Reason) => change(unitId, 'DELETED', (tx, unit) => removeFromStock(tx, unit, actorId, reason)),

    /** @param location an id or code */
    move: (unitId: number, location: number | string, actorId: number) => change(unitId, 'MOVED', (tx, unit) => moveTo(tx, unit, location, actorId)),
    quarantine: (unitId: number, actorId: number, reason: Reason) => change(unitId, 'MOVED', (tx, unit) => moveToQuarantine(tx, unit, actorId, reason)),

    /** Moves a unit from quarantine to its previous location. @returns the location's code */
    release: (unitId: number, actorId: number) => change(unitId, 'MOVED', (tx, unit) => releaseFromQuarantine(tx, unit, actorId)),

    /** @param listingId another listing of the unit's product; for a unit without a listing, a listing of its code */
    changeCondition: (unitId: number, listingId: number, actorId: number, reason: Reason) =>
      change(unitId, 'CONDITION_CHANGED', (tx, unit) => relistAs(tx, unit, listingId, { actorId, reason })),
  };
}

/** The number of units in receiving locations without a change since a moment. */
export function countAwaitingPutaway(db: Database, since: Date): Promise<number> {
  return countUnitsAwaitingPutaway(db, since);
}
