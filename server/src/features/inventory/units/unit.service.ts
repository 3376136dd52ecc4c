import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { UNDONE_BY_DOCUMENT } from '../ledger/movement-source.rules.ts';
import { identifyLocked } from '../ledger/stock-document.repository.ts';
import { lockUnit, moveUnit, relistUnit, removeUnit, restoreUnit } from '../ledger/stock-ledger.repository.ts';
import { type Cause, findDocumentOfRemoval, type Unit } from '../ledger/stock-movement.repository.ts';
import { findLastSellableLocation, lockActiveLocation } from '../locations/location.repository.ts';
import { requireLocation, requirePreviousLocation, requireQuarantine } from '../locations/location.service.ts';
import { findListingOfCode, findListingOfProduct } from './unit-listing.repository.ts';
import { countUnitsAwaitingPutaway } from './unit-search.read-model.ts';
import { statusAt } from './unit-status.repository.ts';

/** A coded reason, and a note that may be empty. */
interface Reason {
  readonly reason: string;
  readonly note: string;
}

type Change = 'DELETED' | 'RESTORED' | 'MOVED' | 'CONDITION_CHANGED';

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
    delete: (unitId: number, actorId: number, reason?: Reason) =>
      change(unitId, 'DELETED', async (tx, unit) => {
        if (unit.status === 'REMOVED') throw new AppError('conflict', 'The item is already deleted', { reason: 'already_deleted' });
        refuseAbsent(unit);
        await removeUnit(tx, unit, causeOf(actorId, reason));
      }),

    restore: (unitId: number, actorId: number) =>
      change(unitId, 'RESTORED', async (tx, unit) => {
        if (unit.status !== 'REMOVED') throw new AppError('conflict', 'The item is not deleted', { reason: 'not_deleted' });
        const document = await findDocumentOfRemoval(tx, unitId);
        const refusal = document && UNDONE_BY_DOCUMENT[document];
        if (refusal !== undefined) throw new AppError('conflict', refusal, { reason: 'received' });
        const place = await requirePreviousLocation(tx, unit.locationId);
        await restoreUnit(tx, unit, await statusAt(tx, place, unit), actorId);
      }),

    /** @param location an id or code */
    move: (unitId: number, location: number | string, actorId: number) =>
      change(unitId, 'MOVED', async (tx, unit) => {
        if (location === '') throw new AppError('invalid_input', 'Please select a location', { reason: 'unknown_location' });
        refuseAbsent(unit);
        const place = await requireLocation(tx, location);
        if (place.id === unit.locationId) return;
        await moveUnit(tx, unit, { locationId: place.id, status: await statusAt(tx, place, unit) }, { actorId });
      }),

    quarantine: (unitId: number, actorId: number, reason: Reason) =>
      change(unitId, 'MOVED', async (tx, unit) => {
        refuseAbsent(unit);
        if (unit.status === 'QUARANTINE') throw new AppError('conflict', 'The item is already in quarantine', { reason: 'already_in_quarantine' });
        const place = await requireQuarantine(tx);
        await moveUnit(tx, unit, { locationId: place.id, status: 'QUARANTINE' }, causeOf(actorId, reason));
      }),

    /** Moves a unit from quarantine to its previous location. @returns the location's code */
    release: (unitId: number, actorId: number) =>
      change(unitId, 'MOVED', async (tx, unit) => {
        if (unit.status !== 'QUARANTINE') throw new AppError('conflict', 'The item is not in quarantine', { reason: 'not_in_quarantine' });
        const id = await findLastSellableLocation(tx, unit.id);
        const place = id === undefined ? undefined : await lockActiveLocation(tx, { id });
        if (place === undefined || place.isQuarantine) {
          throw new AppError('conflict', 'There is no previous location. Move the item to another location instead.', { reason: 'unknown_location' });
        }
        await moveUnit(tx, unit, { locationId: place.id, status: await statusAt(tx, place, unit) }, { actorId });
        return place.code;
      }),

    /** @param listingId another listing of the unit's product; for a unit without a listing, a listing of its code */
    changeCondition: (unitId: number, listingId: number, actorId: number, reason: Reason) =>
      change(unitId, 'CONDITION_CHANGED', async (tx, unit) => {
        refuseAbsent(unit);
        const listing = await (unit.listingId === null
          ? findListingOfCode(tx, { listingId, unitId })
          : findListingOfProduct(tx, { listingId, sameProductAs: unit.listingId }));
        if (listing === undefined) throw new AppError('conflict', 'The listing belongs to another product', { reason: 'not_of_the_product' });
        if (unit.listingId === null) await identifyLocked(tx, [unit], { ...listing, actorId, note: reason.note });
        else if (listing.listingId !== unit.listingId) await relistUnit(tx, unit, listing, causeOf(actorId, reason));
      }),
  };
}

function causeOf(actorId: number, reason: Reason | undefined): Cause {
  return { actorId, ...(reason && { reason: reason.reason }), ...(reason?.note && { note: reason.note }) };
}

function refuseAbsent(unit: Unit): void {
  if (unit.status === 'REMOVED') throw new AppError('conflict', 'The item is deleted', { reason: 'not_in_stock' });
  if (unit.status === 'SHIPPED') throw new AppError('conflict', 'The item has been shipped', { reason: 'not_in_stock' });
}

/** The number of units in receiving locations without a change since a moment. */
export function countAwaitingPutaway(db: Database, since: Date): Promise<number> {
  return countUnitsAwaitingPutaway(db, since);
}
