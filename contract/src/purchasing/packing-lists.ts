import * as z from 'zod';
import { answersCsv, endpoint } from '../endpoint.ts';
import { recordId, recordParams } from '../formats/ids.ts';
import { utcText } from '../formats/utc-text.ts';
import { lineIds, poNumber, UNITS_MAX } from './purchase-order-lines.ts';
import { ORDER_MAX_BYTES } from './purchase-order-upload.ts';

/** DRAFT → IN_TRANSIT → RECEIVING → RECEIVED (every line is complete) → CLOSED; CANCELED. */
export const PACKING_LIST_STATES = ['DRAFT', 'IN_TRANSIT', 'RECEIVING', 'RECEIVED', 'CLOSED', 'CANCELED'] as const;
export type PackingListState = (typeof PACKING_LIST_STATES)[number];

/** Names a packing list and its order in a request body. */
export const listOfOrder = { poNumber, packingListId: recordId };

const digits = z.string().regex(/^\d{1,9}$/);
/** A count, as a number or as the text of an input field. */
export const unitCount = z.union([z.int().min(0).max(UNITS_MAX), digits.transform(Number).pipe(z.int().max(UNITS_MAX))], { error: 'must be a whole number' });

const packingListOption = z.object({
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
  /** The line's position in the order. */
  line_number: z.number(),
  /** The units on the order's other packing lists that are not canceled. */
  other_packinglist_qty: z.number(),
  image_url: z.string().nullable(),
});
export type PackingListLine = z.infer<typeof packingListLine>;

export const createPackingList = endpoint('POST /api/receiveinventory/createnewpackinglist', {
  summary: 'Create a packing list from some lines of an order; answers 1. Repeating a clientId creates no second list; with other quantities it is refused',
  body: z.object({
    poNumber,
    packingList: z.record(digits, z.union([unitCount, z.literal('').transform(() => 0), z.null().transform(() => 0)])),
    clientId: z.string().min(8).max(64).optional(),
  }),
  maxBodyBytes: ORDER_MAX_BYTES,
  response: z.literal(1),
  reasons: ['no_quantity', 'unknown_line', 'id_reused'],
});

export const listPackingLists = endpoint('POST /api/receiveinventory/packinglistfrompo', {
  summary: 'The packing lists of a purchase order, newest first, or the one that was created with a clientId',
  body: z.object({ poNumber, clientId: z.string().min(8).max(64).optional() }),
  response: z.array(packingListOption),
});

export const exportPackingLists = endpoint('GET /api/packing-lists/export.csv', {
  summary: 'The packing lists of a purchase order as CSV',
  query: z.object({ poNumber }),
  ...answersCsv,
});

export const getPackingListLines = endpoint('POST /api/receiveinventory/getpackinglistdata', {
  summary: 'The lines of a packing list, complete ones first, or some of them',
  body: z.object({ ...listOfOrder, lineIds }),
  response: z.array(packingListLine),
});

export const getPackingListStats = endpoint('POST /api/receiveinventory/packingliststats', {
  summary: 'The expected, received, remaining (negative when units are over and none is missing) and damaged units of a packing list',
  body: z.object(listOfOrder),
  /** `over`: the units beyond what their lines expect; they don't count in `percent`. */
  response: z.array(z.object({ name: z.string(), value: z.number(), percent: z.number().optional(), over: z.number().optional() })),
});

export const packingListProgress = endpoint('GET /api/packing-lists/:id/progress', {
  summary: 'The receiving progress of a packing list: complete SKUs, the last scan, the pace and the current receivers',
  params: recordParams,
  response: z.object({
    complete_skus: z.number(),
    skus: z.number(),
    last_scan_at: utcText.nullable(),
    units_last_hour: z.number(),
    /** The people who received a unit in the last five minutes. */
    receivers: z.array(z.string()),
  }),
});

export const exportPackingList = endpoint('GET /api/packing-lists/:id/lines.csv', {
  summary: 'The lines of a packing list as CSV',
  params: recordParams,
  ...answersCsv,
});

export const receiveWholeOrder = endpoint('POST /api/purchase-orders/receive', {
  summary: 'Find the open packing list of an order, or create one of all units that are on no list. People who press together get the same list',
  body: z.object({ poNumber }),
  response: z.object({ packing_list_id: z.number(), created: z.boolean() }),
  reasons: ['nothing_left'],
});
