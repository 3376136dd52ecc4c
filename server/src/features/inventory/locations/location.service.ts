import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { findQuarantineLocation, findReceivingLocation, locationReference, lockActiveLocation, type Place } from './location.repository.ts';

/** The location in use with this id or code, which stays in use until the transaction ends. */
export async function requireLocation(tx: DatabaseTransaction, location: number | string): Promise<Place> {
  const place = await lockActiveLocation(tx, locationReference(location));
  if (place === undefined) throw new AppError('not_found', `There is no location ${location}`, { reason: 'unknown_location' });
  return place;
}

/** Where units are put that must not be sold. */
export async function requireQuarantine(tx: DatabaseTransaction): Promise<Place> {
  return requirePlace(tx, await findQuarantineLocation(tx), 'There is no quarantine location in use');
}

/** Where units come in, to be put away later. */
export async function requireReceiving(tx: DatabaseTransaction): Promise<Place> {
  return requirePlace(tx, await findReceivingLocation(tx), 'There is no receiving location in use');
}

async function requirePlace(tx: DatabaseTransaction, id: number | undefined, problem: string): Promise<Place> {
  const place = id === undefined ? undefined : await lockActiveLocation(tx, { id });
  if (place === undefined) throw new AppError('conflict', problem, { reason: 'unknown_location' });
  return place;
}
