import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { clientId, integerId, recordId } from '../formats/ids.ts';
import { utcText } from '../formats/utc-text.ts';
import { UNDO_OWN_MINUTES } from './adjustment.ts';
import { locationReference } from './locations.ts';

/** The largest number of units that one scan of a shelf puts away. */
export const MAX_PUTAWAY_UNITS = 500;
/** The list of waiting items stops here. */
export const WAITING_LIMIT = 200;
/** The list of recent put-aways stops here. */
export const RECENT_PUTAWAYS_LIMIT = 12;

/** A shelf for an item, and why it is suggested. */
const suggestedShelf = z.object({
  location_id: z.number(),
  location: z.string(),
  /** The units of the item there. */
  units: z.number(),
  /** How many more units fit; null where the location has no capacity. */
  free: z.number().nullable(),
  /** MOST_UNITS: most units of the item are there. LAST: none is on a shelf, and this one held the item last. */
  why: z.enum(['MOST_UNITS', 'LAST']),
});
export type SuggestedShelf = z.infer<typeof suggestedShelf>;

const itemFields = {
  item_name: z.string().nullable(),
  seller_sku: z.string().nullable(),
  /** The listing's FNSKU, else the scanned code. */
  identifier: z.string(),
  sku_condition: z.number().nullable(),
  image_url: z.string().nullable(),
};

const itemPlace = z.object({ location_id: z.number(), location: z.string(), units: z.number(), is_receiving: z.boolean() });

export const lookUpPutaway = endpoint('POST /api/inventory/putaway/look-up', {
  summary: 'The item of a scanned code: where its units are, and its usual shelf',
  body: z.object({ code: z.string().min(1).max(256) }),
  response: z.object({
    ...itemFields,
    /** The units in receiving. */
    waiting: z.number(),
    /** The units of a sealed case: of a scanned case code, or as the product says; null if unknown. */
    case_pack: z.number().nullable(),
    /** The scanned code is on a case. */
    is_case: z.boolean(),
    /** Receiving first, then by units. */
    places: z.array(itemPlace),
    shelf: suggestedShelf.nullable(),
  }),
  reasons: ['not_an_identifier', 'lpn', 'ambiguous', 'not_in_stock'],
});
export type PutawayItem = z.infer<typeof lookUpPutaway.response>;

const putawayFields = {
  item_name: z.string().nullable(),
  identifier: z.string(),
  quantity: z.number(),
  from_location: z.string(),
  location: z.string(),
  /** The movements, one for each unit, for an undo. */
  movements: z.array(z.number()),
};

export const putAway = endpoint('POST /api/inventory/putaway', {
  summary: 'Move units of an item to a shelf, those first that have been in stock longest. The same clientId moves once',
  body: z.object({
    clientId,
    code: z.string().min(1).max(256),
    quantity: z.int().min(1).max(MAX_PUTAWAY_UNITS),
    locationId: locationReference,
    /** The location that the units leave; without it, receiving. */
    fromLocationId: integerId.optional(),
  }),
  response: z.object({
    ...putawayFields,
    /** The units of the item in the location afterwards. */
    units: z.number(),
  }),
  reasons: ['not_an_identifier', 'lpn', 'ambiguous', 'not_in_stock', 'unknown_location', 'already_there', 'too_few', 'client_id_used'],
});
export type PutawayResult = z.infer<typeof putAway.response>;

export const undoPutaway = endpoint('POST /api/inventory/putaway/undo', {
  summary: 'Move the units of a put-away back, all or none',
  body: z.object({ movements: z.array(recordId).min(1).max(MAX_PUTAWAY_UNITS) }),
  response: z.object({ success: z.literal(true), units: z.number() }),
  reasons: ['already_undone', 'is_an_undo', 'later_movement', 'nothing_to_undo', 'unknown_location', 'received', 'archived'],
});

const recentPutaway = z.object({ ...putawayFields, created_at: utcText });
export type RecentPutaway = z.infer<typeof recentPutaway>;

export const listRecentPutaways = endpoint('GET /api/inventory/putaway/recent', {
  summary: `The caller's put-aways, and moves from receiving, of the last ${UNDO_OWN_MINUTES} minutes that were not undone, newest first, at most ${RECENT_PUTAWAYS_LIMIT}`,
  response: z.array(recentPutaway),
});

const waitingItem = z.object({
  ...itemFields,
  listing_id: z.number().nullable(),
  units: z.number(),
  /** When the first of them came in. */
  since: utcText,
  shelf: z.object({ location: z.string() }).nullable(),
});
export type WaitingItem = z.infer<typeof waitingItem>;

export const listWaiting = endpoint('GET /api/inventory/putaway/waiting', {
  summary: `The items in receiving, those first that have waited longest, at most ${WAITING_LIMIT}`,
  response: z.object({
    data: z.array(waitingItem),
    /** The units in receiving, those of items that are not listed included. */
    units: z.number(),
    /** The code of the receiving location; null without an active one. */
    receiving: z.string().nullable(),
  }),
});
