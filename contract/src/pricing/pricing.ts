import * as z from 'zod';
import { cost } from '../cost.ts';
import { endpoint, success } from '../endpoint.ts';
import { numberText } from '../formats/text/number-text.ts';

/** The price of each condition, in percent of the MAP. */
export const PERCENT_OF_MAP: Readonly<Record<number, number>> = { 11: 100, 1: 90, 2: 80, 3: 75, 4: 70 };

/** How a price was decided; `skipped` means that there was no input to price from. */
const PRICING_METHODS = ['lowest_price_per_condition', 'percentage_off_map_fallback', 'error_fallback_to_map', 'skipped'] as const;
export type PricingMethod = (typeof PRICING_METHODS)[number];

/** The guards that can hold a price. */
const PRICING_GUARDS = ['no_inputs', 'not_positive', 'floor_above_map', 'drop', 'mass_move'] as const;
export type PricingGuard = (typeof PRICING_GUARDS)[number];

/** Prices are sent, and paused, by who ships: the seller from the own stock, or Amazon. */
export const PRICE_CHANNELS = ['SELLER_FULFILLED', 'FBA'] as const;
export type PriceChannel = (typeof PRICE_CHANNELS)[number];

/** The listings whose prices a pause stops, within a sentence. */
export const PRICE_CHANNEL_NAMES: Readonly<Record<PriceChannel, string>> = { SELLER_FULFILLED: 'your own stock', FBA: 'FBA' };

/** A number within limits, with a message that a form can show. */
const within = (least: number, most: number) => {
  const message = `Enter a number from ${numberText(least)} to ${numberText(most)}`;
  return z.number(message).min(least, message).max(most, message);
};
const whole = (least: number, most: number) => within(least, most).int('Enter a whole number');
const percent = within(0, 100);
const dollars = within(0, 1_000_000);

const pricingSettings = z.object({
  /** Stops sending prices to the marketplace, for every channel. */
  isPaused: z.boolean(),
  /** Stops sending the prices of single channels. */
  pausedChannels: z.record(z.enum(PRICE_CHANNELS), z.boolean()),
  /** The safety stock: units of each listing that are not offered. */
  quantityBuffer: whole(0, 10_000),
  minimumMargin: dollars,
  absoluteMinimum: dollars,
  maxDropPercent: percent,
  movePercent: percent,
  moveSharePercent: percent,
  /** Older offers and thresholds are ignored. */
  maxInputAgeHours: whole(1, 8_760),
});
export type PricingSettings = z.infer<typeof pricingSettings>;

/** The limits of a form. The pauses have switches of their own, and the safety stock is changed by `saveQuantitySettings`. */
export const pricingGuards = pricingSettings.omit({ isPaused: true, pausedChannels: true, quantityBuffer: true });

/** What is not named stays as it is, so that two people can change different settings at once. */
const changedPricingSettings = pricingSettings.extend({ pausedChannels: z.partialRecord(z.enum(PRICE_CHANNELS), z.boolean()) }).partial();
export type ChangedPricingSettings = z.infer<typeof changedPricingSettings>;

/** With the values that the person saw, a change of one that somebody else has changed since is refused. */
const savedPricingSettings = changedPricingSettings.extend({ seen: changedPricingSettings.optional() });
export type SavedPricingSettings = z.infer<typeof savedPricingSettings>;

/** A listing that shows what the guards mean. Money as decimal text; null where it is unknown. */
const exampleListing = z.object({ sku: z.string(), price: z.string(), quantity: z.number(), cost: cost(z.string()), fees: z.string().nullable() });
export type ExampleListing = z.infer<typeof exampleListing>;

export const getPricingSettings = endpoint('GET /api/pricing/settings', {
  summary: 'The pricing guards, the number of listings that a clear would change, and a listing that shows what the guards mean',
  response: pricingSettings.extend({ clearableListings: z.number(), example: exampleListing.nullable() }),
});

export const savePricingSettings = endpoint('PUT /api/pricing/settings', {
  summary: 'Change the pricing guards',
  body: savedPricingSettings,
  response: success,
  reasons: ['changed_meanwhile'],
});
