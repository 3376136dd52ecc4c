import type { LedgerRow } from '@stowage/contract/inventory/adjustment';
import type { Database } from '../../../platform/database/connect.ts';
import { listMovementsOf } from './ledger-page.read-model.ts';

/** The movements of listings before a movement, newest first. */
export function listMovements(db: Database, listingIds: readonly number[], page: { before: number | undefined; limit: number }): Promise<LedgerRow[]> {
  return listMovementsOf(db, listingIds, page);
}
