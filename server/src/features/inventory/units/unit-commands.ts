import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { UNDONE_BY_DOCUMENT } from '../ledger/movement-source.rules.ts';
import { identifyLocked } from '../ledger/stock-document.repository.ts';
import { moveUnit, relistUnit, removeUnit, restoreUnit } from '../ledger/stock-ledger.repository.ts';
import { type Cause, findDocumentOfRemoval, type Unit } from '../ledger/stock-movement.repository.ts';
import { findLastSellableLocation, lockActiveLocation } from '../locations/location.repository.ts';
import { requireLocation, requirePreviousLocation, requireQuarantine } from '../locations/location.service.ts';
import { findListingOfCode, findListingOfProduct } from './unit-listing.repository.ts';
import { statusAt } from './unit-status.repository.ts';

/**
 * What a person does with one locked unit, alone or as one of many. Each refuses with an `AppError` before it writes. Where
 * an undo of the movement undoes it, it returns the movement's id; undefined when nothing changed.
 */

/** A coded reason, and a note that may be empty. */
export interface Reason {
  readonly reason: string;
  readonly note: string;
}

export async function removeFromStock(tx: DatabaseTransaction, unit: Unit, actorId: number, reason?: Reason): Promise<number> {
  if (unit.status === 'REMOVED') throw new AppError('conflict', 'The item is already deleted', { reason: 'already_deleted' });
  refuseAbsent(unit);
  return removeUnit(tx, unit, causeOf(actorId, reason));
}

export async function restoreToStock(tx: DatabaseTransaction, unit: Unit, actorId: number): Promise<void> {
  if (unit.status !== 'REMOVED') throw new AppError('conflict', 'The item is not deleted', { reason: 'not_deleted' });
  const document = await findDocumentOfRemoval(tx, unit.id);
  const refusal = document && UNDONE_BY_DOCUMENT[document];
  if (refusal !== undefined) throw new AppError('conflict', refusal, { reason: 'received' });
  const place = await requirePreviousLocation(tx, unit.locationId);
  await restoreUnit(tx, unit, await statusAt(tx, place, unit), actorId);
}

/** @param location an id or code */
export async function moveTo(tx: DatabaseTransaction, unit: Unit, location: number | string, actorId: number): Promise<number | undefined> {
  if (location === '') throw new AppError('invalid_input', 'Please select a location', { reason: 'unknown_location' });
  refuseAbsent(unit);
  const place = await requireLocation(tx, location);
  if (place.id === unit.locationId) return undefined;
  return moveUnit(tx, unit, { locationId: place.id, status: await statusAt(tx, place, unit) }, { actorId });
}

export async function moveToQuarantine(tx: DatabaseTransaction, unit: Unit, actorId: number, reason: Reason): Promise<number> {
  refuseAbsent(unit);
  if (unit.status === 'QUARANTINE') throw new AppError('conflict', 'The item is already in quarantine', { reason: 'already_in_quarantine' });
  const place = await requireQuarantine(tx);
  return moveUnit(tx, unit, { locationId: place.id, status: 'QUARANTINE' }, causeOf(actorId, reason));
}

/** Moves a unit from quarantine to its previous location. @returns the location's code */
export async function releaseFromQuarantine(tx: DatabaseTransaction, unit: Unit, actorId: number): Promise<string> {
  if (unit.status !== 'QUARANTINE') throw new AppError('conflict', 'The item is not in quarantine', { reason: 'not_in_quarantine' });
  const id = await findLastSellableLocation(tx, unit.id);
  const place = id === undefined ? undefined : await lockActiveLocation(tx, { id });
  if (place === undefined || place.isQuarantine) {
    throw new AppError('conflict', 'There is no previous location. Move the item to another location instead.', { reason: 'unknown_location' });
  }
  await moveUnit(tx, unit, { locationId: place.id, status: await statusAt(tx, place, unit) }, { actorId });
  return place.code;
}

/** @param listingId another listing of the unit's product; for a unit without a listing, a listing of its code */
export async function relistAs(
  tx: DatabaseTransaction,
  unit: Unit,
  listingId: number,
  { actorId, reason }: { actorId: number; reason: Reason },
): Promise<number | undefined> {
  refuseAbsent(unit);
  const listing = await (unit.listingId === null
    ? findListingOfCode(tx, { listingId, unitId: unit.id })
    : findListingOfProduct(tx, { listingId, sameProductAs: unit.listingId }));
  if (listing === undefined) throw new AppError('conflict', 'The listing belongs to another product', { reason: 'not_of_the_product' });
  if (unit.listingId === null) await identifyLocked(tx, [unit], { ...listing, actorId, note: reason.note });
  else if (listing.listingId !== unit.listingId) return relistUnit(tx, unit, listing, causeOf(actorId, reason));
  return undefined;
}

function causeOf(actorId: number, reason: Reason | undefined): Cause {
  return { actorId, ...(reason && { reason: reason.reason }), ...(reason?.note && { note: reason.note }) };
}

function refuseAbsent(unit: Unit): void {
  if (unit.status === 'REMOVED') throw new AppError('conflict', 'The item is deleted', { reason: 'not_in_stock' });
  if (unit.status === 'SHIPPED') throw new AppError('conflict', 'The item has been shipped', { reason: 'not_in_stock' });
}
