import * as z from 'zod';
import { endpoint, fileBytes, success } from '../endpoint.ts';
import { day } from '../formats/day.ts';
import { cellText, readGtinCell } from '../formats/file-cells.ts';
import { utcText } from '../formats/record.ts';
import { ORDER_MAX_BYTES, PO_COLUMNS, PO_MAX_ROWS } from './purchase-order-files.ts';
import { poNumber } from './receiving.ts';

export const UNITS_MAX = 1_000_000;
const listId = z.object({ id: z.coerce.number<number | string>().int().positive() });
const lineId = listId.extend({ line: z.coerce.number<number | string>().int().positive() });
const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullable()
    .transform((text) => text || null);

export const addPoLine = endpoint({
  method: 'POST',
  path: '/api/purchase-orders/lines',
  summary: 'Add a line to a purchase order, because the vendor did; with a packing list also to that one',
  body: z.object({
    poNumber,
    gtin: z
      .string()
      .max(64)
      .transform((text, context) => {
        const read = readGtinCell(cellText(text), 'GTIN');
        if ('value' in read) return read.value;
        context.addIssue({ code: 'custom', message: read.problem });
        return z.NEVER;
      }),
    supplier_sku: z.string().trim().min(1, 'Supplier SKU is missing').max(100),
    product_name: z.string().trim().min(1, 'Product Name is missing').max(500),
    qty_ordered: z.int('must be a whole number').min(0).max(UNITS_MAX),
    unit_cost: z
      .string()
      .trim()
      .regex(/^\d{1,9}(\.\d{1,4})?$/, 'must be an amount in dollars')
      .nullish(),
    reason: z.string().trim().min(1, 'Say why it is added').max(200),
    packingListId: z.int().positive().optional(),
  }),
  response: z.object({ id: z.number() }),
  reasons: ['duplicate_sku', 'closed'],
});

const listHeader = z
  .object({
    label: z.string().trim().min(1, 'Label is missing').max(100),
    shipment_id: z.string().trim().min(1, 'Shipment id is missing').max(100),
    carrier: optionalText(100),
    tracking_number: optionalText(100),
    expected_date: day.nullable(),
    boxes: z.int().min(1).max(100_000).nullable(),
    notes: optionalText(2_000),
  })
  .partial();

export const updatePackingList = endpoint({
  method: 'PUT',
  path: '/api/packing-lists/:id',
  summary: "Change a packing list's label, shipment and state; what is not sent stays as it is",
  params: listId,
  body: listHeader.extend({
    /** Before its first scan a list is a draft or on its way. */
    is_in_transit: z.boolean().optional(),
    /** What the person saw of what is changed: another value by now is to be looked at again. */
    seen: listHeader.optional(),
  }),
  response: success,
  reasons: ['closed', 'changed_meanwhile'],
});

export const LIST_FILE_MAX_BYTES = 10 * 1024 * 1024;

export const attachListFile = endpoint({
  method: 'PUT',
  path: '/api/packing-lists/:id/file',
  summary: 'Keep the file that came with a packing list, in the place of the one that it had',
  params: listId,
  query: z.object({ name: z.string().trim().min(1).max(200) }),
  body: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array, 'must be bytes'),
  accepts: 'bytes',
  maxBodyBytes: LIST_FILE_MAX_BYTES,
  response: success,
  reasons: ['closed', 'empty'],
});

export const removeListFile = endpoint({
  method: 'DELETE',
  path: '/api/packing-lists/:id/file',
  summary: 'Take the file of a packing list away',
  params: listId,
  response: success,
  reasons: ['closed'],
});

export const getListFile = endpoint({
  method: 'GET',
  path: '/api/packing-lists/:id/file',
  summary: 'The file of a packing list',
  params: listId,
  response: fileBytes,
  format: 'file',
});

export const setPackingListQuantity = endpoint({
  method: 'PUT',
  path: '/api/packing-lists/:id/lines/:line',
  summary: 'Say how many units of a line a packing list holds, at least those that were received; a line of the order that is not on it yet is put on it',
  params: lineId,
  body: z.object({ quantity: z.int('must be a whole number').min(0).max(UNITS_MAX) }),
  response: success,
  reasons: ['closed', 'less_than_received', 'unknown_line'],
});

export const removePackingListLine = endpoint({
  method: 'DELETE',
  path: '/api/packing-lists/:id/lines/:line',
  summary: 'Take a line off a packing list, while nothing of it was received',
  params: lineId,
  response: success,
  reasons: ['closed', 'less_than_received', 'unknown_line'],
});

export const splitPackingList = endpoint({
  method: 'POST',
  path: '/api/packing-lists/:id/split',
  summary: 'Put what has not come of some lines on a new packing list',
  params: listId,
  body: z.object({ lines: z.array(z.int().positive()).min(1).max(10_000) }),
  response: z.object({ id: z.number() }),
  reasons: ['closed', 'nothing_left'],
});

export const duplicatePackingList = endpoint({
  method: 'POST',
  path: '/api/packing-lists/:id/duplicate',
  summary: 'Make a new packing list with the same lines and quantities',
  params: listId,
  response: z.object({ id: z.number() }),
});

export const cancelPackingList = endpoint({
  method: 'POST',
  path: '/api/packing-lists/:id/cancel',
  summary: 'Cancel a packing list of which nothing came',
  params: listId,
  response: success,
  reasons: ['closed', 'less_than_received', 'unexpected_items'],
});

export const DIFFERENCES = ['SHORT', 'OVER', 'DAMAGED'] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** What may be decided of each difference when a list is closed. */
export const DECISIONS = {
  SHORT: ['BACKORDER', 'CANCEL', 'CLAIM', 'FOUND_LATER'],
  OVER: ['KEEP', 'RETURN', 'PARK'],
  DAMAGED: ['CLAIM', 'KEEP'],
} as const satisfies Record<Difference, readonly string[]>;
export type Decision = (typeof DECISIONS)[Difference][number];

export const closingLine = z.object({
  stowage_supplier_po_id: z.number(),
  supplier_sku: z.string(),
  product_name: z.string(),
  packinglist_qty: z.number(),
  packing_list_received: z.number(),
  damaged_qty: z.number(),
  difference: z.enum(DIFFERENCES),
  quantity: z.number(),
});
export type ClosingLine = z.infer<typeof closingLine>;

export const getClosing = endpoint({
  method: 'GET',
  path: '/api/packing-lists/:id/closing',
  summary: 'The lines of a packing list that are short, over or damaged: closing it decides each',
  params: listId,
  response: z.object({ lines: z.array(closingLine), unexpected: z.number() }),
});

export const closePackingList = endpoint({
  method: 'POST',
  path: '/api/packing-lists/:id/close',
  summary: 'Close a packing list with a decision for each line that is short, over or damaged, as they stand',
  params: listId,
  body: z.object({
    decisions: z
      .array(
        z.object({
          stowage_supplier_po_id: z.int().positive(),
          difference: z.enum(DIFFERENCES),
          /** What the person saw: another number by now is to be looked at again. */
          quantity: z.int().positive(),
          decision: z.enum(['BACKORDER', 'CANCEL', 'CLAIM', 'FOUND_LATER', 'KEEP', 'RETURN', 'PARK']),
        }),
      )
      // A line may be over and damaged.
      .max(2 * PO_MAX_ROWS),
  }),
  maxBodyBytes: ORDER_MAX_BYTES,
  response: success,
  reasons: ['closed', 'undecided', 'changed_meanwhile', 'impossible_decision', 'unexpected_items', 'not_in_stock'],
});

export const reopenPackingList = endpoint({
  method: 'POST',
  path: '/api/packing-lists/:id/reopen',
  summary: 'Open a closed packing list again and take back what closing it decided; units that it set aside and that are still in quarantine come back',
  params: listId,
  body: z.object({ reason: z.string().trim().min(1, 'Say why it is opened again').max(500) }),
  response: success,
  reasons: ['not_closed', 'credit_received'],
});

export const unexpectedItem = z.object({
  /** The code that was scanned. */
  code: z.string(),
  quantity: z.number(),
  item_name: z.string().nullable(),
  image_url: z.string().nullable(),
  /** The line of the order that has it, though the list has not. */
  stowage_supplier_po_id: z.number().nullable(),
  supplier_sku: z.string().nullable(),
  first_at: utcText,
  last_at: utcText,
});
export type UnexpectedItem = z.infer<typeof unexpectedItem>;

export const listUnexpected = endpoint({
  method: 'GET',
  path: '/api/packing-lists/:id/unexpected',
  summary: 'What was scanned and is on no line of a packing list, by code',
  params: listId,
  response: z.array(unexpectedItem),
});

export const settleUnexpected = endpoint({
  method: 'POST',
  path: '/api/packing-lists/:id/unexpected',
  summary:
    'Say what an unexpected code is: units of a line, units to park in quarantine, or a mistake. Of a line of the order that is not on the list, the list gets it',
  params: listId,
  body: z
    .object({
      code: z.string().min(1).max(256),
      outcome: z.enum(['RECEIVED', 'PARKED', 'DISMISSED']),
      stowage_supplier_po_id: z.int().positive().optional(),
    })
    .refine(({ outcome, stowage_supplier_po_id }) => outcome !== 'RECEIVED' || stowage_supplier_po_id !== undefined, {
      path: ['stowage_supplier_po_id'],
      message: 'Say which line it is',
    }),
  response: z.object({ quantity: z.number() }),
  reasons: ['closed', 'unknown_line', 'nothing_waits'],
});

export const packingListProgress = endpoint({
  method: 'GET',
  path: '/api/packing-lists/:id/progress',
  summary: 'How receiving a packing list goes: complete SKUs, the last scan, the pace, and who is at it',
  params: listId,
  response: z.object({
    complete_skus: z.number(),
    skus: z.number(),
    last_scan_at: utcText.nullable(),
    units_last_hour: z.number(),
    /** Who received something in the last five minutes. */
    receivers: z.array(z.string()),
  }),
});

export const exportPackingList = endpoint({
  method: 'GET',
  path: '/api/packing-lists/:id/lines.csv',
  summary: 'The lines of a packing list as CSV',
  params: listId,
  response: z.custom<AsyncIterable<string>>(),
  format: 'csv',
});

/** A line is found by its supplier SKU, else by its GTIN. */
export const PACKING_LIST_COLUMNS = [
  ...PO_COLUMNS.filter((column) => column.field === 'supplier_sku' || column.field === 'gtin'),
  { field: 'quantity', label: 'Packing List Qty', aliases: ['packing list quantity', 'this list', 'list qty', 'qty', 'units'] },
] as const;

export const PACKING_LIST_FILE_MAX_ROWS = PO_MAX_ROWS;

const fileCell = z.string().max(500);
const fileRow = z.object({ supplier_sku: fileCell, gtin: fileCell, quantity: fileCell });
export type PackingListFileRow = z.infer<typeof fileRow>;

const packingListFile = {
  method: 'POST',
  params: listId,
  body: z.object({
    rows: z.array(fileRow).min(1).max(PACKING_LIST_FILE_MAX_ROWS),
  }),
  maxBodyBytes: ORDER_MAX_BYTES,
} as const;

const comparedRow = z.object({
  /** From 1. */
  row: z.number(),
  supplier_sku: z.string(),
  product_name: z.string().nullable(),
  /** What the list holds; null while the line is not on it. */
  before: z.number().nullable(),
  /** What it will hold; null where the row says nothing that can be done. */
  after: z.number().nullable(),
  /** Why the row can't be taken. */
  problem: z.string().nullable(),
  /** With its other lists the line then has more than was ordered. */
  is_over_ordered: z.boolean(),
});
export type ComparedRow = z.infer<typeof comparedRow>;

export const comparePackingListFile = endpoint({
  ...packingListFile,
  path: '/api/packing-lists/:id/lines/compare',
  summary: 'What a file would change of the lines of a packing list, and what is wrong with its rows',
  response: z.array(comparedRow),
});

export const importPackingListLines = endpoint({
  ...packingListFile,
  path: '/api/packing-lists/:id/lines/import',
  summary: 'Set the quantities of a packing list as a file says, all of it or nothing; lines that it does not name stay as they are',
  response: z.object({ changed: z.number() }),
  reasons: ['closed', 'invalid_rows'],
});
