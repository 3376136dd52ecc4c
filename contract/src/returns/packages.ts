import * as z from 'zod';
import { answersSuccessMessage, endpoint } from '../endpoint.ts';
import { utcText } from '../formats/utc-text.ts';

/** A typed tracking number is looked up this long after the last keystroke; Enter looks it up immediately. */
export const TRACKING_DELAY_MS = 500;

/** The longest text accepted as a carrier's barcode: two-dimensional ones contain addresses too. */
export const MAX_BARCODE_LENGTH = 512;

/** The list of packages shows this many that arrived last, and this many that were shipped last. */
export const RECENT_PACKAGES = 20;

/** A customer return is matched with at most this many lines, the most probable ones first. */
export const RETURN_LINES_LIMIT = 20;

/**
 * EXPECTED until a person marks the package as arrived, ARRIVED until its first unit has a disposition, IN_PROGRESS until
 * all units have one. Then DONE, or DISCREPANCY if units were missing, different, or more than announced.
 */
const PACKAGE_STATES = ['EXPECTED', 'ARRIVED', 'IN_PROGRESS', 'DONE', 'DISCREPANCY'] as const;
export type PackageState = (typeof PACKAGE_STATES)[number];

/** One line of a returned package. */
const trackingRow = z.object({
  order_id: z.string(),
  sku: z.string(),
  item_name: z.string().nullable(),
  shipped_quantity: z.number(),
  /** In the marketplace's words. */
  disposition: z.string(),
  /** The line's id. */
  removal_shipment: z.number(),
  /** The marketplace's tracking number, which can differ from the scanned barcode. */
  tracking_id: z.string(),
  asin1: z.string().nullable(),
  item_code: z.string().nullable(),
  /** The condition of the line's listing; null without one. */
  sku_condition: z.number().nullable(),
  fnsku: z.string(),
  carrier: z.string(),
  shipped_at: utcText,
  /** The marketplace's picture of the product. */
  image_url: z.string().nullable(),
  /** Units that arrived beyond those shipped, confirmed by a person. */
  extra_quantity: z.number(),
  /** Units with a disposition. */
  graded: z.number(),
  /** Units without a disposition. */
  remaining: z.number(),
  /** The product's instructions for receiving returns. */
  guidance: z.string().nullable(),
});
export type TrackingRow = z.infer<typeof trackingRow>;

export const getReturnTrackingData = endpoint('POST /api/getreturntrackingdata', {
  summary: "The lines of a returned package, by its tracking number or a carrier's barcode; by an LPN, the lines that its unit may belong to",
  body: z.object({ trackingId: z.string().max(MAX_BARCODE_LENGTH) }),
  response: z.array(trackingRow),
});

/** A unit that a customer returned, as reported by the marketplace. */
const customerReturn = z.object({
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
  /** Stowage has the order, because the seller shipped it. */
  is_order_known: z.boolean(),
});
export type CustomerReturn = z.infer<typeof customerReturn>;

/** A returned package with its expected and received units. */
const returnPackage = z.object({
  tracking_number: z.string(),
  carrier: z.string(),
  shipped_at: utcText,
  arrived_at: utcText.nullable(),
  state: z.enum(PACKAGE_STATES),
  lines: z.number(),
  expected: z.number(),
  received: z.number(),
  short: z.number(),
  /** Units beyond those shipped. */
  surplus: z.number(),
  remaining: z.number(),
});
export type ReturnPackage = z.infer<typeof returnPackage>;

export const findReturn = endpoint('GET /api/returns/find', {
  summary: 'Look up a scanned code of a return: a package with its state, or the unit of an LPN',
  query: z.object({ code: z.string().max(MAX_BARCODE_LENGTH) }),
  response: z.object({
    /** The packages that the code can mean, nearly always one. */
    packages: z.array(returnPackage),
    customer_returns: z.array(customerReturn),
  }),
});

export const listPackages = endpoint('GET /api/returns/packages', {
  summary: `The ${RECENT_PACKAGES} packages that arrived last, and the ${RECENT_PACKAGES} that were shipped last`,
  response: z.object({
    data: z.array(returnPackage),
    /** In the demo, a tracking number to start with. */
    sample: z.string().nullable(),
  }),
});

export const arrivePackage = endpoint('POST /api/returns/packages/arrive', {
  summary: 'Mark a package as arrived; repeating it changes nothing',
  body: z.object({ trackingNumber: z.string().trim().min(1).max(MAX_BARCODE_LENGTH) }),
  ...answersSuccessMessage,
});
