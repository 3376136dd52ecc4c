import * as z from 'zod';
import { answersCsv, endpoint } from '../endpoint.ts';
import { day, IN_ORDER, inOrder } from '../formats/day.ts';
import { numberedPage, pageNumber, pageSize } from '../formats/paging.ts';
import { timeZone } from '../formats/time-zones/time-zone.ts';
import { utcText } from '../formats/utc-text.ts';

export const FEED_STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const;
export type FeedStatus = (typeof FEED_STATUSES)[number];

/** The specification's five feed types, the one that the marketplace accepts today, and patches of single listings. */
export const FEED_TYPES = [
  'POST_INVENTORY_AVAILABILITY_DATA',
  'POST_PRODUCT_DATA',
  'POST_PRODUCT_PRICING_DATA',
  'POST_ORDER_FULFILLMENT_DATA',
  'POST_FLAT_FILE_LISTINGS_DATA',
  'JSON_LISTINGS_FEED',
  'LISTING_PATCHES',
] as const;

export type FeedType = (typeof FEED_TYPES)[number];

/** A failed feed needs attention for this many days. */
export const FEED_FAILED_DAYS = 7;

export const FEED_PAGE_SIZES = [10, 20, 50, 100] as const;
export const FEED_PAGE_SIZE = 20;

export const FEED_RESULTS_LIMIT = 1_000;

/** The page reloads the list this long after it has requested a check. */
export const FEED_CHECK_REFRESH_MS = 2_000;

const feedSubmission = z.object({
  id: z.number(),
  /** The marketplace's ID; null until it answers, and for patches. */
  feed_submission_id: z.string().nullable(),
  job_id: z.string(),
  feed_type: z.string(),
  status: z.enum(FEED_STATUSES),
  submitted_at: utcText,
  process_at: utcText.nullable(),
  operation_type: z.string(),
  created_by: z.string().nullable(),
  /** The marketplace's processing report as JSON text. */
  results: z.string().nullable(),
  messages: z.number(),
  accepted: z.number(),
  /** Accepted quantities of listings whose price a guard holds. */
  held: z.number(),
  warnings: z.number(),
  errors: z.number(),
  /** The feed has been in progress for more than ten minutes. */
  is_stuck: z.boolean(),
});
export type FeedSubmission = z.infer<typeof feedSubmission>;

const feedFilter = {
  status: z.enum(FEED_STATUSES).optional(),
  feedType: z.string().max(64).optional(),
  startDate: day.optional(),
  endDate: day.optional(),
  /** The time zone of `startDate` and `endDate`, both inclusive. */
  timeZone,
  createdBy: z.string().trim().max(100).optional(),
  /** Only feeds that are stuck, or that failed recently and were not followed by a successful feed of the same type. */
  needsLook: z.stringbool().default(false),
};

/** The columns that the list can be sorted by. */
export const FEED_SORTS = ['feed_id', 'submitted_at', 'process_at', 'status', 'feed_type', 'duration', 'errors', 'created_by'] as const;
export type FeedSort = (typeof FEED_SORTS)[number];

const feedOrder = { sort: z.enum(FEED_SORTS).default('submitted_at'), descending: z.stringbool().default(true) };

export const listFeeds = endpoint('GET /api/feeds/status', {
  summary: 'One page of the feeds, newest first by default',
  query: z.object({ page: pageNumber, size: pageSize(100, FEED_PAGE_SIZE), ...feedFilter, ...feedOrder }).refine(inOrder, IN_ORDER),
  response: numberedPage(feedSubmission),
});

export const exportFeeds = endpoint('GET /api/feeds/export.csv', {
  summary: 'The feeds that match a filter, newest first by default, as CSV',
  query: z.object({ ...feedFilter, ...feedOrder }).refine(inOrder, IN_ORDER),
  ...answersCsv,
});

const feedResult = z.object({
  sku: z.string(),
  price: z.string().nullable(),
  quantity: z.number().nullable(),
  outcome: z.string().nullable(),
  reason: z.string().nullable(),
  /** What a person can do about the marketplace's error code; null when no remedy is known. */
  hint: z.string().nullable(),
  /** How the live listing differs from the change; null when it does not or was not checked. */
  drift: z.string().nullable(),
});
export type FeedResult = z.infer<typeof feedResult>;

export const getFeed = endpoint('GET /api/feeds/:jobIdOrFeedSubmissionId', {
  summary: 'A feed, by its job or by the marketplace’s ID, with the outcome of each SKU',
  params: z.object({ jobIdOrFeedSubmissionId: z.string().min(1).max(64) }),
  response: feedSubmission.extend({
    /** The number of SKUs that were checked after the feed, and how many of them differ from what was sent. */
    reread: z.object({ readCount: z.number(), driftCount: z.number() }),
    /** Problems first, at most ${FEED_RESULTS_LIMIT}. */
    items: z.array(feedResult),
  }),
});

export const checkFeeds = endpoint('POST /api/feeds/check-selected', {
  summary: 'Check the status of these feeds now instead of at their next scheduled check',
  body: z.object({
    feedIds: z
      .array(z.union([z.string().max(64), z.number()]))
      .min(1, 'Please select at least one feed to check')
      .max(1_000),
  }),
  response: z.object({ success: z.literal(true), checkedCount: z.number() }),
});
