import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { pageNumber } from '../formats/paging.ts';

export const PRICE_LIST_PAGE_SIZE = 50;

/** A search shows this many of its matches; whoever needs more narrows it. */
export const PRICE_LIST_SEARCH_WINDOW = 2_000;

/** The columns that a file must have; a `vendor` column is read too. */
export const PRICE_LIST_COLUMNS = ['upc', 'MAP', 'item_code', 'product_title', 'cost'] as const;

/** The page sends a file's rows in parts of this size. */
export const PRICE_LIST_PART_ROWS = 5_000;

/** And of no more than this, as JSON. */
export const PRICE_LIST_PART_BYTES = 4 * 1024 * 1024;

/** More rows than this are two files. */
export const PRICE_LIST_MAX_ROWS = 1_000_000;

/** What one call may hold; the page sends larger files in parts. */
const BULK_UPDATE_MAX_BYTES = 64 * 1024 * 1024;

/** So many errors are told one by one; all are counted, and the CSV of the refused rows has them all. */
export const PRICE_LIST_MAX_ERRORS = 1_000;

/** Rows of the comparison that are shown at a time. */
export const PRICE_LIST_DIFF_ROWS = 50;

/** US dollars, with no more decimals than were given: two for a MAP, up to four for a cost. */
const dollars = z.number().nullable();

export const priceListItem = z.object({
  id: z.number(),
  /** As printed: UPC-A, EAN-8, EAN-13 or GTIN-14. */
  gtin: z.string(),
  item_code: z.string().nullable(),
  product_title: z.string(),
  vendor: z.string().nullable(),
  cost: dollars,
  map: dollars,
  /** ISO 8601, UTC. */
  updated_at: z.string(),
});
export type PriceListItem = z.infer<typeof priceListItem>;

/** Anything: what is wrong with a value is said of its row, and the other rows are taken. */
const cell = z.unknown().optional();

/** A row of a file, as text or numbers. */
export const priceListRow = z.object({ upc: cell, MAP: cell, item_code: cell, product_title: cell, cost: cell, vendor: cell });
export type PriceListRow = z.infer<typeof priceListRow>;

export const bulkUpdateResult = z.object({
  totalProcessed: z.number(),
  /** Items whose MAP, cost or words have changed. */
  updatedCount: z.number(),
  insertedCount: z.number(),
  unchangedCount: z.number(),
  errorCount: z.number(),
  /** `Row 3: …`, counted from 1 without the header. The first ${PRICE_LIST_MAX_ERRORS}. */
  errors: z.array(z.string()),
  /** The file, by which it can be undone. */
  uploadId: z.number(),
});
export type BulkUpdateResult = z.infer<typeof bulkUpdateResult>;

const uploadId = z.object({ id: z.coerce.number<number | string>().int().positive() });

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
  /** Of one that was undone: how many items stay as they are, because a later file had changed them again. */
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
  old_cost: dollars,
  new_cost: dollars,
  /** Why it is not taken. */
  reason: z.string().nullable(),
});
export type DiffRow = z.infer<typeof diffRow>;

export const listPriceLists = endpoint({
  method: 'GET',
  path: '/api/pricelists',
  summary: 'One page of the price lists, or of the items whose UPC, item code, title or vendor match every word of a search',
  query: z.object({
    page: pageNumber,
    size: z.coerce.number<number | string>().int().min(1).max(200).default(PRICE_LIST_PAGE_SIZE),
    search: z.string().trim().max(200).default(''),
  }),
  response: z.object({
    data: z.array(priceListItem),
    totalPages: z.number(),
    /** At most ${PRICE_LIST_SEARCH_WINDOW} for a search. */
    totalCount: z.number(),
    /** Zero-based. */
    currentPage: z.number(),
  }),
});

export const bulkUpdatePriceLists = endpoint({
  method: 'POST',
  path: '/api/pricelists/bulk-update',
  summary: 'Bring the price lists up to date by a file, all of its good rows in one transaction; the others are answered as errors',
  body: z.array(priceListRow).min(1, 'There are no rows').max(PRICE_LIST_MAX_ROWS),
  maxBodyBytes: BULK_UPDATE_MAX_BYTES,
  response: bulkUpdateResult,
  failure: 'success-message',
});

export const priceHistory = endpoint({
  method: 'GET',
  path: '/api/pricelists/:id/history',
  summary: 'What files have made of an item, newest first',
  params: uploadId,
  response: z.array(
    z.object({
      uploadId: z.number(),
      fileName: z.string(),
      changedBy: z.string(),
      changedAt: z.string(),
      kind: z.enum(['ADDED', 'CHANGED']),
      oldMap: dollars,
      newMap: dollars,
      oldCost: dollars,
      newCost: dollars,
      /** Where the file has changed them. */
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

export const createUpload = endpoint({
  method: 'POST',
  path: '/api/pricelists/uploads',
  summary: 'Begin a file: its rows follow in parts, are compared, and then applied',
  body: z.object({
    fileName: z.string().trim().min(1).max(255),
    vendor: z.string().trim().max(200).optional(),
    /** It is compared and applied only when all of them have come. */
    rowCount: z.number().int().min(1, 'There are no rows').max(PRICE_LIST_MAX_ROWS),
  }),
  response: z.object({ id: z.number() }),
});

export const stageRows = endpoint({
  method: 'POST',
  path: '/api/pricelists/uploads/:id/rows',
  summary: 'Put a part of a file in its place; sending it again replaces it',
  params: uploadId,
  body: z.object({
    /** The number of its first row, from 1. */
    firstRow: z.number().int().min(1).max(PRICE_LIST_MAX_ROWS),
    rows: z.array(priceListRow).min(1).max(PRICE_LIST_PART_ROWS),
  }),
  maxBodyBytes: 2 * PRICE_LIST_PART_BYTES,
  response: success,
  reasons: ['not_staged'],
});

export const compareUpload = endpoint({
  method: 'POST',
  path: '/api/pricelists/uploads/:id/compare',
  summary: 'What a file would change, in numbers, once all of its rows are there',
  params: uploadId,
  response: upload,
  reasons: ['not_staged', 'rows_missing'],
});

export const uploadDiff = endpoint({
  method: 'GET',
  path: '/api/pricelists/uploads/:id/diff',
  summary: 'Rows of a staged file that are of one kind, in the order of the file',
  params: uploadId,
  query: z.object({ kind: z.enum(DIFF_KINDS), after: z.coerce.number<number | string>().int().min(0).default(0) }),
  response: z.array(diffRow),
});

export const applyUpload = endpoint({
  method: 'POST',
  path: '/api/pricelists/uploads/:id/apply',
  summary: 'Apply a file in one transaction, as it was compared and while the list is what it was then; asked again, its owner is told the result again',
  params: uploadId,
  response: bulkUpdateResult,
  reasons: ['not_staged', 'not_compared', 'list_changed', 'rows_missing'],
});

export const undoUpload = endpoint({
  method: 'POST',
  path: '/api/pricelists/uploads/:id/undo',
  summary: 'Give every item back what it had before a file, unless a later file has changed it again',
  params: uploadId,
  response: z.object({ restoredCount: z.number(), removedCount: z.number(), keptCount: z.number() }),
  reasons: ['not_applied'],
});

export const listUploads = endpoint({
  method: 'GET',
  path: '/api/pricelists/uploads',
  summary: 'The files that were applied last, newest first',
  response: z.array(upload),
});

export const exportRejected = endpoint({
  method: 'GET',
  path: '/api/pricelists/uploads/:id/rejected.csv',
  summary: 'The rows of a file that were not taken, with the reason',
  params: uploadId,
  response: z.custom<AsyncIterable<string>>(),
  format: 'csv',
});
