import * as z from 'zod';
import { endpoint, type OutputOf, success } from '../endpoint.ts';
import { INTEGER_MAX, integerId, recordId } from '../formats/ids.ts';
import { topic } from '../topic.ts';

/**
 * Whether quantities are sent by themselves. OFF: nobody has decided; only syncs send them. PAUSED: a person stopped them, and
 * syncs send none either.
 */
const QUANTITY_MODES = ['OFF', 'ON', 'PAUSED'] as const;
export type QuantityMode = (typeof QUANTITY_MODES)[number];

/** The preview lists this many listings, the largest differences first. */
export const QUANTITY_PREVIEW_LIMIT = 100;

const units = z.int('Enter a whole number').min(0, 'Enter a number from 0 to 10,000').max(10_000, 'Enter a number from 0 to 10,000');

const limits = {
  /** Units that are not offered. */
  safety_stock: units,
  /** At most this many units are offered; null for all. */
  maximum: units.nullable(),
};

export const quantitySettings = z.object({
  mode: z.enum(QUANTITY_MODES),
  ...limits,
  /** For the next change; see `changed_meanwhile`. */
  version: integerId,
});
export type QuantitySettings = z.infer<typeof quantitySettings>;

export const getQuantitySettings = endpoint('GET /api/pricing/quantities', {
  summary: 'The general settings of offered quantities, and how many wait to be sent',
  response: z.object({
    ...quantitySettings.shape,
    version: z.number(),
    waiting: z.number(),
    /** The last answer of Amazon was a rejection. */
    rejected: z.number(),
    /** Why a quantity that waits has no answer of Amazon; null when none failed. */
    failure: z.string().nullable(),
    /** ISO 8601, UTC. */
    last_answer_at: z.string().nullable(),
  }),
});

export const saveQuantitySettings = endpoint('PUT /api/pricing/quantities', {
  summary: 'Turn offered quantities on or pause them, and change the general limits',
  body: quantitySettings,
  response: success,
  reasons: ['changed_meanwhile'],
});

const quantityDifference = z.object({
  listing_id: z.number(),
  sku: z.string(),
  title: z.string(),
  /** null when Amazon shows none. */
  shown: z.number().nullable(),
  wanted: z.number(),
});
export type QuantityDifference = z.infer<typeof quantityDifference>;

export const previewQuantities = endpoint('GET /api/pricing/quantities/preview', {
  summary: 'What turning quantities on would change on Amazon',
  response: z.object({
    listings: z.number(),
    raised: z.number(),
    lowered: z.number(),
    to_zero: z.number(),
    examples: z.array(quantityDifference),
  }),
});
export type QuantityPreview = OutputOf<typeof previewQuantities>;

const rule = {
  /** null: the general setting. */
  safety_stock: units.nullable(),
  maximum: units.nullable(),
  /** The quantity of this listing is never sent. */
  is_withheld: z.boolean(),
};

const quantityRule = z.object({ ...rule, version: z.number() });
export type QuantityRule = z.infer<typeof quantityRule>;

const params = z.object({ listingId: recordId });

const listingQuantity = z.object({
  mode: z.enum(QUANTITY_MODES),
  /** Whether it is a seller-fulfilled listing that Amazon knows. */
  is_offered: z.boolean(),
  wanted: z.number().nullable(),
  /** The newest quantity that Amazon accepted or showed. */
  shown: z.number().nullable(),
  available: z.number().nullable(),
  sent: z.number().nullable(),
  /** ISO 8601, UTC. */
  sent_at: z.string().nullable(),
  answered_at: z.string().nullable(),
  /** null until Amazon answers. */
  outcome: z.enum(['ACCEPTED', 'WARNING', 'REJECTED']).nullable(),
  /** Amazon's words, or why there is no answer yet. */
  reason: z.string().nullable(),
  submission_id: z.string().nullable(),
  /** A quantity waits to be sent. */
  is_due: z.boolean(),
  rule: quantityRule,
});
export type ListingQuantity = z.infer<typeof listingQuantity>;

export const getListingQuantity = endpoint('GET /api/pricing/quantities/listings/:listingId', {
  summary: 'What Amazon is to show of a listing, what was sent, and what Amazon answered',
  params,
  response: listingQuantity,
});

export const saveListingRule = endpoint('PUT /api/pricing/quantities/listings/:listingId', {
  summary: "A listing's own safety stock and maximum, or that its quantity is not sent",
  params,
  body: z.object({ ...rule, version: z.int().min(0).max(INTEGER_MAX) }),
  response: success,
  reasons: ['changed_meanwhile'],
});

/** Quantities were sent or answered, or the settings were changed. No listing means any. */
export const quantitiesTopic = topic({
  path: 'offered-quantities',
  payload: z.object({ listing_ids: z.array(z.number()) }),
  permission: 'listings.read',
});
