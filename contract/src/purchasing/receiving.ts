import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { INTEGER_MAX, recordId } from '../formats/ids.ts';
import { utcText } from '../formats/utc-text.ts';
import { topic } from '../topic.ts';
import { listOfOrder, packingListLine, unitCount } from './packing-lists.ts';
import { poNumber } from './purchase-order-lines.ts';

/** The page saves notes this long after the last edit. */
export const NOTES_DELAY_MS = 500;
export const COLUMN_MIN_WIDTH_PX = 50;

/** The scan history answers at most this many scans at once. */
export const SCAN_HISTORY_LIMIT = 500;
export const SCAN_HISTORY_PAGE_SIZE = 50;
const RECEIVED_MAX = 99_999;

/**
 * A typed quantity may take a line this far over what its list expects. More is a typing mistake: the units would be in stock
 * without being there. Scans one by one have no limit.
 */
const OVER_TIMES = 10;
const OVER_UNITS = 100;

/** The units that a line of a list may reach by a typed quantity. @param expected the line's quantity on the list */
export function mostReceived(expected: number): number {
  return Math.max(expected * OVER_TIMES, expected + OVER_UNITS);
}
export const LINE_NOTES_MAX_LENGTH = 1_000;

export const RECEIVING_MESSAGES = {
  notFound: 'ASIN not found with GTIN/UPC/EAN',
  missing: 'Product ID or packing list ID is null',
  lpn: 'Invalid product ID format',
  scanFailed: 'Failed to process scan',
  quantityFailed: 'Failed to update quantity. Please try again.',
  created: 'Packing list created.',
} as const;

/** The answers of a receiving scan. */
export const SCAN_RESULTS = { notFound: 0, received: 1, missing: 2 } as const;

const receiptRow = z.object({
  id: z.number(),
  /** The scanned code. */
  scanned_id: z.string(),
  updated_at: utcText,
  supplier_sku: z.string(),
  product_name: z.string(),
  received_qty: z.number(),
  running_qty_remaining: z.number(),
  running_total_received: z.number(),
  packinglist_qty: z.number(),
  stowage_supplier_po_id: z.number(),
  /** The id that the scanning page gave this scan. */
  client_scan_id: z.string().nullable(),
  received_by: z.string(),
  /** Whether this is the newest scan of its code on the list, the only one whose quantity can change. */
  is_newest: z.boolean(),
  /** Whether a scan of this code completed its line. */
  is_finished: z.boolean(),
  /** The code on the unit's label. */
  identifier: z.string(),
  sku_condition: z.number().nullable(),
});
export type ReceiptRow = z.infer<typeof receiptRow>;

export const getScanHistory = endpoint('POST /api/getscannedpackinglisthistory', {
  summary: `The scans received on a packing list, newest first, at most ${SCAN_HISTORY_LIMIT}, with running totals per line; optionally before a scan or of one code`,
  body: z.object({
    ...listOfOrder,
    limit: z.int().min(1).max(SCAN_HISTORY_LIMIT).default(SCAN_HISTORY_LIMIT),
    /** The id of a scan: only older scans are answered. */
    before: recordId.optional(),
    /** Only scans of this code. */
    scannedId: z.string().trim().min(1).max(256).optional(),
  }),
  response: z.array(receiptRow),
});

export const scanReceived = endpoint('POST /api/receiveinventory/scan', {
  summary: 'Receive one unit: 1 received, 0 on no line of the list (stored as unexpected), 2 empty code or list. Repeating a clientScanId counts once',
  body: z.object({
    productId: z.union([z.string().max(256), z.number().transform(String)]).nullish(),
    packingListId: z.union([recordId, z.literal('').transform(() => null)]).nullish(),
    poNumber: poNumber.nullish(),
    clientScanId: z.string().min(8).max(64).optional(),
  }),
  response: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  reasons: ['lpn', 'closed', 'scan_id_reused'],
});

export const updateScan = endpoint('POST /api/receiveinventory/updatescan', {
  summary: 'Change the quantity of a scan, by default the newest of its code; answers the scan history and the lines of the list',
  body: z.object({
    ...listOfOrder,
    scannedId: z.union([z.string().min(1).max(256), z.number().transform(String)]),
    receivedQty: unitCount.pipe(z.int().min(0).max(RECEIVED_MAX)),
    /** The scan to change, in case another station has scanned the code since. */
    receiptId: recordId.optional(),
    /** The quantity that the person saw: the call is refused when it has changed. */
    expectedQty: z.int().min(0).max(INTEGER_MAX).optional(),
    /** Answers only the changed line and one page of the history. */
    isBrief: z.boolean().default(false),
  }),
  response: z.tuple([z.array(receiptRow), z.array(packingListLine)]),
  reasons: ['unknown_scan', 'changed_meanwhile', 'closed', 'not_in_stock', 'damaged', 'far_over'],
});

export const updatePackingListLine = endpoint('POST /api/receiveinventory/packinglist/update', {
  summary: 'Set the notes or the damaged units of a packing list line; damaged units move to quarantine',
  body: z.object({
    stowage_supplier_po_id: recordId,
    /** By default an open list of the line: one in receiving, the one that received it last, or the newest. */
    stowage_receive_inventory_packing_list_id: recordId.optional(),
    line_item_notes: z.string().trim().max(LINE_NOTES_MAX_LENGTH).nullish(),
    /** The notes that the person saw, null for none: the call is refused when somebody else has changed them, and answers them in `details.line_item_notes`. */
    seen_notes: z.string().max(LINE_NOTES_MAX_LENGTH).nullish(),
    /** Named differently from `damaged_qty`, so that a client that sends a whole line back with a new note doesn't overwrite a newer count. */
    setDamagedQty: unitCount.optional(),
    /** The damaged units that the person saw: the call is refused when they have changed. */
    expectedDamagedQty: z.int().min(0).max(INTEGER_MAX).optional(),
  }),
  response: success,
  reasons: ['unknown_line', 'closed', 'note_needed', 'more_than_received', 'not_in_stock', 'changed_meanwhile'],
});

/** Published when an order or one of its packing lists changes. */
export const receivingTopic = topic({
  path: 'receiving',
  payload: z.object({
    poNumber: z.string(),
    packingListId: z.number().nullable(),
    change: z.enum(['RECEIVED', 'UNEXPECTED', 'CHANGED', 'LINE', 'LIST', 'UPLOADED']),
    /** The changed lines of the order; absent when any line may have changed. */
    lineIds: z.array(z.number()).optional(),
  }),
  permission: 'purchasing.read',
});
