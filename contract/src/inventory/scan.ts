import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { topic } from '../topic.ts';

export const HISTORY_PAGE_SIZE = 10;

/** The history shows this many of the newest records; older ones are found through the ledger. */
export const HISTORY_WINDOW = 10_000;

/** The specification's list calls, which have no paging, answer at most this many records. */
export const HISTORY_LIST_LIMIT = 500;

/** Typed input is submitted this long after the last keystroke; Enter submits at once. */
export const SCAN_DELAY_MS = 1000;

/** Each scan is one unit. */
export const SCAN_QUANTITY = 1;

export const SCAN_REASONS = ['not_an_identifier', 'lpn', 'ambiguous', 'unknown_location', 'scan_id_reused'] as const;

/** A location as its id or its code; pages send the id as number or text. */
export const locationReference = z.union([z.int32().positive(), z.string().trim().min(1).max(64)], {
  error: 'must be the id or the code of a location',
});

export const recordId = z.union([z.number().int().positive(), z.string().regex(/^\d{1,15}$/)], { error: 'must be the id of a record' }).transform(Number);

/** UTC without a zone: `2026-11-20 14:03:05`. */
export const utcText = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);

export const locationOption = z.object({ id: z.number(), location: z.string() });
export type LocationOption = z.infer<typeof locationOption>;

export const historyRow = z.object({
  id: z.number(),
  /** null while the catalogue does not know its code. */
  product_id: z.number().nullable(),
  item_name: z.string().nullable(),
  seller_sku: z.string().nullable(),
  /** Shown as FNSKU: the listing's FNSKU where it has one, else the code that was scanned. */
  identifier: z.string().nullable(),
  asin: z.string().nullable(),
  sku_condition: z.number().nullable(),
  location: z.string(),
  location_id: z.number(),
  created_at: utcText,
  updated_at: utcText,
  /** 1 when the unit was deleted, else 0. */
  deleted: z.union([z.literal(0), z.literal(1)]),
  quantity: z.literal(SCAN_QUANTITY),
  /** The id that the scanning page gave this record, if it did. */
  client_scan_id: z.string().nullable(),
});
export type HistoryRow = z.infer<typeof historyRow>;

export const successMessage = z.object({ success: z.boolean(), message: z.string() });

export const listLocationOptions = endpoint({
  method: 'POST',
  path: '/api/sflocalinventorylocations',
  summary: 'The locations that a drop-down offers',
  response: z.array(locationOption),
});

export const listLocations = endpoint({
  method: 'GET',
  path: '/api/locations',
  summary: 'The locations in use',
  response: z.array(locationOption),
});

export const scanUnit = endpoint({
  method: 'POST',
  path: '/api/sfinventory',
  summary: 'Take one unit into a location. The same clientScanId counts once, however often it is sent',
  body: z.object({
    /** An FNSKU, seller SKU, ASIN, UPC, EAN, GTIN-14 or item code. */
    productId: z.string().max(256),
    locationId: locationReference,
    clientScanId: z.string().min(8).max(64).optional(),
  }),
  response: z.literal('ok'),
  format: 'text',
  reasons: SCAN_REASONS,
});

export const listHistoryAfterScan = endpoint({
  method: 'POST',
  path: '/api/updatesflocalhistory',
  summary: `The newest records, at most ${HISTORY_LIST_LIMIT}; asked for after a scan`,
  // What was scanned is welcome but changes nothing: the newest records hold it.
  body: z.object({ productId: z.string().max(256).nullish(), locationId: z.union([z.number(), z.string()]).nullish() }).optional(),
  response: z.array(historyRow),
});

export const listHistory = endpoint({
  method: 'POST',
  path: '/api/localinventoryaudithistory',
  summary: `The newest records, at most ${HISTORY_LIST_LIMIT}`,
  response: z.array(historyRow),
});

export const historyPage = endpoint({
  method: 'GET',
  path: '/api/inventory/history',
  summary: `One page of the newest ${HISTORY_WINDOW} records, newest first`,
  query: z.object({
    page: z.coerce.number<number | string>().int().min(0).max(HISTORY_WINDOW).default(0),
    size: z.coerce.number<number | string>().int().min(1).max(100).default(HISTORY_PAGE_SIZE),
  }),
  response: z.object({
    data: z.array(historyRow),
    totalCount: z.number(),
    totalPages: z.number(),
    /** Zero-based. */
    currentPage: z.number(),
  }),
});

export const deleteUnit = endpoint({
  method: 'POST',
  path: '/api/localinventory/delete',
  summary: 'Take a unit out of stock; it can be restored',
  body: z.object({ id: recordId }),
  response: successMessage,
  failure: 'success-message',
  reasons: ['already_deleted', 'not_in_stock'],
});

export const restoreUnit = endpoint({
  method: 'POST',
  path: '/api/localinventory/restore',
  summary: 'Put a deleted unit back where it was',
  body: z.object({ id: recordId }),
  response: successMessage,
  failure: 'success-message',
  reasons: ['not_deleted', 'unknown_location', 'received'],
});

export const moveUnit = endpoint({
  method: 'POST',
  path: '/api/updatelocalinventoryitem',
  summary: 'Move a unit to another location',
  body: z.object({
    id: recordId,
    location: z.union([z.int32().positive(), z.string().trim().max(64)]),
    quantity: z.union([z.number(), z.string()]).optional(),
  }),
  response: successMessage,
  failure: 'success-message',
  reasons: ['unknown_location', 'not_in_stock'],
});

export const moveLocalInventory = endpoint({
  method: 'POST',
  path: '/api/updatelocalinventorylocation',
  summary: 'Move a unit to another location, from the adjustment screen',
  body: z.object({ id: recordId, location: z.union([z.int32().positive(), z.string().trim().max(64)]) }),
  response: successMessage,
  failure: 'success-message',
  reasons: ['unknown_location', 'not_in_stock'],
});

/** A unit as the edit dialog and the adjustment screen know it. */
export const localInventoryItem = z.object({
  id: z.number(),
  item_name: z.string().nullable(),
  fnsku: z.string().nullable(),
  seller_sku: z.string().nullable(),
  asin: z.string().nullable(),
  /** The condition by name. */
  item_condition: z.string(),
  sku_condition: z.number().nullable(),
  qty: z.literal(SCAN_QUANTITY),
  quantity: z.literal(SCAN_QUANTITY),
  location_id: z.number(),
  location: z.string(),
  identifier: z.string(),
  /** A picture of the product, with the marketplace. */
  image_url: z.string().nullable(),
  sale_pending: z.boolean(),
  /** AVAILABLE, SALE_PENDING or QUARANTINE. */
  status: z.string(),
  notes: z.string().nullable(),
  /** Who made the last movement. */
  moved_by: z.string().nullable(),
  moved_at: utcText.nullable(),
  created_at: utcText,
  updated_at: utcText,
});
export type LocalInventoryItem = z.infer<typeof localInventoryItem>;

export const SEARCH_LIMIT = 200;

export const searchLocalInventory = endpoint({
  method: 'POST',
  path: '/api/searchlocalinventory',
  summary: `The units in stock of an FNSKU, seller SKU, ASIN, UPC, EAN, GTIN-14 or item code, newest first, at most ${SEARCH_LIMIT}`,
  body: z.object({ identifier: z.string().trim().min(1).max(256) }),
  response: z.array(localInventoryItem),
});

/** A unit should have left receiving after so many hours. */
export const PUTAWAY_HOURS = 24;
/** More are not counted: it takes longer, and nobody puts more away in a day. */
export const PUTAWAY_LIMIT = 1_000;

export const listAwaitingPutaway = endpoint({
  method: 'GET',
  path: '/api/inventory/units/lying',
  summary: `The units in receiving with which nothing was done for ${PUTAWAY_HOURS} hours: the ${SEARCH_LIMIT} that lie there longest, and how many there are, ${PUTAWAY_LIMIT} at most`,
  response: z.object({ data: z.array(localInventoryItem), totalCount: z.number() }),
});

/** What happened to a record of the history, as every open page hears of it. */
export const inventoryHistoryTopic = topic({
  path: 'inventory-history',
  payload: z.object({
    unitId: z.number(),
    change: z.enum(['SCANNED', 'CONFIRMED', 'MOVED', 'DELETED', 'RESTORED', 'UNDONE', 'CONDITION_CHANGED', 'IDENTIFIED', 'COUNTED', 'NOTED', 'SHIPPED']),
  }),
  permission: 'stock.read',
});
