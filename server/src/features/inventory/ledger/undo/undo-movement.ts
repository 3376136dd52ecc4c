import { UNDO_OWN_MINUTES } from '@stowage/contract/inventory/adjustment';
import { SHIPPED_OUTSIDE } from '@stowage/contract/inventory/adjustment-reasons';
import { AppError } from '../../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../../platform/database/connection/connect.ts';
import { archivedMovement } from '../../archive/archived-movement.ts';
import { requirePreviousLocation } from '../../locations/location.service.ts';
import { requireReversible, type StockWorker } from '../../stock-worker.rules.ts';
import { getListing } from '../../units/unit-listing.repository.ts';
import { statusAt } from '../../units/unit-status.repository.ts';
import { listMovementsFrom } from '../ledger-page.read-model.ts';
import { UNDONE_BY_DOCUMENT } from '../movement-source.rules.ts';
import { lockUnit, lockUnits, moveUnit, relistUnit, removeUnit, restoreUnit } from '../stock-ledger.repository.ts';
import { findMovement, isArchivedMovement, type RecordedMovement, type Unit } from '../stock-movement.repository.ts';
import { listPlacesOfMovements, lockStockPlaces } from '../stock-total.repository.ts';
import { refuseUndo, undoRefusalText } from './undo.rules.ts';

/** Locks what undoing movements in one transaction changes, in the ledger's order, so that two such transactions can't deadlock. */
export async function lockForUndo(tx: DatabaseTransaction, movementIds: readonly number[]): Promise<void> {
  const { unitIds, places } = await listPlacesOfMovements(tx, movementIds);
  await lockUnits(tx, unitIds);
  await lockStockPlaces(tx, places);
}

/** Undoes a movement with the opposite one. @returns the id of its unit */
export async function undoMovement(tx: DatabaseTransaction, movementId: number, worker: StockWorker): Promise<number> {
  const movement = await findMovement(tx, movementId);
  if (movement === undefined && (await isArchivedMovement(tx, movementId))) throw archivedMovement();
  const unit = movement && (await lockUnit(tx, movement.unitId));
  if (movement === undefined || unit === undefined) throw new AppError('not_found', `There is no adjustment ${movementId}`);
  requireReversible(movement, worker, `You can undo your own changes for ${UNDO_OWN_MINUTES} minutes. Ask an admin to undo this one.`);
  // The lock on the unit keeps other transactions from adding movements.
  const [own, ...later] = await listMovementsFrom(tx, unit.id, movementId);
  // A unit shipped outside Stowage has no document through which it could be undone.
  const refusedByDocument = movement.reasonCode === SHIPPED_OUTSIDE ? undefined : own && UNDONE_BY_DOCUMENT[own.source];
  if (refusedByDocument !== undefined) throw new AppError('conflict', refusedByDocument, { reason: 'received' });
  const refusal = own && refuseUndo(own, later);
  if (refusal !== undefined) throw new AppError('conflict', undoRefusalText(refusal), { reason: refusal.reason });
  await applyOpposite(tx, unit, movement, worker.userId);
  return unit.id;
}

async function applyOpposite(tx: DatabaseTransaction, unit: Unit, movement: RecordedMovement, actorId: number): Promise<void> {
  if (movement.type === 'ADD') return void (await removeUnit(tx, unit, { actorId, undoes: movement.id }));
  if (movement.fromListingId !== null) {
    return void (await relistUnit(tx, unit, await getListing(tx, movement.fromListingId), { actorId, undoes: movement.id }));
  }
  const place = await requirePreviousLocation(tx, movement.fromLocationId ?? unit.locationId);
  const status = await statusAt(tx, place, unit);
  if (movement.type === 'REMOVE') await restoreUnit(tx, unit, status, actorId);
  else await moveUnit(tx, unit, { locationId: place.id, status }, { actorId, undoes: movement.id });
}
