import * as z from 'zod';
import { answersSuccessMessage, endpoint } from '../endpoint.ts';
import { recordId } from '../formats/ids.ts';
import { utcText } from '../formats/utc-text.ts';
import { UNDO_OWN_MINUTES } from './adjustment.ts';
import { SCAN_QUANTITY } from './scan.ts';

export const SEARCH_LIMIT = 200;

/** Units should leave the receiving location within this many hours. */
export const PUTAWAY_HOURS = 24;
/** The count of units awaiting putaway stops here: a larger number costs more and says no more. */
export const PUTAWAY_LIMIT = 1_000;

/** A number, or its digits. */
const oneUnit = z.union([z.literal(SCAN_QUANTITY), z.literal(String(SCAN_QUANTITY))], { error: 'is always 1: each unit moves by itself' });
const destination = z.union([z.int32().positive(), z.string().trim().max(64)]);

export const deleteUnit = endpoint('POST /api/localinventory/delete', {
  summary: `Remove a unit from stock; it can be restored. Units that others added, or the person over ${UNDO_OWN_MINUTES} minutes ago, need the permission to approve`,
  body: z.object({ id: recordId }),
  ...answersSuccessMessage,
  reasons: ['already_deleted', 'not_in_stock', 'not_own'],
});

export const restoreUnit = endpoint('POST /api/localinventory/restore', {
  summary: `Put a deleted unit back into its location. Units that others deleted, or the person over ${UNDO_OWN_MINUTES} minutes ago, need the permission to approve`,
  body: z.object({ id: recordId }),
  ...answersSuccessMessage,
  reasons: ['not_deleted', 'unknown_location', 'received', 'archived', 'not_own'],
});

export const moveUnit = endpoint('POST /api/updatelocalinventoryitem', {
  summary: 'Move a unit to another location',
  body: z.object({ id: recordId, location: destination, quantity: oneUnit.optional() }),
  ...answersSuccessMessage,
  reasons: ['unknown_location', 'not_in_stock'],
});

export const moveLocalInventory = endpoint('POST /api/updatelocalinventorylocation', {
  summary: 'Move a unit to another location, from the adjustment screen',
  body: z.object({ id: recordId, location: destination }),
  ...answersSuccessMessage,
  reasons: ['unknown_location', 'not_in_stock'],
});

/** A unit in the edit dialog and on the adjustment screen. */
const localInventoryItem = z.object({
  id: z.number(),
  item_name: z.string().nullable(),
  fnsku: z.string().nullable(),
  seller_sku: z.string().nullable(),
  asin: z.string().nullable(),
  /** The name of the condition. */
  item_condition: z.string(),
  sku_condition: z.number().nullable(),
  qty: z.literal(SCAN_QUANTITY),
  quantity: z.literal(SCAN_QUANTITY),
  location_id: z.number(),
  location: z.string(),
  identifier: z.string(),
  /** The marketplace's picture of the product. */
  image_url: z.string().nullable(),
  sale_pending: z.boolean(),
  /** AVAILABLE, SALE_PENDING or QUARANTINE. */
  status: z.string(),
  notes: z.string().nullable(),
  /** The person who made the last movement. */
  moved_by: z.string().nullable(),
  moved_at: utcText.nullable(),
  created_at: utcText,
  updated_at: utcText,
});
export type LocalInventoryItem = z.infer<typeof localInventoryItem>;

export const searchLocalInventory = endpoint('POST /api/searchlocalinventory', {
  summary: `The units in stock of an FNSKU, seller SKU, ASIN, UPC, EAN, GTIN-14 or item code, newest first, at most ${SEARCH_LIMIT}`,
  body: z.object({ identifier: z.string().trim().min(1).max(256) }),
  response: z.array(localInventoryItem),
});

export const listAwaitingPutaway = endpoint('GET /api/inventory/units/lying', {
  summary: `The ${SEARCH_LIMIT} units that have been in receiving longest, unchanged for ${PUTAWAY_HOURS} hours, and how many there are, at most ${PUTAWAY_LIMIT}`,
  response: z.object({ data: z.array(localInventoryItem), totalCount: z.number() }),
});
