import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { day } from '../formats/day.ts';
import { pageNumber } from '../formats/paging.ts';
import { utcText } from '../formats/record.ts';
import { timeZone } from '../formats/time-zone.ts';

export const FEED_STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const;
export type FeedStatus = (typeof FEED_STATUSES)[number];

/** The specification's five, the one that the marketplace takes today, and changes that went out one by one. */
export const FEED_TYPES = [
  'POST_INVENTORY_AVAILABILITY_DATA',
  'POST_PRODUCT_DATA',
  'POST_PRODUCT_PRICING_DATA',
  'POST_ORDER_FULFILLMENT_DATA',
  'POST_FLAT_FILE_LISTINGS_DATA',
  'JSON_LISTINGS_FEED',
  'LISTING_PATCHES',
] as const;

/** A feed that failed longer ago than so many days tells nothing about today. */
export const FEED_FAILED_DAYS = 7;

export const FEED_PAGE_SIZES = [10, 20, 50, 100] as const;
export const FEED_PAGE_SIZE = 20;

/** SKUs that the details of a feed list. */
export const FEED_RESULTS_LIMIT = 1_000;

/** A page is read again this long after a check was asked for. */
export const FEED_CHECK_REFRESH_MS = 2_000;

export const feedSubmission = z.object({
  id: z.number(),
  /** The marketplace's id; null until it has answered, and for patches. */
  feed_submission_id: z.string().nullable(),
  job_id: z.string(),
  feed_type: z.string(),
  status: z.enum(FEED_STATUSES),
  submitted_at: utcText,
  process_at: utcText.nullable(),
  operation_type: z.string(),
  created_by: z.string().nullable(),
  /** JSON text: what the marketplace said. */
  results: z.string().nullable(),
  messages: z.number(),
  accepted: z.number(),
  warnings: z.number(),
  errors: z.number(),
  /** It has been in progress for longer than ten minutes. */
  is_stuck: z.boolean(),
});
export type FeedSubmission = z.infer<typeof feedSubmission>;

export const listFeeds = endpoint({
  method: 'GET',
  path: '/api/feeds/status',
  summary: 'One page of the feeds, newest first',
  query: z.object({
    page: pageNumber,
    size: z.coerce.number<number | string>().int().min(1).max(100).default(FEED_PAGE_SIZE),
    status: z.enum(FEED_STATUSES).optional(),
    feedType: z.string().max(64).optional(),
    startDate: day.optional(),
    endDate: day.optional(),
    /** Whose days they are, both included. */
    timeZone,
    createdBy: z.string().trim().max(100).optional(),
    /** Only those to look at: stuck, or failed lately without one of their type that succeeded since. */
    needsLook: z.stringbool().default(false),
  }),
  response: z.object({ data: z.array(feedSubmission), totalCount: z.number(), totalPages: z.number(), currentPage: z.number() }),
});

export const feedResult = z.object({
  sku: z.string(),
  price: z.string().nullable(),
  quantity: z.number().nullable(),
  outcome: z.string().nullable(),
  reason: z.string().nullable(),
  /** What a person can do about the marketplace's code, where something is known to help. */
  hint: z.string().nullable(),
  /** What the marketplace showed when it was read again, where that differs. */
  drift: z.string().nullable(),
});
export type FeedResult = z.infer<typeof feedResult>;

export const getFeed = endpoint({
  method: 'GET',
  path: '/api/feeds/:jobIdOrFeedSubmissionId',
  summary: 'A feed, by its job or by the marketplace’s id, with what became of each SKU',
  params: z.object({ jobIdOrFeedSubmissionId: z.string().min(1).max(64) }),
  response: feedSubmission.extend({
    /** Of its SKUs, how many were read again after it was done, and how many of these differ from what was sent. */
    reread: z.object({ readCount: z.number(), driftCount: z.number() }),
    /** What is wrong first, at most ${FEED_RESULTS_LIMIT}. */
    items: z.array(feedResult),
  }),
});

export const checkFeeds = endpoint({
  method: 'POST',
  path: '/api/feeds/check-selected',
  summary: 'Look at once what became of these feeds, instead of at their next turn',
  body: z.object({
    feedIds: z
      .array(z.union([z.string().max(64), z.number()]))
      .min(1, 'Please select at least one feed to check')
      .max(1_000),
  }),
  response: z.object({ success: z.literal(true), checkedCount: z.number() }),
});
