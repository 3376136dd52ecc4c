import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { timeZone } from '../formats/time-zone.ts';
import { otherListing } from '../inventory/adjustment.ts';
import { locationReference, recordId, successMessage, utcText } from '../inventory/scan.ts';
import { topic } from '../topic.ts';

/** Dispositions up to this order print a label, those above it create a case. */
export const LAST_LABEL_DISPLAY_ORDER = 7;

/** The suffix that a disposition's text may carry, and that its label leaves out. */
export const CREATE_CASE_SUFFIX = ' - Create Case';

/** A typed tracking number is looked up this long after the last keystroke; Enter looks it up at once. */
export const TRACKING_DELAY_MS = 500;

/** A quantity that is dispositioned has at most so many digits. */
export const QUANTITY_DIGITS = 5;

/** The longest text that is taken for a carrier's barcode: two-dimensional ones hold addresses too. */
export const MAX_BARCODE_LENGTH = 512;

/** The list of packages shows so many that arrived last, and so many that were shipped last. */
export const RECENT_PACKAGES = 20;

/** The lines that a returned unit may belong to, the likeliest first. */
export const RETURN_LINES_LIMIT = 20;

export const RETURN_MESSAGES = {
  notFound: (trackingNumber: string) => `Unable to find tracking number for "${trackingNumber}"`,
  empty: 'Invalid response: Data is empty',
  sessionExpired: 'Session expired. Please log in again.',
  dispositionsFailed: 'Failed to fetch dispositions for returned products. Please try again.',
  conditionFailed: 'Failed to fetch product return data. Please try again.',
} as const;

/**
 * EXPECTED until somebody had the box in hand; ARRIVED until its first unit is graded; then IN_PROGRESS until all are. It
 * ends as DONE, or as DISCREPANCY where units were short, others than announced, or more.
 */
export const PACKAGE_STATES = ['EXPECTED', 'ARRIVED', 'IN_PROGRESS', 'DONE', 'DISCREPANCY'] as const;
export type PackageState = (typeof PACKAGE_STATES)[number];

/** One line of a returned box. */
export const trackingRow = z.object({
  order_id: z.string(),
  sku: z.string(),
  item_name: z.string().nullable(),
  shipped_quantity: z.number(),
  /** As the marketplace writes it. */
  disposition: z.string(),
  /** The line's own number. */
  removal_shipment: z.number(),
  /** The tracking number as the marketplace knows it, whatever barcode was scanned. */
  tracking_id: z.string(),
  asin1: z.string().nullable(),
  fnsku: z.string(),
  carrier: z.string(),
  shipped_at: utcText,
  /** A picture of the product, with the marketplace. */
  image_url: z.string().nullable(),
  /** Units that came beyond those that were shipped, said so by a person. */
  extra_quantity: z.number(),
  /** Units that have a disposition. */
  graded: z.number(),
  /** Units that have none yet. */
  remaining: z.number(),
  /** What whoever receives it must know, as it was entered with the product. */
  guidance: z.string().nullable(),
});
export type TrackingRow = z.infer<typeof trackingRow>;

export const getReturnTrackingData = endpoint({
  method: 'POST',
  path: '/api/getreturntrackingdata',
  summary: "The lines of a returned box, by its tracking number or a carrier's barcode; by an LPN, the lines that its unit may belong to",
  body: z.object({ trackingId: z.string().max(MAX_BARCODE_LENGTH) }),
  response: z.array(trackingRow),
});

/** A unit that a customer sent back, as the marketplace tells it. */
export const customerReturn = z.object({
  lpn: z.string(),
  order_id: z.string(),
  sku: z.string(),
  asin: z.string(),
  fnsku: z.string(),
  item_name: z.string().nullable(),
  returned_at: utcText,
  disposition: z.string(),
  reason: z.string(),
  status: z.string(),
  customer_comments: z.string(),
  /** We shipped the order ourselves, and know it. */
  is_order_known: z.boolean(),
});
export type CustomerReturn = z.infer<typeof customerReturn>;

/** A returned box: what should be in it, and what was. */
export const returnPackage = z.object({
  tracking_number: z.string(),
  carrier: z.string(),
  shipped_at: utcText,
  arrived_at: utcText.nullable(),
  state: z.enum(PACKAGE_STATES),
  lines: z.number(),
  expected: z.number(),
  received: z.number(),
  short: z.number(),
  /** Came beyond what was shipped. */
  surplus: z.number(),
  remaining: z.number(),
});
export type ReturnPackage = z.infer<typeof returnPackage>;

export const findReturn = endpoint({
  method: 'GET',
  path: '/api/returns/find',
  summary: 'What a scanned code of a return is: a box with its state, or the unit of an LPN',
  query: z.object({ code: z.string().max(MAX_BARCODE_LENGTH) }),
  response: z.object({
    /** Every box that the code may mean: nearly always one. */
    packages: z.array(returnPackage),
    customer_returns: z.array(customerReturn),
  }),
});

export const listPackages = endpoint({
  method: 'GET',
  path: '/api/returns/packages',
  summary: `The ${RECENT_PACKAGES} boxes that arrived last, and the ${RECENT_PACKAGES} that were shipped last`,
  response: z.object({
    data: z.array(returnPackage),
    /** In the demo: a tracking number to begin with. */
    sample: z.string().nullable(),
  }),
});

export const arrivePackage = endpoint({
  method: 'POST',
  path: '/api/returns/packages/arrive',
  summary: 'Say that a box is here; saying it again changes nothing',
  body: z.object({ trackingNumber: z.string().trim().min(1).max(MAX_BARCODE_LENGTH) }),
  response: successMessage,
  failure: 'success-message',
});

/** What was decided about units of a line. */
export const returnGrade = z.object({
  id: z.number(),
  disposition_id: z.number(),
  disposition: z.string(),
  display_order: z.number(),
  quantity: z.number(),
  /** Where its units were put; null where they were put nowhere. */
  location: z.string().nullable(),
  seller_sku: z.string().nullable(),
  actor: z.string().nullable(),
  created_at: utcText,
  /** Somebody has taken it back. */
  voided: z.boolean(),
});
export type DispositionDecision = z.infer<typeof returnGrade>;

export const PROCESSED_PAGE_SIZE = 50;

/** What was decided about units of a box, as the list of a day shows it. */
export const processedReturn = returnGrade.pick({ id: true, disposition: true, quantity: true, actor: true, created_at: true }).extend({
  /** Where the line came in several boxes, each of them. */
  tracking_number: z.string(),
  sku: z.string(),
  item_name: z.string().nullable(),
});
export type ProcessedReturn = z.infer<typeof processedReturn>;

export const listProcessedToday = endpoint({
  method: 'GET',
  path: '/api/returns/processed-today',
  summary: 'The returned units that got a disposition since midnight, newest first, mistakes left out, and how many there are',
  query: z.object({ timeZone, before: z.coerce.number<number | string>().int().positive().optional() }),
  response: z.object({ data: z.array(processedReturn), units: z.number(), next: z.number().nullable() }),
});

const namedRow = z.looseObject({ removal_shipment: recordId });

export const getProductReturnConditionData = endpoint({
  method: 'POST',
  path: '/api/getproductreturnconditiondata',
  summary: 'What has been decided about the units of a line',
  body: z.union([z.object({ row: namedRow }).transform(({ row }) => row), namedRow]),
  response: z.object({
    removal_shipment: z.number(),
    shipped_quantity: z.number(),
    extra_quantity: z.number(),
    graded: z.number(),
    remaining: z.number(),
    /** Newest first. */
    grades: z.array(returnGrade),
  }),
});

export const dispositionOption = z.object({
  id: z.number(),
  disposition: z.string(),
  /** How many units of the line have it. */
  dispositioned: z.number(),
  display_order: z.number(),
  /** The condition that its units are sold in; null where they are not for sale. */
  sku_condition: z.number().nullable(),
});
export type DispositionOption = z.infer<typeof dispositionOption>;

export const getDispositions = endpoint({
  method: 'POST',
  path: '/api/getdispositionsforreturnedproducts',
  summary: 'The dispositions that a unit of a line may get, in their order',
  body: z.object({ removalShipment: recordId }),
  response: z.array(dispositionOption),
});

export const getItemCode = endpoint({
  method: 'GET',
  path: '/api/getitemcodebyasin',
  summary: "The vendor's item code of the product with an ASIN",
  query: z.object({ asin: z.string().trim().min(1).max(64) }),
  response: z.object({ item_code: z.string().nullable() }),
});

export const DECISION_REASONS = [
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

/** What is asked back when a disposition's condition has no listing, or several. */
export const listingChoice = z.object({
  sku_condition: z.number(),
  suggested_sku: z.string(),
  listings: z.array(otherListing),
});
export type ListingChoice = z.infer<typeof listingChoice>;

/** What stands on the label of a graded unit. */
export const returnLabel = z.object({
  fnsku: z.string(),
  item_code: z.string().nullable(),
  /** The condition by name, or the disposition where the unit is not for sale. */
  condition: z.string(),
  product_name: z.string(),
});
export type ReturnLabel = z.infer<typeof returnLabel>;

export const decideDisposition = endpoint({
  method: 'POST',
  path: '/api/returns/grades',
  summary: 'Give units of a line a disposition with a label, and put those that are for sale into stock. The same clientId counts once',
  body: z.object({
    removalShipment: recordId,
    dispositionId: recordId,
    quantity: z
      .int()
      .min(1)
      .max(10 ** QUANTITY_DIGITS - 1),
    /** Where the units are put; not needed where they are not for sale. */
    location: locationReference.optional(),
    /** Which listing they become: one that there is, or a new one of ours under this SKU. */
    listing: z.union([z.object({ id: recordId }), z.object({ newSku: z.string().trim().min(1).max(40) })]).optional(),
    clientId: z.string().min(8).max(64).optional(),
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

export const voidDecision = endpoint({
  method: 'POST',
  path: '/api/returns/grades/void',
  summary: 'Take back what was decided about units: they are taken out of stock again, and a case without photos and marketplace number is closed',
  body: z.object({ id: recordId }),
  response: successMessage,
  failure: 'success-message',
  reasons: ['later_movement', 'has_case'],
});

export const confirmExtras = endpoint({
  method: 'POST',
  path: '/api/returns/extras',
  summary: 'Say how many units of a line came beyond those that were shipped; 0 takes it back',
  body: z.object({
    removalShipment: recordId,
    quantity: z
      .int()
      .min(0)
      .max(10 ** QUANTITY_DIGITS - 1),
  }),
  response: successMessage,
  failure: 'success-message',
  reasons: ['already_graded'],
});

/** Something about returned boxes has changed: pages read it again. */
export const returnsTopic = topic({
  path: 'returns',
  payload: z.object({ change: z.enum(['ARRIVED', 'GRADED', 'VOIDED', 'EXTRAS']), removalShipment: z.number().nullable() }),
  permission: 'returns.read',
});
