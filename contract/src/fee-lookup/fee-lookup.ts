import * as z from 'zod';
import { endpoint } from '../endpoint.ts';

export const ASIN_LENGTH = 10;

export const FEE_LOOKUP_MESSAGES = {
  noAsin: 'Please enter an ASIN',
  failed: 'Failed to retrieve FBA fee data',
  noAnswer: 'An error occurred while fetching data. Please try again.',
} as const;

/** US dollars. */
const dollars = z.number().nullable();

export const feeLookup = z.object({
  success: z.literal(true),
  message: z.string(),
  asin: z.string(),
  /** To those who are signed in alone. */
  seller_sku: z.string().nullable(),
  product_title: z.string().nullable(),
  image_url: z.string().nullable(),
  /** What the marketplace asks for picking, packing and shipping one unit. */
  fee_amount: z.number(),
  currency: z.string(),
  /** The price that the fees were asked for; null where nobody knows one. */
  item_price: dollars,
  /** ISO 8601, UTC. */
  last_updated: z.string(),
  /** The marketplace's share of the price; null without a price. */
  referral_fee: dollars,
  /** What remains of the price after both fees. */
  net: dollars,
  /** To those who are signed in alone: what the vendors' price lists say. */
  cost: dollars,
  /** It could not be asked for anew just now. */
  is_stale: z.boolean(),
});
export type FeeLookup = z.infer<typeof feeLookup>;

export const lookUpFee = endpoint({
  method: 'GET',
  path: '/api/public/fba-fee',
  summary: "The marketplace's estimated fulfilment fee of a product, at most a day old, or a week for our own listings, unless it says otherwise",
  query: z.object({ asin: z.string().trim().max(64).default('') }),
  response: z.union([feeLookup, z.object({ success: z.literal(false), message: z.string() })]),
  failure: 'success-message',
});
