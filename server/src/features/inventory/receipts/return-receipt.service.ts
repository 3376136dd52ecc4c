import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { listMovementsSince } from '../ledger/ledger-page.read-model.ts';
import { receiveUnits, withdrawUnits } from '../ledger/stock-document.repository.ts';
import { lockUnits, type ScannedItem } from '../ledger/stock-ledger.repository.ts';
import { refuseUndo, undoRefusalText } from '../ledger/undo.rules.ts';
import { requireLocation, requireQuarantine } from '../locations/location.service.ts';
import { type ArrivalDocument, listReceiptMovements } from './return-receipt.repository.ts';

interface Arrival {
  readonly item: ScannedItem;
  readonly quantity: number;
  /** The location's id or code; null for the place where units wait that must not be sold. */
  readonly location: number | string | null;
  readonly source: 'RETURN';
  readonly reason: string | null;
}

/**
 * Takes in the units that a document brings. Whoever calls publishes it after the commit.
 * @returns the units' ids
 * @throws AppError `unknown_location`
 */
export async function receiveReturnedUnits(
  tx: DatabaseTransaction,
  arrival: Arrival,
  cause: ArrivalDocument & { readonly actorId: number },
): Promise<number[]> {
  const { item, quantity, location, source, reason } = arrival;
  const place = location === null ? await requireQuarantine(tx) : await requireLocation(tx, location);
  const to = { locationId: place.id, status: place.isQuarantine ? 'QUARANTINE' : 'AVAILABLE' } as const;
  return receiveUnits(tx, { item, to, quantity, reason, source }, cause);
}

/**
 * Takes a document's units out again, as the opposite of what brought them.
 * @returns the ids of the units that were taken out
 * @throws AppError `later_movement`, which names what has happened since to one of them
 */
export async function withdrawReturnedUnits(tx: DatabaseTransaction, document: ArrivalDocument, actorId: number): Promise<number[]> {
  const arrivals = await listReceiptMovements(tx, document);
  // All are locked before any count changes.
  const units = new Map(
    (
      await lockUnits(
        tx,
        arrivals.map(({ unitId }) => unitId),
      )
    ).map((unit) => [unit.id, unit]),
  );
  const later = await listMovementsSince(tx, arrivals);
  for (const { unitId, movementId } of arrivals) {
    const refusal = refuseUndo({ id: movementId, type: 'ADD', undoes: null }, later.get(unitId) ?? []);
    if (refusal !== undefined) throw new AppError('conflict', `Unit ${unitId}: ${undoRefusalText(refusal)}`, { reason: refusal.reason });
  }
  const standing = arrivals.flatMap(({ unitId, movementId }) => {
    const unit = units.get(unitId);
    return unit === undefined ? [] : [{ unit, undoes: movementId }];
  });
  await withdrawUnits(tx, standing, actorId);
  return standing.map(({ unit }) => unit.id);
}
