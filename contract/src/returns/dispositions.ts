import * as z from 'zod';
import { answersSuccessMessage, endpoint } from '../endpoint.ts';
import { clientId, recordId } from '../formats/ids.ts';
import { timeZone } from '../formats/time-zones/time-zone.ts';
import { utcText } from '../formats/utc-text.ts';
import { otherListing } from '../inventory/adjustment.ts';
import { locationReference } from '../inventory/locations.ts';

/** Dispositions up to this display order print a label; the later ones create a case. */
export const LAST_LABEL_DISPLAY_ORDER = 7;

/** Labels leave out this suffix of a disposition's name. */
export const CREATE_CASE_SUFFIX = ' - Create Case';

/** The most digits of a quantity that gets a disposition. */
export const QUANTITY_DIGITS = 5;
const MAX_QUANTITY = 10 ** QUANTITY_DIGITS - 1;

/** A disposition given to some units of a line. */
const dispositionDecision = z.object({
  id: z.number(),
  disposition_id: z.number(),
  disposition: z.string(),
  display_order: z.number(),
  quantity: z.number(),
  /** The location of the units; null if they were not added to stock. */
  location: z.string().nullable(),
  seller_sku: z.string().nullable(),
  actor: z.string().nullable(),
  created_at: utcText,
  voided: z.boolean(),
});
export type DispositionDecision = z.infer<typeof dispositionDecision>;

export const PROCESSED_PAGE_SIZE = 50;

/** A disposition decision in the list of today's decisions. */
const processedReturn = dispositionDecision.pick({ id: true, disposition: true, quantity: true, actor: true, created_at: true }).extend({
  /** All tracking numbers of the line, separated by commas. */
  tracking_number: z.string(),
  sku: z.string(),
  item_name: z.string().nullable(),
});
export type ProcessedReturn = z.infer<typeof processedReturn>;

export const listProcessedToday = endpoint('GET /api/returns/processed-today', {
  summary: 'The returned units that got a disposition since midnight, newest first, without voided decisions, and their number',
  query: z.object({ timeZone, before: recordId.optional() }),
  response: z.object({ data: z.array(processedReturn), units: z.number(), next: z.number().nullable() }),
});

const namedRow = z.looseObject({ removal_shipment: recordId });

export const getProductReturnConditionData = endpoint('POST /api/getproductreturnconditiondata', {
  summary: "The dispositions of a line's units so far",
  body: z.union([z.object({ row: namedRow }).transform(({ row }) => row), namedRow]),
  response: z.object({
    removal_shipment: z.number(),
    shipped_quantity: z.number(),
    extra_quantity: z.number(),
    graded: z.number(),
    remaining: z.number(),
    /** Newest first. */
    grades: z.array(dispositionDecision),
  }),
});

const dispositionOption = z.object({
  id: z.number(),
  disposition: z.string(),
  /** The line's units that have it. */
  dispositioned: z.number(),
  display_order: z.number(),
  /** The condition in which its units are sold; null if they are not for sale. */
  sku_condition: z.number().nullable(),
});
export type DispositionOption = z.infer<typeof dispositionOption>;

export const getDispositions = endpoint('POST /api/getdispositionsforreturnedproducts', {
  summary: "The dispositions that a line's units can get, in display order",
  body: z.object({ removalShipment: recordId }),
  response: z.array(dispositionOption),
});

export const getItemCode = endpoint('GET /api/getitemcodebyasin', {
  summary: "The vendor's item code of the product with an ASIN",
  query: z.object({ asin: z.string().trim().min(1).max(64) }),
  response: z.object({ item_code: z.string().nullable() }),
});

const DECISION_REASONS = [
  'more_than_shipped',
  'needs_case',
  'unknown_disposition',
  'no_location',
  'unknown_location',
  'no_listing',
  'several_listings',
  'not_of_the_product',
  'sku_taken',
  'grade_id_reused',
] as const;

/** The details of a rejection because a disposition's condition has no listing, or several. */
const listingChoice = z.object({
  sku_condition: z.number(),
  suggested_sku: z.string(),
  listings: z.array(otherListing),
});
export type ListingChoice = z.infer<typeof listingChoice>;

/** The content of a returned unit's label. */
const returnLabel = z.object({
  fnsku: z.string(),
  item_code: z.string().nullable(),
  /** The name of the condition, or of the disposition if the unit is not for sale. */
  condition: z.string(),
  product_name: z.string(),
});
export type ReturnLabel = z.infer<typeof returnLabel>;

export const decideDisposition = endpoint('POST /api/returns/grades', {
  summary: 'Give units of a line a disposition with a label, and add the sellable ones to stock. The same clientId counts once',
  body: z.object({
    removalShipment: recordId,
    dispositionId: recordId,
    quantity: z.int().min(1).max(MAX_QUANTITY),
    /** Required for sellable units. */
    location: locationReference.optional(),
    /** The units' listing: an existing one, or a new one with this SKU. */
    listing: z.union([z.object({ id: recordId }), z.object({ newSku: z.string().trim().min(1).max(40) })]).optional(),
    clientId: clientId.optional(),
  }),
  response: z.object({
    grade_id: z.number(),
    quantity: z.number(),
    location: z.string().nullable(),
    seller_sku: z.string().nullable(),
    remaining: z.number(),
    label: returnLabel,
  }),
  reasons: DECISION_REASONS,
});

export const voidDecision = endpoint('POST /api/returns/grades/void', {
  summary: 'Void a disposition decision: its units leave the stock, and a case without photos and marketplace number is closed',
  body: z.object({ id: recordId }),
  ...answersSuccessMessage,
  reasons: ['later_movement', 'has_case', 'archived'],
});

export const confirmExtras = endpoint('POST /api/returns/extras', {
  summary: 'Set how many units of a line arrived beyond those shipped; 0 clears it',
  body: z.object({
    removalShipment: recordId,
    quantity: z.int().min(0).max(MAX_QUANTITY),
    /** The number that the person saw; another current one refuses the change. */
    expectedQuantity: z.int().min(0).max(MAX_QUANTITY).optional(),
  }),
  ...answersSuccessMessage,
  reasons: ['already_graded', 'changed_meanwhile'],
});
