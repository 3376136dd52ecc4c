import * as z from 'zod';
import { answersCsv, endpoint } from '../endpoint.ts';
import { pageNumber } from '../formats/paging.ts';
import type { Permission } from '../permissions.ts';
import { CHANGE_OUTCOMES, CLEARING_JOBS, jobId as params, startsJob } from './listing-jobs.ts';

export const CHANGES_PAGE_SIZE = 50;

/** The check whether a change is live runs this long after the job's end. */
export const REREAD_AFTER_MINUTES = 15;

/** The filters of a job's changes: an outcome, or DRIFT for listings whose live state differs from the change. */
export const CHANGE_FILTERS = [...CHANGE_OUTCOMES, 'DRIFT'] as const;
export type ChangeFilter = (typeof CHANGE_FILTERS)[number];

const amount = z.string().nullable();
const count = z.number().nullable();

const listingChange = z.object({
  sku: z.string(),
  asin: z.string().nullable(),
  /** Decimal text; null when it is unknown or does not change. */
  oldPrice: amount,
  newPrice: amount,
  oldQuantity: count,
  newQuantity: count,
  sendsPrice: z.boolean(),
  sendsQuantity: z.boolean(),
  /** null until the marketplace answers. */
  outcome: z.enum(CHANGE_OUTCOMES).nullable(),
  reason: z.string().nullable(),
  /** What a person can do about the marketplace's error code; null when no remedy is known. */
  hint: z.string().nullable(),
  /** How the live listing differs from the change; null when it does not or was not checked. */
  drift: z.string().nullable(),
});
export type ListingChange = z.infer<typeof listingChange>;

const only = z.enum(CHANGE_FILTERS).optional();

export const listChanges = endpoint('GET /api/pricing/jobs/:jobId/changes', {
  summary: 'One page of the changes of a job with their outcomes, sorted by SKU',
  params,
  query: z.object({ only, page: pageNumber }),
  response: z.object({ data: z.array(listingChange), totalCount: z.number() }),
});

export const exportChanges = endpoint('GET /api/pricing/jobs/:jobId/changes.csv', {
  summary: 'All changes of a job with outcome and reason, as CSV',
  params,
  query: z.object({ only }),
  ...answersCsv,
});

export const retryRejected = {
  ...startsJob('/api/pricing/jobs/:jobId/retry-rejected', 'Start a job of the same kind for the listings that this job had rejected, with new prices', [
    'nothing_rejected',
    'too_late',
  ]),
  params,
} as const;

/** Starting a job again needs the permission of its first start. */
export const permissionToRetry = (kind: string): Permission => (CLEARING_JOBS.includes(kind) ? 'settings.manage' : 'listings.sync');
