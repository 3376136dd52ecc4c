import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { findLocationCode, lockActiveLocation, type Place } from './location.repository.ts';

/** Where a unit is put back to. @throws AppError `unknown_location` with what can be done, when it is out of use by now */
export async function requirePreviousLocation(tx: DatabaseTransaction, id: number): Promise<Place> {
  const place = await lockActiveLocation(tx, { id });
  if (place !== undefined) return place;
  const code = await findLocationCode(tx, id);
  throw new AppError('conflict', `${code} is no longer in use. Activate it first, under Local Inventory Adjustment, Locations.`, {
    reason: 'unknown_location',
  });
}
