import type { Database } from '../../../platform/database/connection/connect.ts';
import { countMapAsins } from './map-compliance.read-model.ts';
import * as snapshots from './map-snapshot.repository.ts';

export type OfferSample = snapshots.OfferSample;

/**
 * Records the competitors that offer these products below the MAP, from the stored offers. Call it in the transaction that
 * stores the offers. A second sample on the same day counts nothing twice.
 */
export function recordMapViolations(tx: Database, samples: readonly OfferSample[], now: Date): Promise<void> {
  return snapshots.recordMapSnapshots(tx, samples, now);
}

/** The number of our ASINs with a MAP. Reads all listings. */
export function countProductsWithMap(db: Database): Promise<number> {
  return countMapAsins(db);
}
