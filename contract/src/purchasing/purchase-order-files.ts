import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { cellText, findColumns, hasDecimalComma, readCountCell, readDayCell, readGtinCell, readMoneyCell } from '../formats/file-cells.ts';

/** The columns of a purchase order's file, under the names that they are shown by. Other spellings are known as aliases. */
export const PO_COLUMNS = [
  {
    field: 'po_number',
    label: 'PO Number',
    isRequired: true,
    aliases: ['po', 'po no', 'po num', 'po id', 'purchase order', 'purchase order number', 'order number'],
  },
  { field: 'vendor', label: 'Vendor', isRequired: false, aliases: ['supplier', 'vendor name', 'supplier name'] },
  { field: 'gtin', label: 'GTIN/UPC', isRequired: true, aliases: ['gtin', 'upc', 'ean', 'barcode', 'upc code', 'upc/ean', 'gtin14', 'upc gtin'] },
  {
    field: 'supplier_sku',
    label: 'Supplier SKU',
    isRequired: true,
    aliases: ['sku', 'vendor sku', 'supplier item', 'item code', 'item number', 'part number', 'style'],
  },
  {
    field: 'product_name',
    label: 'Product Name',
    isRequired: true,
    aliases: ['product', 'name', 'title', 'product title', 'item name', 'description', 'item description'],
  },
  {
    field: 'ordered',
    label: 'Qty Ordered',
    isRequired: true,
    aliases: ['qty', 'quantity', 'ordered', 'order qty', 'ordered qty', 'quantity ordered', 'units'],
  },
  { field: 'unit_cost', label: 'Unit Cost', isRequired: false, aliases: ['cost', 'price', 'unit price', 'cost per unit'] },
  { field: 'expected_on', label: 'Expected Date', isRequired: false, aliases: ['expected', 'eta', 'due date', 'delivery date', 'expected on'] },
] as const;
export type PoField = (typeof PO_COLUMNS)[number]['field'];

export const PO_PART_ROWS = 5_000;
/** More rows than this are two files. */
export const PO_MAX_ROWS = 500_000;
export const PO_MAX_QUANTITY = 1_000_000;
/** What one call may hold that says something of every line of an order. */
export const ORDER_MAX_BYTES = 128 * 1024 * 1024;
/** So many problems and orders are told one by one; all are counted. */
export const PO_PROBLEMS_TOLD = 200;
export const PO_DIFF_ROWS = 50;

export const PO_UPLOAD_MESSAGES = {
  success: 'PO uploaded successfully',
  refused: 'Duplicate PO or System Error',
  noAnswer: 'Upload Failed - Duplicate PO or Error',
} as const;

type Cell = string | number | boolean | null | undefined;
export type PoFileRow = Readonly<Partial<Record<PoField, string | number | null>>>;

/** A row as it is understood. */
export interface PoLine {
  readonly poNumber: string;
  readonly vendor: string | null;
  readonly gtin: string | null;
  readonly supplierSku: string;
  readonly productName: string;
  readonly ordered: number | null;
  /** Decimal text, US dollars; null is unknown. */
  readonly unitCost: string | null;
  /** A plain date. */
  readonly expectedOn: string | null;
  /** Why the row is not taken, by field. */
  readonly errors: readonly PoProblem[];
}

export interface PoProblem {
  readonly field: PoField;
  readonly message: string;
}

const MAX_LENGTHS = { po_number: 64, vendor: 200, supplier_sku: 100, product_name: 500 } as const;

export function findPoColumns(headers: readonly string[]): Partial<Record<PoField, string>> {
  return findColumns<PoField>(PO_COLUMNS, headers);
}

/** Reads a row as browser and server both do; everything that is wrong with it is told at once. */
export function readPoRow(raw: PoFileRow): PoLine {
  const errors: PoProblem[] = [];
  const text = (field: keyof typeof MAX_LENGTHS, label: string): string => {
    const value = cellText(raw[field]).replace(/^'/, '');
    if (value === '' && field !== 'vendor') errors.push({ field, message: `${label} is missing` });
    if (field === 'po_number' && isExponent(value))
      errors.push({ field, message: `${label} "${value}" was converted to a number by a spreadsheet: format that column as text` });
    if (value.length > MAX_LENGTHS[field]) errors.push({ field, message: `${label} is longer than ${MAX_LENGTHS[field]} characters` });
    return value.slice(0, MAX_LENGTHS[field]);
  };
  const read = <T>(field: PoField, cell: { readonly value: T } | { readonly problem: string }): T | null => {
    if ('value' in cell) return cell.value;
    errors.push({ field, message: cell.problem });
    return null;
  };
  return {
    poNumber: text('po_number', 'PO Number'),
    vendor: text('vendor', 'Vendor') || null,
    gtin: read('gtin', readGtinCell(cellText(raw.gtin).replace(/^'/, ''), 'GTIN/UPC')),
    supplierSku: text('supplier_sku', 'Supplier SKU'),
    productName: text('product_name', 'Product Name'),
    ordered: read('ordered', readCountCell(cellText(raw.ordered), { column: 'Qty Ordered', max: PO_MAX_QUANTITY })),
    unitCost: read('unit_cost', readMoneyCell(cellText(raw.unit_cost), { column: 'Unit Cost', decimals: 4 })),
    expectedOn: read('expected_on', readDayCell(cellText(raw.expected_on), 'Expected Date', !hasDecimalComma(cellText(raw.unit_cost)))),
    errors,
  };
}

/** Only the ways in which spreadsheets write large numbers: an order may well be called `4E12`. */
function isExponent(value: string): boolean {
  return /^\d[.,]\d+E\+\d+$/i.test(value);
}

/** A row under the names of its file's headers, as the specification's call sends it. */
const namedRow = z.custom<Readonly<Record<string, Cell>>>(
  (row) => typeof row === 'object' && row !== null && !Array.isArray(row) && Object.values(row).every((cell) => typeof cell !== 'object' || cell === null),
  'must be a row of texts and numbers',
);
const fileRow = z.custom<PoFileRow>(
  (row) =>
    typeof row === 'object' &&
    row !== null &&
    !Array.isArray(row) &&
    Object.values(row).every((cell) => cell === null || typeof cell === 'string' || typeof cell === 'number'),
  'must be a row of texts and numbers',
);

const UPLOAD_REASONS = [
  'no_rows',
  'missing_columns',
  'invalid_rows',
  'same_file',
  'duplicate_po',
  'changed_po',
  'other_vendor',
  'received_line',
  'not_staged',
] as const;

/** An order of the file that there is already, and in what they differ. */
export const poDuplicate = z.object({
  id: z.number(),
  po_number: z.string(),
  kind: z.enum(['SAME', 'CHANGED', 'OTHER_VENDOR']),
  /** Whose it is. */
  vendor: z.string().nullable(),
  file_vendor: z.string().nullable(),
  new_lines: z.number(),
  changed_lines: z.number(),
  /** Lines of the order of which the file says nothing: they stay as they are. */
  other_lines: z.number(),
  /** The order has no vendor yet. */
  sets_vendor: z.boolean(),
});
export type PoDuplicate = z.infer<typeof poDuplicate>;

/** What stands under 'Duplicate PO or System Error': the real cause, and what it is about. */
export const poUploadRefusal = z.object({
  cause: z.string(),
  rejectedCount: z.number(),
  rejected: z.array(z.object({ row: z.number(), field: z.string(), message: z.string() })),
  duplicateCount: z.number(),
  duplicates: z.array(poDuplicate),
});
export type PoUploadRefusal = z.infer<typeof poUploadRefusal>;

export const uploadPos = endpoint({
  method: 'POST',
  path: '/api/uploadpos',
  summary: 'Save the purchase orders of a file, all of them or none; 1 when they are saved',
  body: z.object({ data: z.array(namedRow).max(PO_MAX_ROWS), fileName: z.string().trim().max(1_000).default('') }),
  maxBodyBytes: ORDER_MAX_BYTES,
  response: z.literal(1),
  reasons: UPLOAD_REASONS,
});

const uploadId = z.object({ id: z.coerce.number<number | string>().int().positive() });

export const createPoUpload = endpoint({
  method: 'POST',
  path: '/api/purchase-orders/uploads',
  summary: 'Begin a file: its rows follow in parts, and are then saved together',
  body: z.object({
    fileName: z.string().trim().min(1).max(1_000),
    /** All of them must have come before the file is saved. */
    rowCount: z.number().int().min(1, 'There are no rows').max(PO_MAX_ROWS),
  }),
  response: z.object({ id: z.number() }),
});

export const stagePoRows = endpoint({
  method: 'POST',
  path: '/api/purchase-orders/uploads/:id/rows',
  summary: 'Put a part of a file in its place; sending it again replaces it',
  params: uploadId,
  body: z.object({
    /** The number of its first row, from 1. */
    firstRow: z.number().int().min(1).max(PO_MAX_ROWS),
    rows: z.array(fileRow).min(1).max(PO_PART_ROWS),
  }),
  maxBodyBytes: 16 * 1024 * 1024,
  response: success,
  reasons: ['not_staged'],
});

export const applyPoUpload = endpoint({
  method: 'POST',
  path: '/api/purchase-orders/uploads/:id/apply',
  summary: 'Save a file in one transaction, its bad rows and duplicate orders refused; `update` brings orders that there are already up to date',
  params: uploadId,
  body: z.object({ update: z.boolean().default(false) }).default({ update: false }),
  timeoutMs: 15 * 60_000,
  response: z.object({ orders: z.number(), lines: z.number(), changedLines: z.number() }),
  reasons: UPLOAD_REASONS,
});

export const poDiffRow = z.object({
  row: z.number(),
  po_number: z.string(),
  supplier_sku: z.string(),
  product_name: z.string(),
  /** null where the order has no such line yet. */
  old_ordered: z.number().nullable(),
  new_ordered: z.number(),
  old_cost: z.number().nullable(),
  new_cost: z.number().nullable(),
  /** What else differs, in words. */
  also: z.array(z.string()),
  /** How many units the open packing lists hold, where that is more than would be ordered. */
  held_by_lists: z.number().nullable(),
});
export type PoDiffRow = z.infer<typeof poDiffRow>;

export const poUploadDiff = endpoint({
  method: 'GET',
  path: '/api/purchase-orders/uploads/:id/diff',
  summary: 'Lines of a staged file that differ from those of orders that there are already, in the order of the file',
  params: uploadId,
  query: z.object({ after: z.coerce.number<number | string>().int().min(0).default(0) }),
  response: z.array(poDiffRow),
});
