import * as z from 'zod';
import { cost } from '../cost.ts';
import { answersCsv, endpoint, success } from '../endpoint.ts';
import { INTEGER_MAX, recordParams } from '../formats/ids.ts';
import { numberedPage, pageNumber, pageSize, rowNumber } from '../formats/paging.ts';
import { areRowsNumbered, NUMBERED_ROWS } from '../formats/row-numbers.ts';
import { priceListRow } from './price-list-row.ts';

export const PRICE_LIST_PAGE_SIZE = 50;

/** A search returns at most this many matches. */
export const PRICE_LIST_SEARCH_WINDOW = 2_000;

/** The required columns of a file; a `vendor` column is optional. */
export const PRICE_LIST_COLUMNS = ['upc', 'MAP', 'item_code', 'product_title', 'cost'] as const;

/** The columns that a person can assign to the headers of a file. */
export const PRICE_LIST_FIELDS = [
  // The export of price lists has the alias.
  ...PRICE_LIST_COLUMNS.map((field) => ({ field, label: field, isRequired: true, aliases: field === 'upc' ? ['UPC/GTIN'] : [] })),
  { field: 'vendor', label: 'vendor', isRequired: false, aliases: [] },
] as const;
export type PriceListField = (typeof PRICE_LIST_FIELDS)[number]['field'];

/** The page sends a file in parts of at most this many rows… */
export const PRICE_LIST_PART_ROWS = 5_000;

/** …and at most this many bytes of JSON. */
export const PRICE_LIST_PART_BYTES = 4 * 1024 * 1024;

export const PRICE_LIST_MAX_ROWS = 1_000_000;

/** The limit of one bulk update call; the page sends larger files in parts. */
const BULK_UPDATE_MAX_BYTES = 64 * 1024 * 1024;

/** A result lists at most this many errors; the count and the CSV of rejected rows include all of them. */
export const PRICE_LIST_MAX_ERRORS = 1_000;

export const PRICE_LIST_DIFF_ROWS = 50;

/** US dollars: up to two decimals for a MAP, up to four for a cost. */
const dollars = z.number().nullable();

const priceListItem = z.object({
  id: z.number(),
  /** As printed: UPC-A, EAN-8, EAN-13 or GTIN-14. */
  gtin: z.string(),
  item_code: z.string().nullable(),
  product_title: z.string(),
  vendor: z.string().nullable(),
  cost: cost(z.number()),
  map: dollars,
  /** ISO 8601, UTC. */
  updated_at: z.string(),
});
export type PriceListItem = z.infer<typeof priceListItem>;

const bulkUpdateResult = z.object({
  totalProcessed: z.number(),
  updatedCount: z.number(),
  insertedCount: z.number(),
  unchangedCount: z.number(),
  errorCount: z.number(),
  /** `Row 3: …`, counted from 1 without the header; the first ${PRICE_LIST_MAX_ERRORS}. */
  errors: z.array(z.string()),
  /** The ID that undoes the file. */
  uploadId: z.number(),
});
export type BulkUpdateResult = z.infer<typeof bulkUpdateResult>;

const upload = z.object({
  id: z.number(),
  fileName: z.string(),
  vendor: z.string().nullable(),
  state: z.enum(['STAGED', 'APPLIED', 'UNDONE']),
  rowCount: z.number(),
  newCount: z.number(),
  changedCount: z.number(),
  unchangedCount: z.number(),
  rejectedCount: z.number(),
  createdBy: z.string(),
  createdAt: z.string(),
  appliedAt: z.string().nullable(),
  undoneAt: z.string().nullable(),
  undoneBy: z.string().nullable(),
  /** For an undone file: the number of items that were not restored because a later file had changed them. */
  keptCount: z.number().nullable(),
});
export type PriceListUpload = z.infer<typeof upload>;

export const DIFF_KINDS = ['new', 'changed', 'unchanged', 'rejected'] as const;
export type DiffKind = (typeof DIFF_KINDS)[number];

const diffRow = z.object({
  row: z.number(),
  upc: z.string(),
  old_item_code: z.string().nullable(),
  item_code: z.string().nullable(),
  old_product_title: z.string().nullable(),
  product_title: z.string().nullable(),
  old_vendor: z.string().nullable(),
  vendor: z.string().nullable(),
  old_map: dollars,
  new_map: dollars,
  old_cost: cost(z.number()),
  new_cost: cost(z.number()),
  /** Why the row is rejected. */
  reason: z.string().nullable(),
});
export type DiffRow = z.infer<typeof diffRow>;

/** The columns that the whole list can be sorted by: each has an index. */
export const PRICE_LIST_INDEXED = ['gtin', 'item_code', 'vendor'] as const;
/** The columns that the matches of a search can be sorted by. */
export const PRICE_LIST_SORTS = [...PRICE_LIST_INDEXED, 'product_title', 'cost', 'map', 'updated_at'] as const;
export type PriceListSort = (typeof PRICE_LIST_SORTS)[number];

const itemSearch = z.string().trim().max(200).default('');

const itemOrder = {
  /** In the order of their entry when absent, or `cost` without the permission to see costs. Only the matches of a search are sorted by other columns than `PRICE_LIST_INDEXED`. */
  sort: z.enum(PRICE_LIST_SORTS).optional(),
  descending: z.stringbool().default(false),
};

export const listPriceLists = endpoint('GET /api/pricelists', {
  summary: 'One page of the price list items, or of those whose UPC, item code, title or vendor match every word of a search',
  query: z.object({
    page: pageNumber,
    size: pageSize(200, PRICE_LIST_PAGE_SIZE),
    search: itemSearch,
    ...itemOrder,
  }),
  /** A search counts at most ${PRICE_LIST_SEARCH_WINDOW}. */
  response: numberedPage(priceListItem),
});

export const exportPriceLists = endpoint('GET /api/pricelists/export.csv', {
  summary: 'The price list items, or those that match a search, as CSV in the order of the list',
  query: z.object({ search: itemSearch, ...itemOrder }),
  ...answersCsv,
  hasCosts: true,
});

export const bulkUpdatePriceLists = endpoint('POST /api/pricelists/bulk-update', {
  summary: 'Update the price lists from the rows of a file: valid rows are applied in one transaction, the others are returned as errors',
  body: z.array(priceListRow).min(1, 'There are no rows').max(PRICE_LIST_MAX_ROWS),
  maxBodyBytes: BULK_UPDATE_MAX_BYTES,
  response: bulkUpdateResult,
  failure: 'success-message',
});

export const priceHistory = endpoint('GET /api/pricelists/:id/history', {
  summary: 'The changes that files made to an item, newest first',
  params: recordParams,
  response: z.array(
    z.object({
      uploadId: z.number(),
      fileName: z.string(),
      changedBy: z.string(),
      changedAt: z.string(),
      kind: z.enum(['ADDED', 'CHANGED']),
      oldMap: dollars,
      newMap: dollars,
      oldCost: cost(z.number()),
      newCost: cost(z.number()),
      /** The texts before and after; null when the file did not change them. */
      words: z
        .object({
          oldItemCode: z.string().nullable(),
          newItemCode: z.string().nullable(),
          oldTitle: z.string().nullable(),
          newTitle: z.string().nullable(),
          oldVendor: z.string().nullable(),
          newVendor: z.string().nullable(),
        })
        .nullable(),
      undone: z.boolean(),
    }),
  ),
});

export const createUpload = endpoint('POST /api/pricelists/uploads', {
  summary: 'Create an upload; its rows are sent in parts, compared with the list, and then applied',
  body: z.object({
    fileName: z.string().trim().min(1).max(255),
    vendor: z.string().trim().max(200).optional(),
    /** The upload can be compared and applied once this many rows have arrived. */
    rowCount: z.number().int().min(1, 'There are no rows').max(PRICE_LIST_MAX_ROWS),
  }),
  response: z.object({ id: z.number() }),
});

export const stageRows = endpoint('POST /api/pricelists/uploads/:id/rows', {
  summary: 'Upload a part of a file; uploading it again replaces it',
  params: recordParams,
  body: z
    .object({
      /** The number of the part's first row, from 1. */
      firstRow: z.number().int().min(1).max(PRICE_LIST_MAX_ROWS),
      rows: z.array(priceListRow).min(1).max(PRICE_LIST_PART_ROWS),
      /** The number of each row as a spreadsheet shows it, ascending; counted from `firstRow` when absent. */
      rowNumbers: z.array(z.number().int().min(1).max(INTEGER_MAX)).max(PRICE_LIST_PART_ROWS).optional(),
      /** Whether 1.250 can be twelve hundred and fifty in the whole file; without it, the amounts of this part decide. */
      arePointsAmbiguous: z.boolean().optional(),
    })
    .refine(areRowsNumbered, NUMBERED_ROWS),
  maxBodyBytes: 2 * PRICE_LIST_PART_BYTES,
  response: success,
  reasons: ['not_staged'],
});

export const compareUpload = endpoint('POST /api/pricelists/uploads/:id/compare', {
  summary: 'Compare a completely uploaded file with the list, and count the changes',
  params: recordParams,
  response: upload,
  reasons: ['not_staged', 'rows_missing'],
});

export const uploadDiff = endpoint('GET /api/pricelists/uploads/:id/diff', {
  summary: 'The rows of one kind of a staged file, in file order',
  params: recordParams,
  query: z.object({ kind: z.enum(DIFF_KINDS), after: rowNumber }),
  response: z.array(diffRow),
});

export const applyUpload = endpoint('POST /api/pricelists/uploads/:id/apply', {
  summary: 'Apply a compared file in one transaction if the list has not changed since; a repeated call by its owner returns the same result',
  params: recordParams,
  response: bulkUpdateResult,
  reasons: ['not_staged', 'not_compared', 'list_changed', 'rows_missing'],
});

export const undoUpload = endpoint('POST /api/pricelists/uploads/:id/undo', {
  summary: 'Undo a file: restore every item that no later file has changed',
  params: recordParams,
  response: z.object({ restoredCount: z.number(), removedCount: z.number(), keptCount: z.number() }),
  reasons: ['not_applied'],
});

export const listUploads = endpoint('GET /api/pricelists/uploads', {
  summary: 'The most recently applied files, newest first',
  response: z.array(upload),
});

export const exportRejected = endpoint('GET /api/pricelists/uploads/:id/rejected.csv', {
  summary: 'The rejected rows of a file with their reasons',
  params: recordParams,
  ...answersCsv,
});
