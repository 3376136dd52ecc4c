import * as z from 'zod';
import { cost } from '../cost.ts';
import { endpoint, success } from '../endpoint.ts';
import { MINUTE_MS } from '../formats/durations.ts';
import { recordParams } from '../formats/ids.ts';
import { rowNumber } from '../formats/paging.ts';
import { PO_MAX_ROWS, type PoFileRow } from './purchase-order-rows.ts';

/** The most rows that one call uploads. */
export const PO_PART_ROWS = 5_000;
/** The size limit of a call that carries every line of an order. */
export const ORDER_MAX_BYTES = 128 * 1024 * 1024;
/** A refusal lists this many errors and duplicate orders, and counts all of them. */
export const PO_PROBLEMS_LIMIT = 200;
export const PO_DIFF_ROWS = 50;

/** The greatest length of the names of all files, joined with commas. */
export const PO_FILE_NAMES_LENGTH = 20_000;

export const PO_UPLOAD_MESSAGES = {
  success: 'PO uploaded successfully',
  refused: 'Duplicate PO or System Error',
  noAnswer: 'Upload Failed - Duplicate PO or Error',
} as const;

/** A row of cells of the given types; a check by hand, because a file has up to 500,000 rows. */
function rowOf<Row>(isCell: (cell: unknown) => boolean) {
  return z.custom<Row>(
    (row) => typeof row === 'object' && row !== null && !Array.isArray(row) && Object.values(row).every(isCell),
    'must be a row of texts and numbers',
  );
}

/** A row keyed by the file's own headers. */
const namedRow = rowOf<Readonly<Record<string, string | number | boolean | null | undefined>>>((cell) => typeof cell !== 'object' || cell === null);
const fileRow = rowOf<PoFileRow>((cell) => cell === null || typeof cell === 'string' || typeof cell === 'number');

const UPLOAD_REASONS = [
  'no_rows',
  'missing_columns',
  'invalid_rows',
  'same_file',
  'duplicate_po',
  'changed_po',
  'other_vendor',
  'received_line',
  'amount_too_large',
  'not_staged',
] as const;

/** An order of the file that already exists, and how the file differs from it. */
const poDuplicate = z.object({
  id: z.number(),
  po_number: z.string(),
  kind: z.enum(['SAME', 'CHANGED', 'OTHER_VENDOR']),
  vendor: z.string().nullable(),
  file_vendor: z.string().nullable(),
  new_lines: z.number(),
  changed_lines: z.number(),
  /** Lines of the order that the file doesn't contain; an update leaves them unchanged. */
  other_lines: z.number(),
  /** Whether the file gives a vendor to an order that has none. */
  sets_vendor: z.boolean(),
});
export type PoDuplicate = z.infer<typeof poDuplicate>;

/** The details of a refused upload: the cause, the rejected rows and the duplicate orders. */
export const poUploadRefusal = z.object({
  cause: z.string(),
  rejectedCount: z.number(),
  rejected: z.array(z.object({ row: z.number(), field: z.string(), message: z.string() })),
  duplicateCount: z.number(),
  duplicates: z.array(poDuplicate),
});
export type PoUploadRefusal = z.infer<typeof poUploadRefusal>;

export const uploadPos = endpoint('POST /api/uploadpos', {
  summary: 'Save the purchase orders of a file, all of them or none; answers 1',
  body: z.object({ data: z.array(namedRow).max(PO_MAX_ROWS), fileName: z.string().trim().max(PO_FILE_NAMES_LENGTH).default('') }),
  maxBodyBytes: ORDER_MAX_BYTES,
  response: z.literal(1),
  reasons: UPLOAD_REASONS,
});

export const createPoUpload = endpoint('POST /api/purchase-orders/uploads', {
  summary: 'Start the upload of a file; its rows follow in parts and are then saved together',
  body: z.object({
    fileName: z.string().trim().min(1).max(PO_FILE_NAMES_LENGTH),
    /** The file is saved only after all of them have arrived. */
    rowCount: z.number().int().min(1, 'There are no rows').max(PO_MAX_ROWS),
  }),
  response: z.object({ id: z.number() }),
});

export const stagePoRows = endpoint('POST /api/purchase-orders/uploads/:id/rows', {
  summary: 'Upload a part of a file; sending the part again replaces it',
  params: recordParams,
  body: z.object({
    /** The number of the part's first row, starting at 1. */
    firstRow: z.number().int().min(1).max(PO_MAX_ROWS),
    rows: z.array(fileRow).min(1).max(PO_PART_ROWS),
    /** Whether 05/12/2026 is May 12 in the whole file; without it, the costs and dates of this part decide. */
    isMonthFirst: z.boolean().optional(),
    /** Whether 1.250 can be twelve hundred and fifty in the whole file; without it, the costs of this part decide. */
    arePointsAmbiguous: z.boolean().optional(),
  }),
  maxBodyBytes: 16 * 1024 * 1024,
  response: success,
  reasons: ['not_staged'],
});

export const applyPoUpload = endpoint('POST /api/purchase-orders/uploads/:id/apply', {
  summary: 'Save a file in one transaction; bad rows and duplicate orders are refused, `update` updates orders that already exist',
  params: recordParams,
  body: z.object({ update: z.boolean().default(false) }).default({ update: false }),
  timeoutMs: 15 * MINUTE_MS,
  response: z.object({ orders: z.number(), lines: z.number(), changedLines: z.number() }),
  reasons: UPLOAD_REASONS,
});

const poDiffRow = z.object({
  row: z.number(),
  po_number: z.string(),
  supplier_sku: z.string(),
  product_name: z.string(),
  /** null when the order doesn't have the line yet. */
  old_ordered: z.number().nullable(),
  new_ordered: z.number(),
  old_cost: cost(z.number()),
  new_cost: cost(z.number()),
  /** The other differences, in words. */
  also: z.array(z.string()),
  /** The units on open packing lists, when the new quantity would be less; else null. */
  held_by_lists: z.number().nullable(),
});
export type PoDiffRow = z.infer<typeof poDiffRow>;

export const poUploadDiff = endpoint('GET /api/purchase-orders/uploads/:id/diff', {
  summary: 'Lines of a staged file that differ from existing orders, in the order of the file',
  params: recordParams,
  query: z.object({ after: rowNumber }),
  response: z.array(poDiffRow),
});
