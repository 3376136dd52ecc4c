import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { ADJUSTMENT_REASONS } from './adjustment-reasons.ts';
import { adjustment } from './report.ts';
import { recordId, successMessage } from './scan.ts';

export const NOTES_MAX_LENGTH = 500;

export const LEDGER_PAGE_SIZE = 25;

/** The ledger's numbered pages show this many of the newest movements; older ones are found by their SKU or in the CSV. */
export const LEDGER_WINDOW = 50_000;

export const noteUnit = endpoint({
  method: 'POST',
  path: '/api/inventory/units/notes',
  summary: 'Write down something about a unit; an empty text takes it away',
  body: z.object({ id: recordId, notes: z.string().trim().max(NOTES_MAX_LENGTH) }),
  response: successMessage,
  failure: 'success-message',
});

/** Why something was done with a unit: a coded reason, and in words where that says nothing. */
const why = { reason: z.enum(ADJUSTMENT_REASONS), note: z.string().trim().max(NOTES_MAX_LENGTH).default('') };
const isTold = ({ reason, note }: { reason: string; note: string }) => reason !== 'OTHER' || note !== '';
const notTold = { path: ['note'], message: 'Please say what happened' };

export const removeUnit = endpoint({
  method: 'POST',
  path: '/api/inventory/units/remove',
  summary: 'Take a unit out of stock and say why; it can be undone',
  body: z.object({ id: recordId, ...why }).refine(isTold, notTold),
  response: successMessage,
  failure: 'success-message',
  reasons: ['already_deleted', 'not_in_stock'],
});

export const quarantineUnit = endpoint({
  method: 'POST',
  path: '/api/inventory/units/quarantine',
  summary: 'Move a unit to the quarantine location and say why',
  body: z.object({ id: recordId, ...why }).refine(isTold, notTold),
  response: successMessage,
  failure: 'success-message',
  reasons: ['not_in_stock', 'already_in_quarantine', 'unknown_location'],
});

export const releaseUnit = endpoint({
  method: 'POST',
  path: '/api/inventory/units/release',
  summary: 'Move a unit in quarantine back to where it was before',
  body: z.object({ id: recordId }),
  response: successMessage,
  failure: 'success-message',
  reasons: ['not_in_quarantine', 'unknown_location'],
});

/** A listing of the unit's product that the unit may become. */
export const otherListing = z.object({
  listing_id: z.number(),
  sku_condition: z.number(),
  seller_sku: z.string().nullable(),
  fnsku: z.string().nullable(),
  /** Sold from our own stock, or by the marketplace from its. */
  channel: z.string(),
});
export type OtherListing = z.infer<typeof otherListing>;

const unitParams = z.object({ id: recordId });

export const otherListings = endpoint({
  method: 'GET',
  path: '/api/inventory/units/:id/listings',
  summary: "The other listings of a unit's product, best condition first; of a unit without a listing, those that its code names",
  params: unitParams,
  response: z.array(otherListing),
});

export const changeCondition = endpoint({
  method: 'POST',
  path: '/api/inventory/units/condition',
  summary: 'Give a unit another condition, which is another listing of its product, and say why; it can be undone',
  body: z.object({ id: recordId, listingId: recordId, ...why }).refine(isTold, notTold),
  response: successMessage,
  failure: 'success-message',
  reasons: ['not_in_stock', 'not_of_the_product'],
});

/** What made a movement: a scan, a piece of paper, or somebody's decision at the screen. */
export const MOVEMENT_SOURCES = ['SCAN', 'AUDIT', 'COUNT', 'RETURN', 'RECEIPT', 'ORDER', 'BY_HAND'] as const;
export type MovementSource = (typeof MOVEMENT_SOURCES)[number];

export const ledgerRow = adjustment.extend({
  unit_id: z.number(),
  product_id: z.number().nullable(),
  item_name: z.string().nullable(),
  from_location: z.string().nullable(),
  to_location: z.string().nullable(),
  /** CONDITION_CHANGE: the SKU that the unit left. */
  from_sku: z.string().nullable(),
  note: z.string().nullable(),
  actor: z.string().nullable(),
  source: z.enum(MOVEMENT_SOURCES),
  /** COUNT: which one. */
  count_id: z.number().nullable(),
  /** Somebody has taken it back. */
  undone: z.boolean(),
  /** It takes another movement back. */
  is_undo: z.boolean(),
  /** Which one. */
  undoes: z.number().nullable(),
});
export type LedgerRow = z.infer<typeof ledgerRow>;

/** A row of the ledger's pages, with how many units of the SKU were on hand before and after it. */
export const ledgerPageRow = ledgerRow.extend({
  /** null for a code that the catalogue does not know: nothing is summed up under it. */
  on_hand_before: z.number().nullable(),
  on_hand_after: z.number().nullable(),
});
export type LedgerPageRow = z.infer<typeof ledgerPageRow>;

export const ledgerPage = endpoint({
  method: 'GET',
  path: '/api/inventory/adjustments',
  summary: `One page of the newest ${LEDGER_WINDOW} movements, of all stock or of one SKU, newest first`,
  query: z.object({
    sku: z.string().trim().max(256).default(''),
    /** Of all stock only what people did, without what became of promises to orders. */
    by: z.enum(['PEOPLE']).optional(),
    page: z.coerce.number<number | string>().int().min(0).max(LEDGER_WINDOW).default(0),
    size: z.coerce.number<number | string>().int().min(1).max(100).default(LEDGER_PAGE_SIZE),
  }),
  response: z.object({
    data: z.array(ledgerPageRow),
    totalCount: z.number(),
    totalPages: z.number(),
    /** Zero-based. */
    currentPage: z.number(),
  }),
});

/** A unit's history holds this many of its newest movements. */
export const UNIT_LEDGER_LIMIT = 200;

export const unitLedger = endpoint({
  method: 'GET',
  path: '/api/inventory/units/:id/ledger',
  summary: `What happened to a unit, newest first, at most ${UNIT_LEDGER_LIMIT} movements`,
  params: unitParams,
  response: z.array(ledgerRow),
});

export const undoMovement = endpoint({
  method: 'POST',
  path: '/api/inventory/movements/undo',
  summary: 'Take a movement back by the opposite one, unless a later one of the same unit depends on it',
  body: z.object({ id: recordId }),
  response: successMessage,
  failure: 'success-message',
  reasons: ['already_undone', 'is_an_undo', 'nothing_to_undo', 'later_movement', 'unknown_location', 'received'],
});
