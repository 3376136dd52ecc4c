import { normalizeCode } from '@stowage/contract/catalog/identifiers';
import { LEDGER_WINDOW } from '@stowage/contract/inventory/adjustment';
import { REPORT_LIST_LIMIT } from '@stowage/contract/inventory/report';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { windowedPages } from '../../../platform/formats/numbered-pages.ts';
import { matchCode } from '../../catalog/index.ts';
import { createLedgerCounter, listLedger } from '../ledger/ledger-page.read-model.ts';
import { type AdjustmentFilter, listAdjustments } from '../ledger/movement-list.read-model.ts';
import { findActiveLocation, locationReference } from '../locations/location.repository.ts';
import { findUnits } from '../units/unit-search.read-model.ts';
import { findPlaces, listLocationDetails, listLocationItems, listLocationSummaries } from './location-report.read-model.ts';
import { adjustmentCsv, itemCsv, listingCsv, locationCsv, placeCsv } from './report-csv.ts';

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
    exportLocations: async () => locationCsv(await listLocationSummaries(db)),
    exportPlaces: async (code: string) => placeCsv(await findPlaces(db, await listingsOf(code), null)),
    exportListings: async (location: string) => listingCsv(db, await locationId(location)),
    exportItems: async (location: string) => itemCsv(db, await locationId(location)),
    exportAdjustments: async (sku: string) => adjustmentCsv(db, await filterOf(sku)),
  };
}
