import type { LedgerRow } from '@stowage/contract/inventory/adjustment';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { listMovementsOf } from './ledger-page.read-model.ts';
import { deleteEmptyTotals } from './stock-total.repository.ts';

/** The movements of listings before a movement, newest first. */
export function listMovements(db: Database, listingIds: readonly number[], page: { before: number | undefined; limit: number }): Promise<LedgerRow[]> {
  return listMovementsOf(db, listingIds, page);
}

/** Deletes the totals of listings that never had stock, before the listings themselves are deleted. */
export function forgetListings(tx: Database, listingIds: readonly string[]): Promise<void> {
  return deleteEmptyTotals(tx, listingIds);
}
