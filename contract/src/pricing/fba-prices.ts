import * as z from 'zod';
import { cost } from '../cost.ts';
import { endpoint } from '../endpoint.ts';
import { START_REASONS } from './listing-jobs.ts';

const money = z.number().positive('A price is above zero').max(999_999.99).multipleOf(0.01, 'A price has two decimals at most');

export const updateFbaPrice = endpoint('POST /api/fba/update-price', {
  summary: 'Change the price and the business price of the FBA listing of an ASIN; the rest of the offer stays',
  body: z.object({
    asin: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9]{10}$/, 'An ASIN has 10 characters'),
    price: money,
    businessPrice: money.nullish(),
    /** Sends a price that a guard would hold for approval. Needs the permission to approve prices. */
    isApproved: z.boolean().optional(),
  }),
  failure: 'success-message',
  response: z.object({
    success: z.boolean(),
    asin: z.string(),
    sku: z.string().nullable(),
    price: z.number(),
    businessPrice: z.number().nullable(),
    error: z.string().optional(),
    message: z.string().optional(),
    /** A guard held the price, and a person can approve it. */
    isHeld: z.boolean(),
    /** The price before the change. */
    currentPrice: z.number().nullable(),
    /** The lowest price that the guards allow. */
    floor: cost(z.number()),
    /** The minimum advertised price of the product. */
    map: z.number().nullable(),
    /** One entry per kind of buyer whose price the call names. */
    audiences: z.array(
      z.object({
        audience: z.enum(['CONSUMER', 'BUSINESS']),
        /** Null if unknown, as for businesses before the offer was read. */
        before: z.number().nullable(),
        price: z.number(),
        /** What remains after cost and fees, in dollars; null without a known cost. */
        margin: cost(z.number()),
      }),
    ),
  }),
  reasons: ['paused', 'not_connected'],
});

export const bulkUpdateFbaPrices = endpoint('POST /api/fba/bulk-update-prices', {
  summary: 'Set the FBA listings in New condition to the MAP of the price list; continues as a job when it takes longer than the call',
  failure: 'success-message',
  response: z.object({
    totalItems: z.number(),
    successCount: z.number(),
    errorCount: z.number(),
    /** The first 100. */
    errors: z.array(z.string()),
    jobId: z.string(),
    isComplete: z.boolean(),
  }),
  reasons: START_REASONS,
});

/** The preview of a bulk price update shows at most this many changes, the largest first. */
export const FBA_PREVIEW_LIMIT = 100;

/** Decimal text. */
const price = z.string().nullable();

export const previewFbaPrices = endpoint('GET /api/fba/bulk-update-prices/preview', {
  summary: 'What a bulk price update would do now: the number of changes, the held prices with their reasons, the largest changes',
  response: z.object({
    totalItems: z.number(),
    changeCount: z.number(),
    unchangedCount: z.number(),
    heldCount: z.number(),
    /** Among the prices that would be sent, in percent of the old price; null when no listing has an old price. */
    largestChangePercent: z.number().nullable(),
    /** The largest changes first, then the held prices: up to `FBA_PREVIEW_LIMIT` of each. */
    rows: z.array(
      z.object({
        sku: z.string(),
        asin: z.string(),
        oldPrice: price,
        newPrice: price,
        changePercent: z.number().nullable(),
        heldBecause: z.string().nullable(),
      }),
    ),
  }),
});
