import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { INTEGER_MAX, recordParams } from '../formats/ids.ts';
import { areRowsNumbered, NUMBERED_ROWS } from '../formats/row-numbers.ts';
import { PO_COLUMNS, PO_MAX_ROWS } from './purchase-order-rows.ts';
import { ORDER_MAX_BYTES } from './purchase-order-upload.ts';

/** The supplier SKU identifies a line; without one, the GTIN does. */
export const PACKING_LIST_COLUMNS = [
  ...PO_COLUMNS.filter((column) => column.field === 'supplier_sku' || column.field === 'gtin'),
  { field: 'quantity', label: 'Packing List Qty', isCount: true, aliases: ['packing list quantity', 'this list', 'list qty', 'qty', 'units'] },
] as const;

export const PACKING_LIST_FILE_MAX_ROWS = PO_MAX_ROWS;

const fileCell = z.string().max(500);
const fileRow = z.object({ supplier_sku: fileCell, gtin: fileCell, quantity: fileCell });
export type PackingListFileRow = z.infer<typeof fileRow>;

const fileRows = z.object({
  rows: z.array(fileRow).min(1).max(PACKING_LIST_FILE_MAX_ROWS),
  /** The numbers of the rows in the file, for problems that name another row; by default from 1. */
  rowNumbers: z.array(z.number().int().min(1).max(INTEGER_MAX)).max(PACKING_LIST_FILE_MAX_ROWS).optional(),
});
export type PackingListFileRows = z.infer<typeof fileRows>;

const packingListFile = { params: recordParams, maxBodyBytes: ORDER_MAX_BYTES } as const;

const comparedRow = z.object({
  /** Starting at 1. */
  row: z.number(),
  supplier_sku: z.string(),
  product_name: z.string().nullable(),
  /** The current quantity; null when the line is not on the list. */
  before: z.number().nullable(),
  /** The quantity after the import; null for a row with a problem. */
  after: z.number().nullable(),
  problem: z.string().nullable(),
  /** Whether the packing lists together would hold more than was ordered. */
  is_over_ordered: z.boolean(),
});
export type ComparedRow = z.infer<typeof comparedRow>;

export const comparePackingListFile = endpoint('POST /api/packing-lists/:id/lines/compare', {
  ...packingListFile,
  body: fileRows.refine(areRowsNumbered, NUMBERED_ROWS),
  summary: 'Preview the import of a file into a packing list: the changed quantities and the problems of its rows',
  response: z.array(comparedRow),
});

export const importPackingListLines = endpoint('POST /api/packing-lists/:id/lines/import', {
  ...packingListFile,
  body: fileRows.extend({ file_name: z.string().trim().min(1).max(255).optional() }).refine(areRowsNumbered, NUMBERED_ROWS),
  summary: 'Set the quantities of a packing list from a file, all of them or none; lines that the file omits stay unchanged',
  response: z.object({ changed: z.number() }),
  reasons: ['closed', 'invalid_rows'],
});
