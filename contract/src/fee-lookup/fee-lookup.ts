import * as z from 'zod';
import { cost } from '../cost.ts';
import { endpoint } from '../endpoint.ts';

export const ASIN_LENGTH = 10;

export const FEE_LOOKUP_MESSAGES = {
  noAsin: 'Please enter an ASIN',
  failed: 'Failed to retrieve FBA fee data',
  noAnswer: 'An error occurred while fetching data. Please try again.',
} as const;

/** US dollars. */
const dollars = z.number().nullable();

const feeLookup = z.object({
  success: z.literal(true),
  message: z.string(),
  asin: z.string(),
  /** Only for signed-in users. */
  seller_sku: z.string().nullable(),
  product_title: z.string().nullable(),
  image_url: z.string().nullable(),
  /** The marketplace's fee for picking, packing and shipping one unit. */
  fee_amount: z.number(),
  currency: z.string(),
  /** The price that the fees were estimated for; null when no price is known. */
  item_price: dollars,
  /** ISO 8601, UTC. */
  last_updated: z.string(),
  /** The marketplace's share of the price; null without a price. */
  referral_fee: dollars,
  /** The price minus both fees. */
  net: dollars,
  /** Only for signed-in users: the cost in the price lists. */
  cost: cost(z.number()),
  /** The estimate is old, because the marketplace could not be asked for a new one. */
  is_stale: z.boolean(),
});
export type FeeLookup = z.infer<typeof feeLookup>;

export const lookUpFee = endpoint('GET /api/public/fba-fee', {
  summary: "The marketplace's estimated fulfilment fee of a product: at most a day old, or a week for our own listings, unless `is_stale` is true",
  query: z.object({ asin: z.string().trim().max(64).default('') }),
  response: z.union([feeLookup, z.object({ success: z.literal(false), message: z.string() })]),
  failure: 'success-message',
});
