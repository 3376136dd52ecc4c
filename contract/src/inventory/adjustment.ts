import * as z from 'zod';
import { answersSuccessMessage, endpoint } from '../endpoint.ts';
import { recordId, recordParams } from '../formats/ids.ts';
import { pageSize, windowedPage } from '../formats/paging.ts';
import { ADJUSTMENT_REASONS } from './adjustment-reasons.ts';
import { adjustment } from './report.ts';

export const NOTES_MAX_LENGTH = 500;

export const NOTE_MISSING = 'Describe what happened';

export const LEDGER_PAGE_SIZE = 25;

/** The ledger's pages cover this many of the newest movements; the SKU filter and the CSV reach older ones. */
export const LEDGER_WINDOW = 50_000;

export const noteUnit = endpoint('POST /api/inventory/units/notes', {
  summary: "Save a unit's notes; an empty text deletes them",
  body: z.object({
    id: recordId,
    notes: z.string().trim().max(NOTES_MAX_LENGTH),
    /** The notes that the person saw: the call is refused when somebody else has changed them. */
    seen: z.string().max(NOTES_MAX_LENGTH).optional(),
  }),
  ...answersSuccessMessage,
  reasons: ['changed_meanwhile'],
});

/** The reason of a command about a unit; OTHER needs a note. */
const reason = { reason: z.enum(ADJUSTMENT_REASONS), note: z.string().trim().max(NOTES_MAX_LENGTH).default('') };
const hasNote = (body: { reason: string; note: string }) => body.reason !== 'OTHER' || body.note !== '';
const noteMissing = { path: ['note'], message: NOTE_MISSING };

/** The reason of an action for many units. */
export const bulkReason = z.object(reason).refine(hasNote, noteMissing);

export const removeUnit = endpoint('POST /api/inventory/units/remove', {
  summary: 'Remove a unit from stock for a reason; it can be undone',
  body: z.object({ id: recordId, ...reason }).refine(hasNote, noteMissing),
  ...answersSuccessMessage,
  reasons: ['already_deleted', 'not_in_stock'],
});

export const quarantineUnit = endpoint('POST /api/inventory/units/quarantine', {
  summary: 'Move a unit to the quarantine location for a reason',
  body: z.object({ id: recordId, ...reason }).refine(hasNote, noteMissing),
  ...answersSuccessMessage,
  reasons: ['not_in_stock', 'already_in_quarantine', 'unknown_location'],
});

export const releaseUnit = endpoint('POST /api/inventory/units/release', {
  summary: 'Move a unit from quarantine back to its previous location',
  body: z.object({ id: recordId }),
  ...answersSuccessMessage,
  reasons: ['not_in_quarantine', 'unknown_location'],
});

/** Another listing of the unit's product. */
export const otherListing = z.object({
  listing_id: z.number(),
  sku_condition: z.number(),
  seller_sku: z.string().nullable(),
  fnsku: z.string().nullable(),
  /** SELLER_FULFILLED or FBA. */
  channel: z.string(),
});
export type OtherListing = z.infer<typeof otherListing>;

export const otherListings = endpoint('GET /api/inventory/units/:id/listings', {
  summary: "The other listings of a unit's product, best condition first; for a unit without a listing, the listings of its code",
  params: recordParams,
  response: z.array(otherListing),
});

export const changeCondition = endpoint('POST /api/inventory/units/condition', {
  summary: "Change a unit's condition, which makes it a unit of another listing of its product, for a reason; it can be undone",
  body: z.object({ id: recordId, listingId: recordId, ...reason }).refine(hasNote, noteMissing),
  ...answersSuccessMessage,
  reasons: ['not_in_stock', 'not_of_the_product'],
});

/** The scan, document or manual command that caused a movement. */
const MOVEMENT_SOURCES = ['SCAN', 'AUDIT', 'COUNT', 'RETURN', 'RECEIPT', 'ORDER', 'BY_HAND'] as const;
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
  /** null for the system. */
  actor_id: z.number().nullable(),
  actor: z.string().nullable(),
  source: z.enum(MOVEMENT_SOURCES),
  /** Set for the source COUNT. */
  count_id: z.number().nullable(),
  /** A later movement undid this one. */
  undone: z.boolean(),
  /** This movement undoes another one, `undoes`. */
  is_undo: z.boolean(),
  undoes: z.number().nullable(),
});
export type LedgerRow = z.infer<typeof ledgerRow>;

/** A row of the ledger's pages, with the SKU's stock before and after the movement. */
const ledgerPageRow = ledgerRow.extend({
  /** null for a code without a listing: only listings have totals. */
  on_hand_before: z.number().nullable(),
  on_hand_after: z.number().nullable(),
});
export type LedgerPageRow = z.infer<typeof ledgerPageRow>;

export const ledgerPage = endpoint('GET /api/inventory/adjustments', {
  summary: `One page of the newest ${LEDGER_WINDOW} movements, of all stock or of one SKU, newest first`,
  query: z.object({
    sku: z.string().trim().max(256).default(''),
    /** Without a SKU: only the movements that people made, without reservations. */
    by: z.enum(['PEOPLE']).optional(),
    page: z.coerce.number<number | string>().int().min(0).max(LEDGER_WINDOW).default(0),
    size: pageSize(100, LEDGER_PAGE_SIZE),
  }),
  response: windowedPage(ledgerPageRow),
});

/** A unit's history shows this many of its newest movements. */
export const UNIT_LEDGER_LIMIT = 200;

export const unitLedger = endpoint('GET /api/inventory/units/:id/ledger', {
  summary: `A unit's movements, newest first, at most ${UNIT_LEDGER_LIMIT}`,
  params: recordParams,
  response: z.array(ledgerRow),
});

/** People undo their own movements for so long, and any other movement only with `stock.approve`. */
export const UNDO_OWN_MINUTES = 30;

/** Whether a person may undo a movement at all. */
export function mayUndo(
  { actorId, ageMinutes }: { readonly actorId: number | null; readonly ageMinutes: number },
  { userId, mayApprove }: { readonly userId: number | undefined; readonly mayApprove: boolean },
): boolean {
  return mayApprove || (actorId === userId && ageMinutes <= UNDO_OWN_MINUTES);
}

/** Movements of counts and reservations: they don't change the location, so there is nothing to undo. */
export const MOVES_NOTHING: readonly string[] = ['AUDIT_COUNT', 'STATUS_CHANGE'];

export const undoMovement = endpoint('POST /api/inventory/movements/undo', {
  summary: `Undo a movement with the opposite one, unless a later movement of the unit depends on it. Others’ movements, and own ones after ${UNDO_OWN_MINUTES} minutes, need the permission to approve`,
  body: z.object({ id: recordId }),
  ...answersSuccessMessage,
  reasons: ['already_undone', 'is_an_undo', 'nothing_to_undo', 'later_movement', 'unknown_location', 'received', 'archived', 'not_own'],
});
