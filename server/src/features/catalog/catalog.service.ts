import type { Database } from '../../platform/database/connection/connect.ts';
import { insertListing, lockLane, type NewListing } from './catalog.repository.ts';

/** The lanes of the catalog lock. Imports in different lanes share no ASIN, so they can run at the same time. */
export const CATALOG_LANES = 2;

/** Serializes adding products with the imports until the transaction ends, so that no product is added twice. */
export async function lockCatalog(tx: Database, lanes: readonly number[] = Array.from({ length: CATALOG_LANES }, (_, lane) => lane)): Promise<void> {
  for (const lane of lanes) await lockLane(tx, lane);
}

/** Adds a seller-fulfilled listing. @returns its id; @throws a unique violation of `listings_seller_sku_key` */
export function addListing(tx: Database, listing: NewListing): Promise<number> {
  return insertListing(tx, listing);
}
