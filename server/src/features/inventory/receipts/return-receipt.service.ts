import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { archivedMovement } from '../archive/archived-movement.ts';
import { listMovementsSince } from '../ledger/ledger-page.read-model.ts';
import { receiveUnits, withdrawUnits } from '../ledger/stock-document.repository.ts';
import { lockUnits, type ScannedItem } from '../ledger/stock-ledger.repository.ts';
import { refuseUndo, undoRefusalText } from '../ledger/undo/undo.rules.ts';
import { requireLocation, requireQuarantine } from '../locations/location.service.ts';
import { isReceiptArchived, listReceiptMovements } from './return-receipt.repository.ts';

interface ReturnReceipt {
  readonly decisionId: number;
  readonly item: ScannedItem;
  readonly quantity: number;
  /** The location's id or code; null for the quarantine location. */
  readonly location: number | string | null;
  readonly reason: string | null;
  readonly actorId: number;
}

/**
 * Adds the units of a disposition decision to stock. The caller publishes after its commit.
 * @returns the units' ids
 * @throws AppError `unknown_location`
 */
export async function receiveReturnedUnits(tx: DatabaseTransaction, receipt: ReturnReceipt): Promise<number[]> {
  const { decisionId, item, quantity, location, reason, actorId } = receipt;
  const place = location === null ? await requireQuarantine(tx) : await requireLocation(tx, location);
  const to = { locationId: place.id, status: place.isQuarantine ? 'QUARANTINE' : 'AVAILABLE' } as const;
  return receiveUnits(tx, { item, to, quantity, reason, source: 'RETURN' }, { decisionId, actorId });
}

/**
 * Removes the units of a disposition decision from stock, as the opposite of their receipt.
 * @returns the ids of the removed units
 * @throws AppError `later_movement`, with the movement of a unit that prevents it; `archived`
 */
export async function withdrawReturnedUnits(tx: DatabaseTransaction, decisionId: number, actorId: number): Promise<number[]> {
  const receipts = await listReceiptMovements(tx, decisionId);
  if (receipts.length === 0 && (await isReceiptArchived(tx, decisionId))) throw archivedMovement();
  const unitIds = receipts.map(({ unitId }) => unitId);
  // Locks all units before any total changes.
  const units = new Map((await lockUnits(tx, unitIds)).map((unit) => [unit.id, unit]));
  const later = await listMovementsSince(tx, receipts);
  for (const { unitId, movementId } of receipts) {
    const refusal = refuseUndo({ id: movementId, type: 'ADD', undoes: null }, later.get(unitId) ?? []);
    if (refusal !== undefined) throw new AppError('conflict', `Unit ${unitId}: ${undoRefusalText(refusal)}`, { reason: refusal.reason });
  }
  const withdrawn = receipts.flatMap(({ unitId, movementId }) => {
    const unit = units.get(unitId);
    return unit === undefined ? [] : [{ unit, undoes: movementId }];
  });
  await withdrawUnits(tx, withdrawn, actorId);
  return withdrawn.map(({ unit }) => unit.id);
}
