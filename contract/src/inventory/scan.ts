import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { clientId } from '../formats/ids.ts';
import { pageSize, windowedPage } from '../formats/paging.ts';
import { utcText } from '../formats/utc-text.ts';
import { topic } from '../topic.ts';
import { locationReference } from './locations.ts';

export const HISTORY_PAGE_SIZE = 10;

/** The history's pages cover this many of the newest records; the ledger has the older ones. */
export const HISTORY_WINDOW = 10_000;

/** The specification's list calls have no paging; they return at most this many records. */
export const HISTORY_LIST_LIMIT = 500;

/** Typed input is submitted this long after the last keystroke; Enter submits immediately. */
export const SCAN_DELAY_MS = 1000;

/** Each scan is one unit. */
export const SCAN_QUANTITY = 1;

/**
 * How to treat an unknown code with which longer codes of the catalog begin: add it, or refuse it as `incomplete` with their
 * listings. A page asks; the specification's clients add.
 */
export const incompleteCode = z.enum(['add', 'ask']).default('add');
export type IncompleteCode = z.infer<typeof incompleteCode>;

const SCAN_REASONS = ['not_an_identifier', 'lpn', 'ambiguous', 'incomplete', 'unknown_location', 'scan_id_reused'] as const;

export const historyRow = z.object({
  id: z.number(),
  /** The listing's product; of a unit without a listing, the product with its GTIN, or null. */
  product_id: z.number().nullable(),
  item_name: z.string().nullable(),
  seller_sku: z.string().nullable(),
  /** Shown as FNSKU: the listing's FNSKU if it has one, else the scanned code. */
  identifier: z.string().nullable(),
  asin: z.string().nullable(),
  /** null for a unit without a listing. */
  sku_condition: z.number().nullable(),
  location: z.string(),
  location_id: z.number(),
  created_at: utcText,
  updated_at: utcText,
  /** 1 when the unit was deleted, else 0. */
  deleted: z.union([z.literal(0), z.literal(1)]),
  quantity: z.literal(SCAN_QUANTITY),
  /** The id that the scanning page gave this record; null if it gave none. */
  client_scan_id: z.string().nullable(),
});
export type HistoryRow = z.infer<typeof historyRow>;

export const scanUnit = endpoint('POST /api/sfinventory', {
  summary: 'Add one unit to a location. The same clientScanId counts once, however often it is sent',
  body: z.object({
    /** An FNSKU, seller SKU, ASIN, UPC, EAN, GTIN-14 or item code. */
    productId: z.string().max(256),
    locationId: locationReference,
    clientScanId: clientId.optional(),
    incomplete: incompleteCode,
  }),
  response: z.literal('ok'),
  format: 'text',
  reasons: SCAN_REASONS,
});

export const listHistoryAfterScan = endpoint('POST /api/updatesflocalhistory', {
  summary: `The newest records after a scan, at most ${HISTORY_LIST_LIMIT}`,
  // The specification sends the scan along; the answer does not depend on it.
  body: z.object({ productId: z.string().max(256).nullish(), locationId: z.union([z.number(), z.string()]).nullish() }).optional(),
  response: z.array(historyRow),
});

export const listHistory = endpoint('POST /api/localinventoryaudithistory', {
  summary: `The newest records, at most ${HISTORY_LIST_LIMIT}`,
  response: z.array(historyRow),
});

export const historyPage = endpoint('GET /api/inventory/history', {
  summary: `One page of the newest ${HISTORY_WINDOW} records, newest first`,
  query: z.object({
    page: z.coerce.number<number | string>().int().min(0).max(HISTORY_WINDOW).default(0),
    size: pageSize(100, HISTORY_PAGE_SIZE),
  }),
  response: windowedPage(historyRow),
});

/** A change of units, for the pages that show stock. `unitId` is one of them; null after a spreadsheet was applied. */
export const inventoryHistoryTopic = topic({
  path: 'inventory-history',
  payload: z.object({
    unitId: z.number().nullable(),
    change: z.enum(['SCANNED', 'CONFIRMED', 'MOVED', 'DELETED', 'RESTORED', 'UNDONE', 'CONDITION_CHANGED', 'IDENTIFIED', 'COUNTED', 'NOTED', 'SHIPPED']),
  }),
  permission: 'stock.read',
});
