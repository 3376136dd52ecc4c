import type { Database } from '../../../platform/database/connection/connect.ts';
import { findHeldPrices } from './held-price.read-model.ts';

/** The SKUs whose prices the last completed sync holds and nobody has approved or declined since, and the public ID of that sync. */
export function listHeldPrices(db: Database, now: Date): Promise<{ jobCode: string | undefined; skus: string[] }> {
  return findHeldPrices(db, now);
}
