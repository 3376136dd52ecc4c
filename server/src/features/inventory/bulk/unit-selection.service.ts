import { normalizeCode } from '@stowage/contract/catalog/identifiers';
import type { UnitFilter } from '@stowage/contract/inventory/unit-bulk';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { matchCode } from '../../catalog/index.ts';
import { listMatchingListings } from '../stock/stock-page.service.ts';
import { listUnitIds } from './unit-place.read-model.ts';

/** The units in stock that match a list's filters, by id. */
export async function listMatchingUnits(db: Database, matching: UnitFilter, limit: number): Promise<number[]> {
  if ('identifier' in matching) {
    const code = normalizeCode(matching.identifier);
    const found = await matchCode(db, code);
    return listUnitIds(db, { listingIds: found.map(({ listing }) => listing.id), code }, limit);
  }
  if ('listings' in matching) return listUnitIds(db, { listingIds: matching.listings }, limit);
  const except = new Set(matching.except_listings);
  const listings = await listMatchingListings(db, matching.stock);
  return listUnitIds(db, { listingIds: listings.filter((id) => !except.has(id)) }, limit);
}
