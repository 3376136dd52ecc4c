import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { pageNumber } from '../formats/paging.ts';
import { CHANGE_OUTCOMES, START_REASONS, startedJob } from './pricing.ts';

export const CHANGES_PAGE_SIZE = 50;

/** A change that was answered for is looked for on the marketplace so long after its job's end. */
export const REREAD_AFTER_MINUTES = 15;

/** What the list of a job's changes can be narrowed to: an outcome, or what was found to differ from it. */
export const CHANGE_FILTERS = [...CHANGE_OUTCOMES, 'DRIFT'] as const;
export type ChangeFilter = (typeof CHANGE_FILTERS)[number];

const amount = z.string().nullable();
const count = z.number().nullable();

export const listingChange = z.object({
  sku: z.string(),
  asin: z.string().nullable(),
  /** Decimal text; null where it is not known, or stays. */
  oldPrice: amount,
  newPrice: amount,
  oldQuantity: count,
  newQuantity: count,
  sendsPrice: z.boolean(),
  sendsQuantity: z.boolean(),
  /** null while the marketplace has not answered. */
  outcome: z.enum(CHANGE_OUTCOMES).nullable(),
  reason: z.string().nullable(),
  /** What a person can do about the marketplace's code, where something is known to help. */
  hint: z.string().nullable(),
  /** What the marketplace shows instead, where it was read again and differs. */
  drift: z.string().nullable(),
});
export type ListingChange = z.infer<typeof listingChange>;

const params = z.object({ jobId: z.string().min(1).max(64) });
const only = z.enum(CHANGE_FILTERS).optional();

export const listChanges = endpoint({
  method: 'GET',
  path: '/api/pricing/jobs/:jobId/changes',
  summary: 'One page of what a job wants of each listing and what became of it, in the order of SKUs',
  params,
  query: z.object({ only, page: pageNumber }),
  response: z.object({ data: z.array(listingChange), totalCount: z.number() }),
});

export const exportChanges = endpoint({
  method: 'GET',
  path: '/api/pricing/jobs/:jobId/changes.csv',
  summary: 'Every change of a job with its outcome and reason, as CSV',
  params,
  query: z.object({ only }),
  response: z.custom<AsyncIterable<string>>(),
  format: 'csv',
});

export const retryRejected = endpoint({
  method: 'POST',
  path: '/api/pricing/jobs/:jobId/retry-rejected',
  summary: 'Start a job of the same kind for the listings that were rejected in this one, priced anew',
  params,
  response: startedJob,
  failure: 'job-id',
  reasons: [...START_REASONS, 'nothing_rejected'],
});

/** So many changes a preview of the bulk price update shows, the largest first. */
export const FBA_PREVIEW_LIMIT = 100;

export const previewFbaPrices = endpoint({
  method: 'GET',
  path: '/api/fba/bulk-update-prices/preview',
  summary: 'What a bulk price update would do now: how many prices change, which are held and why, the largest changes first',
  response: z.object({
    totalItems: z.number(),
    changeCount: z.number(),
    unchangedCount: z.number(),
    heldCount: z.number(),
    /** Of those that would be sent, in percent of the old price; null when none has one. */
    largestChangePercent: z.number().nullable(),
    /** Held ones first, then the largest changes. */
    rows: z.array(
      z.object({
        sku: z.string(),
        asin: z.string(),
        oldPrice: amount,
        newPrice: amount,
        changePercent: z.number().nullable(),
        heldBecause: z.string().nullable(),
      }),
    ),
  }),
});
