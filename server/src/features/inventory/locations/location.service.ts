import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { type ActiveLocation, findLocationCode, findLocationOfKind, locationReference, lockActiveLocation } from './location.repository.ts';

/** Each returns an active location that can't be deactivated until the transaction ends. @throws AppError `unknown_location` */

/** @param location an id or code */
export async function requireLocation(tx: DatabaseTransaction, location: number | string): Promise<ActiveLocation> {
  const place = await lockActiveLocation(tx, locationReference(location));
  if (place === undefined) throw noSuchLocation(location);
  return place;
}

export function noSuchLocation(location: number | string): AppError {
  return new AppError('not_found', `There is no location ${location}`, { reason: 'unknown_location' });
}

/** The location of units that must not be sold. */
export async function requireQuarantine(tx: DatabaseTransaction): Promise<ActiveLocation> {
  return requireKind(tx, 'QUARANTINE', 'There is no active quarantine location');
}

/** The location of units awaiting putaway. */
export async function requireReceiving(tx: DatabaseTransaction): Promise<ActiveLocation> {
  return requireKind(tx, 'RECEIVING', 'There is no active receiving location');
}

/** The location to which a unit returns. */
export async function requirePreviousLocation(tx: DatabaseTransaction, id: number): Promise<ActiveLocation> {
  const place = await lockActiveLocation(tx, { id });
  if (place !== undefined) return place;
  const code = await findLocationCode(tx, id);
  throw new AppError('conflict', `${code} is inactive. Activate it first, under Local Inventory Adjustment, Locations.`, {
    reason: 'unknown_location',
  });
}

async function requireKind(tx: DatabaseTransaction, kind: 'QUARANTINE' | 'RECEIVING', problem: string): Promise<ActiveLocation> {
  const id = await findLocationOfKind(tx, kind);
  const place = id === undefined ? undefined : await lockActiveLocation(tx, { id });
  if (place === undefined) throw new AppError('conflict', problem, { reason: 'unknown_location' });
  return place;
}
