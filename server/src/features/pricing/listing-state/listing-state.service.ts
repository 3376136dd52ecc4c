import type { Database } from '../../../platform/database/connection/connect.ts';
import { checkSkus } from '../quantities/quantity-check.repository.ts';
import * as states from './listing-state.repository.ts';
import type { ReportedListing } from './reported-rows.condition.ts';

/**
 * Records listings as a report of the marketplace has them. Values that are known from later than the report stay.
 * @param requestedAt when the report was requested: it shows nothing that happened after that
 * @returns the listings that the report added or changed
 */
export async function recordReportedListings(tx: Database, listings: readonly ReportedListing[], requestedAt: Date): Promise<states.SavedListing[]> {
  const changed = (await states.saveReported(tx, listings, requestedAt)).filter(({ isChanged }) => isChanged);
  await checkSkus(
    tx,
    changed.map(({ sku }) => sku),
  );
  return changed;
}

/**
 * Records the answer of the marketplace to a question about single listings, and has their quantities decided again. Listings that the
 * answer leaves out are gone. Values that are known from later stay, and unknown listings are left to the import.
 * @param asked the SKUs of the question
 */
export async function recordReadListings(tx: Database, asked: readonly string[], { listings, at }: { listings: readonly states.ReadListing[]; at: Date }) {
  const found = new Set(listings.map(({ sku }) => sku));
  await states.saveRead(tx, listings, at);
  await states.markGone(
    tx,
    asked.filter((sku) => !found.has(sku)),
    at,
  );
  await checkSkus(tx, asked);
}

/** Records that a complete report has no other listings than these; by default none. @returns how many are newly gone */
export function recordMissingListings(tx: Database, requestedAt: Date, isReported?: states.IsReported): Promise<number> {
  return states.markMissing(tx, requestedAt, isReported);
}
