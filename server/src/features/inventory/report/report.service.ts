import { normalizeCode } from '@stowage/contract/catalog/identifiers';
import { LEDGER_WINDOW } from '@stowage/contract/inventory/adjustment';
import { type LocationDetail, REPORT_LIST_LIMIT, type SearchResult } from '@stowage/contract/inventory/report';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { csvLine } from '../../../platform/formats/csv.ts';
import { windowedPages } from '../../../platform/formats/numbered-pages.ts';
import { matchCode } from '../../catalog/index.ts';
import { createLedgerCounter, listLedger } from '../ledger/ledger-page.read-model.ts';
import { type AdjustmentFilter, listAdjustments } from '../ledger/movement-list.read-model.ts';
import { findActiveLocation, locationReference } from '../locations/location.repository.ts';
import { findUnits } from '../units/unit-search.read-model.ts';
import {
  findPlaces,
  listLocationDetails,
  listLocationItems,
  listLocationListings,
  listLocationSummaries,
  listUnknownCodes,
} from './location-report.read-model.ts';

/** An export reads this many rows at a time, which limits its memory. */
const EXPORT_ROWS = 1_000;

export type ReportService = ReturnType<typeof createReportService>;

/** `location` is an id or code, `sku` a seller SKU or another code, where empty means all. @throws AppError `unknown_location` */
export function createReportService({ db }: { db: Database }) {
  const locationId = async (location: string) => {
    const place = await findActiveLocation(db, locationReference(location));
    if (place === undefined) throw new AppError('not_found', `There is no location ${location}`, { reason: 'unknown_location' });
    return place.id;
  };
  /** All listings of a code: unlike a scan, a search covers the New and the used listings of a GTIN. */
  const listingsOf = async (rawCode: string) => {
    const code = normalizeCode(rawCode);
    return { listingIds: (await matchCode(db, code)).map(({ listing }) => listing.id), code };
  };
  const countLedger = createLedgerCounter(db);
  const filterOf = async (sku: string): Promise<AdjustmentFilter> => (normalizeCode(sku) === '' ? 'all' : listingsOf(sku));

  return {
    findUnits: async (code: string) => findUnits(db, await listingsOf(code)),
    findPlaces: async (code: string) => findPlaces(db, await listingsOf(code), REPORT_LIST_LIMIT),
    listDetails: async (location: string) => listLocationDetails(db, await locationId(location)),
    listItems: async (location: string) => listLocationItems(db, await locationId(location), { limit: REPORT_LIST_LIMIT }),
    listAdjustments: async (sku: string) => listAdjustments(db, await filterOf(sku), { limit: REPORT_LIST_LIMIT }),
    /** @param page zero-based */
    async listLedger(sku: string, { page, size, by }: { page: number; size: number; by?: 'PEOPLE' | undefined }) {
      const skuFilter = await filterOf(sku);
      const filter = skuFilter === 'all' && by === 'PEOPLE' ? 'people' : skuFilter;
      const pages = windowedPages({ found: await countLedger(filter), window: LEDGER_WINDOW, size, page });
      const offset = page * size;
      return { data: await listLedger(db, filter, { offset, limit: Math.max(0, Math.min(size, pages.totalCount - offset)) }), ...pages };
    },
    exportLocations: () => locationLines(db),
    exportPlaces: async (code: string) => placeLines(await findPlaces(db, await listingsOf(code), null)),
    exportListings: async (location: string) => listingLines(db, await locationId(location)),
    exportItems: async (location: string) => itemLines(db, await locationId(location)),
    exportAdjustments: async (sku: string) => adjustmentLines(db, await filterOf(sku)),
  };
}

async function* locationLines(db: Database): AsyncIterable<string> {
  yield csvLine(['Location', 'Item Count']);
  for (const { location, item_count } of await listLocationSummaries(db)) yield csvLine([location, item_count]);
}

async function* placeLines(rows: readonly SearchResult[]): AsyncIterable<string> {
  yield csvLine(['Location', 'Identifier', 'ASIN', 'Count']);
  for (const { location, identifier, asin, count } of rows) yield csvLine([location, identifier, asin, count]);
}

async function* listingLines(db: Database, locationId: number): AsyncIterable<string> {
  yield csvLine(['Seller SKU', 'Identifier', 'ASIN', 'Count']);
  const line = ({ seller_sku, identifier, asin, count }: LocationDetail) => csvLine([seller_sku, identifier, asin, count]);
  let listings = await listLocationListings(db, locationId, { after: 0, limit: EXPORT_ROWS });
  while (listings.length > 0) {
    yield listings.map(line).join('');
    listings = await listLocationListings(db, locationId, { after: listings.at(-1)?.listing_id ?? 0, limit: EXPORT_ROWS });
  }
  let codes = await listUnknownCodes(db, locationId, { after: '', limit: EXPORT_ROWS });
  while (codes.length > 0) {
    yield codes.map(line).join('');
    codes = await listUnknownCodes(db, locationId, { after: codes.at(-1)?.identifier ?? '', limit: EXPORT_ROWS });
  }
}

async function* itemLines(db: Database, locationId: number): AsyncIterable<string> {
  yield csvLine(['ID', 'Item Code', 'Product Title', 'Identifier', 'ASIN']);
  let page = await listLocationItems(db, locationId, { limit: EXPORT_ROWS });
  while (page.length > 0) {
    yield page.map((row) => csvLine([row.id, row.item_code, row.product_title, row.identifier, row.asin])).join('');
    const after = page.at(-1);
    page = after === undefined ? [] : await listLocationItems(db, locationId, { after, limit: EXPORT_ROWS });
  }
}

async function* adjustmentLines(db: Database, filter: AdjustmentFilter): AsyncIterable<string> {
  yield csvLine(['SKU', 'Type', 'Quantity', 'Reason', 'Created At']);
  let page = await listAdjustments(db, filter, { limit: EXPORT_ROWS });
  while (page.length > 0) {
    yield page.map((row) => csvLine([row.sku, row.type, row.quantity, row.reason, row.created_at])).join('');
    const last = page.at(-1);
    page = last === undefined ? [] : await listAdjustments(db, filter, { before: last.id, limit: EXPORT_ROWS });
  }
}
