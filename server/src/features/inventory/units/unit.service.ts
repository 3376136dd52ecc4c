import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { AppError } from '../../../platform/app-error.ts';
import type { DatabasePool, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { UNDONE_BY_DOCUMENT } from '../ledger/movement-source.rules.ts';
import { identifyLocked } from '../ledger/stock-document.repository.ts';
import { lockUnit, moveUnit, relistUnit, removeUnit, restoreUnit } from '../ledger/stock-ledger.repository.ts';
import { type Cause, findDocumentOfRemoval, type Unit } from '../ledger/stock-movement.repository.ts';
import { findLastSellableLocation, lockActiveLocation } from '../locations/location.repository.ts';
import { requireLocation, requireQuarantine } from '../locations/location.service.ts';
import { requirePreviousLocation } from '../locations/previous-location.service.ts';
import { findListingOfCode, findListingOfProduct } from './unit-listing.repository.ts';
import { statusAt } from './unit-status.repository.ts';

/** The coded reason, and a note that may be empty. */
export interface Why {
  readonly reason: string;
  readonly note: string;
}

export interface UnitService {
  /** @param why where the person was asked for it */
  delete(unitId: number, actorId: number, why?: Why): Promise<void>;
  restore(unitId: number, actorId: number): Promise<void>;
  /** @param location the location's id or code */
  move(unitId: number, location: number | string, actorId: number): Promise<void>;
  quarantine(unitId: number, actorId: number, why: Why): Promise<void>;
  /** Moves a unit in quarantine back to where it was before. @returns the location's code */
  release(unitId: number, actorId: number): Promise<string>;
  /** @param listingId the listing of the same product that the unit becomes; of a unit without one, a listing that its code names */
  changeCondition(unitId: number, listingId: number, actorId: number, why: Why): Promise<void>;
}

type Change = 'DELETED' | 'RESTORED' | 'MOVED' | 'CONDITION_CHANGED';

/** What may be done with one unit that is known by its id. Each locks the unit first, so that rivals take turns. */
export function createUnitService({ db, topics }: { db: DatabasePool; topics: Topics }): UnitService {
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
    delete: (unitId, actorId, why) =>
      change(unitId, 'DELETED', async (tx, unit) => {
        if (unit.status === 'REMOVED') throw new AppError('conflict', 'The item is already deleted', { reason: 'already_deleted' });
        refuseAbsent(unit);
        await removeUnit(tx, unit, causeOf(actorId, why));
      }),

    restore: (unitId, actorId) =>
      change(unitId, 'RESTORED', async (tx, unit) => {
        if (unit.status !== 'REMOVED') throw new AppError('conflict', 'The item is not deleted', { reason: 'not_deleted' });
        const document = await findDocumentOfRemoval(tx, unitId);
        const elsewhere = document && UNDONE_BY_DOCUMENT[document];
        if (elsewhere !== undefined) throw new AppError('conflict', elsewhere, { reason: 'received' });
        const place = await requirePreviousLocation(tx, unit.locationId);
        await restoreUnit(tx, unit, await statusAt(tx, place, unit), actorId);
      }),

    move: (unitId, location, actorId) =>
      change(unitId, 'MOVED', async (tx, unit) => {
        if (location === '') throw new AppError('invalid_input', 'Please select a location', { reason: 'unknown_location' });
        refuseAbsent(unit);
        const place = await requireLocation(tx, location);
        if (place.id === unit.locationId) return;
        await moveUnit(tx, unit, { locationId: place.id, status: await statusAt(tx, place, unit) }, { actorId });
      }),

    quarantine: (unitId, actorId, why) =>
      change(unitId, 'MOVED', async (tx, unit) => {
        refuseAbsent(unit);
        if (unit.status === 'QUARANTINE') throw new AppError('conflict', 'The item is in quarantine already', { reason: 'already_in_quarantine' });
        const place = await requireQuarantine(tx);
        await moveUnit(tx, unit, { locationId: place.id, status: 'QUARANTINE' }, causeOf(actorId, why));
      }),

    release: (unitId, actorId) =>
      change(unitId, 'MOVED', async (tx, unit) => {
        if (unit.status !== 'QUARANTINE') throw new AppError('conflict', 'The item is not in quarantine', { reason: 'not_in_quarantine' });
        const id = await findLastSellableLocation(tx, unit.id);
        const place = id === undefined ? undefined : await lockActiveLocation(tx, { id });
        if (place === undefined || place.isQuarantine) {
          throw new AppError('conflict', 'There is no place to move it back to: choose a location', { reason: 'unknown_location' });
        }
        await moveUnit(tx, unit, { locationId: place.id, status: await statusAt(tx, place, unit) }, { actorId });
        return place.code;
      }),

    changeCondition: (unitId, listingId, actorId, why) =>
      change(unitId, 'CONDITION_CHANGED', async (tx, unit) => {
        refuseAbsent(unit);
        const listing = await (unit.listingId === null
          ? findListingOfCode(tx, { listingId, unitId })
          : findListingOfProduct(tx, { listingId, sameProductAs: unit.listingId }));
        if (listing === undefined) throw new AppError('conflict', 'That is not a listing of this product', { reason: 'not_of_the_product' });
        if (unit.listingId === null) await identifyLocked(tx, [unit], { ...listing, actorId, note: why.note });
        else if (listing.listingId !== unit.listingId) await relistUnit(tx, unit, listing, causeOf(actorId, why));
      }),
  };
}

function causeOf(actorId: number, why: Why | undefined): Cause {
  return { actorId, ...(why && { reason: why.reason }), ...(why?.note && { note: why.note }) };
}

function refuseAbsent(unit: Unit): void {
  if (unit.status === 'REMOVED') throw new AppError('conflict', 'The item is deleted', { reason: 'not_in_stock' });
  if (unit.status === 'SHIPPED') throw new AppError('conflict', 'The item has been shipped', { reason: 'not_in_stock' });
}
