import { inventoryHistoryTopic } from '@stowage/contract/inventory';
import type { Kysely, Transaction } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { DB } from '../../platform/database/schema.generated.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import { locationReference, lockActiveLocation } from './location.repository.ts';
import { statusIn } from './quarantine.rules.ts';
import { lockUnit, moveUnit, removeUnit, restoreUnit, type Unit } from './stock-ledger.repository.ts';

export interface UnitService {
  /** @param why the coded reason and the note, where the person was asked for one */
  delete(unitId: number, actorId: number, why?: { readonly reason: string; readonly note: string }): Promise<void>;
  restore(unitId: number, actorId: number): Promise<void>;
  /** @param location the location's id or code */
  move(unitId: number, location: number | string, actorId: number): Promise<void>;
}

type Change = 'DELETED' | 'RESTORED' | 'MOVED';

/** What may be done with one unit that is known by its id. Each locks the unit first, so that rivals take turns. */
export function createUnitService({ db, topics }: { db: Kysely<DB>; topics: Topics }): UnitService {
  const change = async (unitId: number, kind: Change, work: (tx: Transaction<DB>, unit: Unit) => Promise<void>) => {
    await db.transaction().execute(async (tx) => {
      const unit = await lockUnit(tx, unitId);
      if (unit === undefined) throw new AppError('not_found', `There is no item ${unitId}`);
      await work(tx, unit);
    });
    topics.publish(inventoryHistoryTopic, { unitId, change: kind });
  };

  return {
    delete: (unitId, actorId, why) =>
      change(unitId, 'DELETED', async (tx, unit) => {
        if (unit.status === 'REMOVED') throw new AppError('conflict', 'The item is already deleted', { reason: 'already_deleted' });
        refuseAbsent(unit);
        await removeUnit(tx, unit, { actorId, ...(why && { reason: why.reason }), ...(why?.note && { note: why.note }) });
      }),

    restore: (unitId, actorId) =>
      change(unitId, 'RESTORED', async (tx, unit) => {
        if (unit.status !== 'REMOVED') throw new AppError('conflict', 'The item is not deleted', { reason: 'not_deleted' });
        const place = await getLocation(tx, unit.locationId);
        await restoreUnit(tx, unit, place.isQuarantine ? 'QUARANTINE' : 'AVAILABLE', actorId);
      }),

    move: (unitId, location, actorId) =>
      change(unitId, 'MOVED', async (tx, unit) => {
        if (location === '') throw new AppError('invalid_input', 'Please select a location', { reason: 'unknown_location' });
        refuseAbsent(unit);
        const place = await getLocation(tx, location);
        if (place.id === unit.locationId) return;
        await moveUnit(tx, unit, { locationId: place.id, status: statusIn(place, unit) }, { actorId });
      }),
  };
}

function refuseAbsent(unit: Unit): void {
  if (unit.status === 'REMOVED') throw new AppError('conflict', 'The item is deleted', { reason: 'not_in_stock' });
  if (unit.status === 'SHIPPED') throw new AppError('conflict', 'The item has been shipped', { reason: 'not_in_stock' });
}

async function getLocation(tx: Transaction<DB>, location: number | string): Promise<{ id: number; isQuarantine: boolean }> {
  const place = await lockActiveLocation(tx, locationReference(location));
  if (place === undefined) throw new AppError('not_found', `There is no location ${location}`, { reason: 'unknown_location' });
  return place;
}
