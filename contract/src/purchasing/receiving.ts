import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { recordId, utcText } from '../formats/record.ts';
import { topic } from '../topic.ts';
import { ORDER_MAX_BYTES } from './purchase-order-files.ts';

/** Typed notes are sent this long after the last edit. */
export const NOTES_DELAY_MS = 500;
export const COLUMN_MIN_WIDTH_PX = 50;

/** The specification's calls, which have no paging, answer at most this many orders. */
export const PO_LIST_LIMIT = 5_000;
/** The list of purchase orders to choose from shows this many; a search finds the others. */
export const PO_OPTIONS_LIMIT = 200;
/** The scan history answers at most this many scans at once. */
export const SCAN_HISTORY_LIMIT = 500;
/** A page of it on the screen. */
export const SCAN_HISTORY_PAGE_SIZE = 50;
export const RECEIVED_MAX = 99_999;
export const LINE_NOTES_MAX_LENGTH = 1_000;

export const RECEIVING_MESSAGES = {
  notFound: 'ASIN not found with GTIN/UPC/EAN',
  missing: 'Product ID or packing list ID is null',
  lpn: 'Invalid product ID format',
  scanFailed: 'Failed to process scan',
  quantityFailed: 'Failed to update quantity. Please try again.',
  created: 'Packing list created.',
} as const;

/** What a receiving scan answers. */
export const SCAN_RESULTS = { notFound: 0, received: 1, missing: 2 } as const;

/** DRAFT → IN_TRANSIT → RECEIVING → RECEIVED (nothing is left to come) → CLOSED; CANCELED. */
export const PACKING_LIST_STATES = ['DRAFT', 'IN_TRANSIT', 'RECEIVING', 'RECEIVED', 'CLOSED', 'CANCELED'] as const;
export type PackingListState = (typeof PACKING_LIST_STATES)[number];

/** The number of an order; pages send one of digits alone as a number, too. */
export const poNumber = z.union([z.string(), z.number()]).transform((value) => String(value).trim());
const digits = z.string().regex(/^\d{1,9}$/);
const UNITS_MAX = 1_000_000;
/** A count as a number, or as it stands in a text field. */
const quantity = z.union([z.int().min(0).max(UNITS_MAX), digits.transform(Number).pipe(z.int().max(UNITS_MAX))], { error: 'must be a whole number' });

/** A search for a line answers at most this many. */
export const LINES_FOUND_LIMIT = 20;
/** Only these lines, where others are known already. One that is not answered is not there any more. */
const someLines = z.array(recordId).max(1_000).optional();

export const poOption = z.object({ value: z.string(), label: z.string(), vendor: z.string().nullable(), is_settled: z.boolean() });
export type PoOption = z.infer<typeof poOption>;

export const poLine = z.object({
  id: z.number(),
  purchase_order_id: z.number(),
  poNumber: z.string(),
  gtin: z.string(),
  supplier_sku: z.string(),
  product_name: z.string(),
  qty_ordered: z.number(),
  total_received: z.number(),
  /** Ordered less received and canceled; negative when more came. */
  remaining_qty: z.number(),
  damaged_qty: z.number(),
  backordered_qty: z.number(),
  canceled_qty: z.number(),
  over_qty: z.number(),
  unit_cost: z.number().nullable(),
  expected_date: z.string().nullable(),
  added_reason: z.string().nullable(),
  /** What a new packing list holds of it at first: empty. */
  packingListQty: z.number().nullable(),
  /** On all packing lists together, canceled ones aside. */
  all_packinglist_qty: z.number(),
});
export type PoLine = z.infer<typeof poLine>;

export const packingListOption = z.object({
  value: z.number(),
  label: z.string(),
  shipment_id: z.string(),
  stowage_receive_inventory_packing_list_id: z.number(),
  state: z.enum(PACKING_LIST_STATES),
  carrier: z.string().nullable(),
  tracking_number: z.string().nullable(),
  expected_date: z.string().nullable(),
  boxes: z.number().nullable(),
  notes: z.string().nullable(),
  /** The name of its file, if it has one. */
  file_name: z.string().nullable(),
  skus: z.number(),
  units: z.number(),
  received: z.number(),
  damaged: z.number(),
  unexpected: z.number(),
  created_by: z.string(),
  created_at: utcText,
});
export type PackingListOption = z.infer<typeof packingListOption>;

export const packingListLine = z.object({
  stowage_supplier_po_id: z.number(),
  stowage_receive_inventory_packing_list_id: z.number(),
  poNumber: z.string(),
  Asin: z.string().nullable(),
  gtin: z.string(),
  supplier_sku: z.string(),
  product_name: z.string(),
  packinglist_qty: z.number(),
  packing_list_received: z.number(),
  damaged_qty: z.number(),
  line_item_notes: z.string().nullable(),
  qty_ordered: z.number(),
  /** Its place in the order. */
  line_number: z.number(),
  /** On the other packing lists, canceled ones aside. */
  other_packinglist_qty: z.number(),
  image_url: z.string().nullable(),
});
export type PackingListLine = z.infer<typeof packingListLine>;

export const receiptRow = z.object({
  /** Tells this scan from others of the same code. */
  id: z.number(),
  /** The code that was scanned. */
  scanned_id: z.string(),
  updated_at: utcText,
  supplier_sku: z.string(),
  product_name: z.string(),
  received_qty: z.number(),
  running_qty_remaining: z.number(),
  running_total_received: z.number(),
  packinglist_qty: z.number(),
  stowage_supplier_po_id: z.number(),
  /** The id that the scanning page gave this scan, if it did. */
  client_scan_id: z.string().nullable(),
  received_by: z.string(),
  /** No scan of its code on the list is newer: its number can be changed. */
  is_newest: z.boolean(),
  /** A scan of its code completed its line. */
  is_finished: z.boolean(),
  /** What a label for the unit says. */
  identifier: z.string(),
  sku_condition: z.number().nullable(),
});
export type ReceiptRow = z.infer<typeof receiptRow>;

export const getPoNumbers = endpoint({
  method: 'POST',
  path: '/api/receiveinventory/getponumbers',
  summary: `The purchase orders to receive against, those with something to come first, then the newest, at most ${PO_LIST_LIMIT}; a search finds any, at most ${PO_OPTIONS_LIMIT} at a time`,
  body: z.object({ search: z.string().trim().max(64).optional() }).optional(),
  response: z.array(poOption),
});

export const getPoLines = endpoint({
  method: 'POST',
  path: '/api/receiveinventory/getpodata',
  summary: `The lines of a purchase order with what came of each, or some of them; a search answers the first ${LINES_FOUND_LIMIT} whose SKU, GTIN or product has it`,
  body: z.object({ poNumber, lineIds: someLines, search: z.string().trim().min(1).max(100).optional() }),
  response: z.array(poLine),
});

export const createPackingList = endpoint({
  method: 'POST',
  path: '/api/receiveinventory/createnewpackinglist',
  summary: 'Make a packing list of some lines of an order; 1 when it is made. The same clientId makes one, however often it is sent',
  body: z.object({
    poNumber,
    packingList: z.record(digits, z.union([quantity, z.literal('').transform(() => 0), z.null().transform(() => 0)])),
    clientId: z.string().min(8).max(64).optional(),
  }),
  maxBodyBytes: ORDER_MAX_BYTES,
  response: z.literal(1),
  reasons: ['no_quantity', 'unknown_line'],
});

export const listPackingLists = endpoint({
  method: 'POST',
  path: '/api/receiveinventory/packinglistfrompo',
  summary: 'The packing lists of a purchase order, newest first, or the one that was made under a clientId',
  body: z.object({ poNumber, clientId: z.string().min(8).max(64).optional() }),
  response: z.array(packingListOption),
});

const ofList = { poNumber, packingListId: recordId };

export const getPackingListLines = endpoint({
  method: 'POST',
  path: '/api/receiveinventory/getpackinglistdata',
  summary: 'The lines of a packing list, those that are complete first, or some of them',
  body: z.object({ ...ofList, lineIds: someLines }),
  response: z.array(packingListLine),
});

export const getPackingListStats = endpoint({
  method: 'POST',
  path: '/api/receiveinventory/packingliststats',
  summary: 'Four numbers of a packing list: expected, received, remaining (negative: over) and damaged units',
  body: z.object(ofList),
  response: z.array(z.object({ name: z.string(), value: z.number(), percent: z.number().optional() })),
});

export const getScanHistory = endpoint({
  method: 'POST',
  path: '/api/getscannedpackinglisthistory',
  summary: `What was received on a packing list, newest first, at most ${SCAN_HISTORY_LIMIT} scans, with running totals per line; before a scan, or of one code`,
  body: z.object({
    ...ofList,
    limit: z.int().min(1).max(SCAN_HISTORY_LIMIT).default(SCAN_HISTORY_LIMIT),
    /** The id of a scan: those that are older. */
    before: recordId.optional(),
    /** Only scans of this code. */
    scannedId: z.string().trim().min(1).max(256).optional(),
  }),
  response: z.array(receiptRow),
});

export const scanReceived = endpoint({
  method: 'POST',
  path: '/api/receiveinventory/scan',
  summary: 'Receive one unit: 1 received, 0 on no line of the list (kept as unexpected), 2 nothing was sent. The same clientScanId counts once',
  body: z.object({
    productId: z.union([z.string().max(256), z.number().transform(String)]).nullish(),
    packingListId: z.union([recordId, z.literal('').transform(() => null)]).nullish(),
    poNumber: poNumber.nullish(),
    clientScanId: z.string().min(8).max(64).optional(),
  }),
  response: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  reasons: ['lpn', 'closed', 'scan_id_reused'],
});

export const updateScan = endpoint({
  method: 'POST',
  path: '/api/receiveinventory/updatescan',
  summary: 'Say how many units a scan stands for, without a receiptId the newest of its code; answers the scan history and the lines of the list',
  body: z.object({
    ...ofList,
    scannedId: z.union([z.string().min(1).max(256), z.number().transform(String)]),
    receivedQty: quantity.pipe(z.int().min(0).max(RECEIVED_MAX)),
    /** Which scan it is, where the sender knows: another station may have scanned the code since. */
    receiptId: recordId.optional(),
    /** What the person saw: another number by now is to be looked at again. */
    expectedQty: z.int().min(0).optional(),
    /** Answer only the line that changed, and one page of the history. */
    isBrief: z.boolean().default(false),
  }),
  response: z.tuple([z.array(receiptRow), z.array(packingListLine)]),
  reasons: ['unknown_scan', 'changed_meanwhile', 'closed', 'not_in_stock', 'damaged'],
});

export const updatePackingListLine = endpoint({
  method: 'POST',
  path: '/api/receiveinventory/packinglist/update',
  summary: 'Write down something about a line of a packing list, or how many of its units came damaged: those go to quarantine',
  body: z.object({
    stowage_supplier_po_id: recordId,
    /** Without it an open list of the line is meant: one that is being received, that where the line came last, else the newest. */
    stowage_receive_inventory_packing_list_id: recordId.optional(),
    line_item_notes: z.string().trim().max(LINE_NOTES_MAX_LENGTH).nullish(),
    /** Not `damaged_qty`: whoever sends a line back as it was read, for its note, would undo what others have said of it meanwhile. */
    setDamagedQty: quantity.optional(),
  }),
  response: success,
  reasons: ['unknown_line', 'closed', 'note_needed', 'more_than_received', 'not_in_stock'],
});

/** Something about an order or one of its packing lists changed. */
export const receivingTopic = topic({
  path: 'receiving',
  payload: z.object({
    poNumber: z.string(),
    packingListId: z.number().nullable(),
    change: z.enum(['RECEIVED', 'UNEXPECTED', 'CHANGED', 'LINE', 'LIST', 'UPLOADED']),
    /** The lines of the order that it is about; without them it may be any. */
    lineIds: z.array(z.number()).optional(),
  }),
  permission: 'purchasing.read',
});
