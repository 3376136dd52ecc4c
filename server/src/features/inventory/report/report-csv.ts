import type { Adjustment, LocationDetail, LocationItem, LocationSummary, SearchResult } from '@stowage/contract/inventory/report';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvOf, csvTable } from '../../../platform/formats/csv.ts';
import { readPages } from '../../../platform/formats/read-pages.ts';
import { type AdjustmentFilter, listAdjustments } from '../ledger/movement-list.read-model.ts';
import { listLocationItems, listLocationListings, listUnknownCodes } from './location-report.read-model.ts';

/** An export reads this many rows at a time, which limits its memory. */
const limit = 1_000;

const LOCATIONS = csvTable({ Location: 'location', 'Item Count': 'item_count' });
const PLACES = csvTable({ Location: 'location', Identifier: 'identifier', ASIN: 'asin', Count: 'count' });
const LISTINGS = csvTable({ 'Seller SKU': 'seller_sku', Identifier: 'identifier', ASIN: 'asin', Count: 'count' });
const ITEMS = csvTable({ ID: 'id', 'Item Code': 'item_code', 'Product Title': 'product_title', Identifier: 'identifier', ASIN: 'asin' });
const ADJUSTMENTS = csvTable({ SKU: 'sku', Type: 'type', Quantity: 'quantity', Reason: 'reason', 'Created At': 'created_at' });

/** The locations with their units, now or on a past day. */
export const locationCsv = (rows: readonly LocationSummary[]) => csvOf(LOCATIONS, [rows]);

/** Where units were found. */
export const placeCsv = (rows: readonly SearchResult[]) => csvOf(PLACES, [rows]);

/** The listings of a location, then the codes that are unknown. */
export const listingCsv = (db: Database, locationId: number) => csvOf<LocationDetail>(LISTINGS, contentOf(db, locationId));

async function* contentOf(db: Database, locationId: number): AsyncIterable<readonly LocationDetail[]> {
  yield* readPages(limit, (last?: LocationDetail & { readonly listing_id: number }) =>
    listLocationListings(db, locationId, { after: last?.listing_id ?? 0, limit }),
  );
  yield* readPages(limit, (last?: LocationDetail) => listUnknownCodes(db, locationId, { after: last?.identifier ?? '', limit }));
}

/** The units of a location. */
export const itemCsv = (db: Database, locationId: number) =>
  csvOf(
    ITEMS,
    readPages(limit, (after?: LocationItem & { readonly listing_id: number | null }) => listLocationItems(db, locationId, { ...(after && { after }), limit })),
  );

/** The movements that match, newest first. */
export const adjustmentCsv = (db: Database, filter: AdjustmentFilter) =>
  csvOf(
    ADJUSTMENTS,
    readPages(limit, (last?: Adjustment) => listAdjustments(db, filter, { ...(last && { before: last.id }), limit })),
  );
