import type { Transaction } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { DB } from '../../platform/database/schema.generated.ts';
import { type ArrivalDocument, listArrivals } from './arrival.repository.ts';
import { listMovementsFrom } from './ledger-page.read-model.ts';
import { getPlace, getQuarantine } from './place.service.ts';
import { lockUnit, receiveUnits, removeUnit, type ScannedItem, type Unit } from './stock-ledger.repository.ts';
import { refuseUndo, undoRefusalText } from './undo.rules.ts';

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
export async function receiveArrival(tx: Transaction<DB>, arrival: Arrival, cause: ArrivalDocument & { readonly actorId: number }): Promise<number[]> {
  const { item, quantity, location, source, reason } = arrival;
  const place = location === null ? await getQuarantine(tx) : await getPlace(tx, location);
  const to = { locationId: place.id, status: place.isQuarantine ? 'QUARANTINE' : 'AVAILABLE' } as const;
  return receiveUnits(tx, { item, to, quantity, reason, source }, cause);
}

/**
 * Takes a document's units out again, as the opposite of what brought them.
 * @returns the ids of the units that were taken out
 * @throws AppError `later_movement`, which names what has happened since to one of them
 */
export async function withdrawArrival(tx: Transaction<DB>, document: ArrivalDocument, actorId: number): Promise<number[]> {
  const standing: { unit: Unit; movementId: number }[] = [];
  // All are locked before any count changes.
  for (const { unitId, movementId } of await listArrivals(tx, document)) {
    const unit = await lockUnit(tx, unitId);
    const [own, ...later] = await listMovementsFrom(tx, unitId, movementId);
    const refusal = own && refuseUndo(own, later);
    if (refusal !== undefined) throw new AppError('conflict', `Unit ${unitId}: ${undoRefusalText(refusal)}`, { reason: refusal.reason });
    if (unit !== undefined) standing.push({ unit, movementId });
  }
  for (const { unit, movementId } of standing) await removeUnit(tx, unit, { actorId, undoes: movementId });
  return standing.map(({ unit }) => unit.id);
}
