import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { INTEGER_MAX } from '../formats/ids.ts';
import { topic } from '../topic.ts';

/** The outcome of a listing in a job; each listing has exactly one. */
export const CHANGE_OUTCOMES = ['ACCEPTED', 'WARNING', 'REJECTED', 'UNCHANGED', 'HELD', 'PREVIEW'] as const;
export type ChangeOutcome = (typeof CHANGE_OUTCOMES)[number];

const JOB_STATUSES = ['STARTED', 'FETCHING', 'BUILDING', 'SUBMITTING', 'COMPLETED', 'ERROR'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** The jobs that change listings, with their titles on screens. */
export const LISTING_JOBS = {
  'sync-listings': 'Sync merchant fulfilled inventory',
  'preview-listings': 'Preview of a sync',
  'clear-listings': 'Clear merchant fulfilled inventory',
  'restore-listings': 'Restore quantities',
  'offer-quantities': 'Offer quantities',
  'follow-prices': 'Follow price strategies',
  'fba-prices': 'Bulk update FBA prices',
  'assign-skus': 'Assign merchant SKU to FNSKU',
} as const;
export type ListingJobKind = keyof typeof LISTING_JOBS;

/** The jobs that other jobs and requests start, with their titles on screens. */
export const FOLLOWING_JOBS = {
  'reread-listings': 'Check that changes are live',
  'keep-shipment-sales': 'Download the FBA shipment sales report',
} as const;

/** Cleared quantities can be restored for this long. */
export const RESTORE_HOURS = 24;

/** The jobs that send the quantities of a clear. Only people who manage settings start them, also again. */
export const CLEARING_JOBS: readonly string[] = ['clear-listings', 'restore-listings'] satisfies ListingJobKind[];

/** The jobs that send nothing to the marketplace. */
export const UNSENT_JOBS: readonly string[] = ['preview-listings', 'assign-skus'] satisfies ListingJobKind[];

/** A job's progress: the fields that the specification names, `jobId` and `kind`. */
const feedStatusMessage = z.object({
  status: z.enum(JOB_STATUSES),
  message: z.string(),
  current: z.number(),
  total: z.number(),
  /** The marketplace's ID of the feed in progress. */
  feedId: z.string().nullable(),
  isComplete: z.boolean(),
  hasError: z.boolean(),
  jobId: z.string(),
  kind: z.string(),
});
export type FeedStatusMessage = z.infer<typeof feedStatusMessage>;

/** One job's progress. A new subscriber receives the latest message first. */
export const jobStatusTopic = topic({ path: 'feed-status/:jobId', payload: feedStatusMessage, permission: 'listings.read' });

/** Every job's progress. */
export const feedStatusTopic = topic({ path: 'feed-status', payload: feedStatusMessage, permission: 'listings.read' });

export const jobId = z.object({ jobId: z.string().min(1).max(64) });
export const START_REASONS = ['already_running', 'paused', 'not_connected'] as const;

/** Declares a call that starts a job and answers with its ID. */
export const startsJob = <const P extends string, const R extends string = never>(path: P, summary: string, reasons: readonly R[] = []) =>
  endpoint(`POST ${path}`, { summary, response: z.object({ jobId: z.string() }), failure: 'job-id', reasons: [...START_REASONS, ...reasons] });

const SYNC = '/api/adminsettings/syncelocalandamazonsfinventory';
export const syncPercentageOffMap = startsJob(SYNC, 'Price the listings by percent of MAP and send the changes');
export const previewPercentageOffMap = startsJob(
  '/api/adminsettings/test/syncelocalandamazonsfinventory',
  'Price the listings by percent of MAP without sending anything',
);
export const syncLowestPrice = startsJob(`${SYNC}/lowestprice`, 'Price the listings by the lowest price per condition and send the changes');
export const previewLowestPrice = startsJob(`${SYNC}/lowestprice/preview`, 'Price the listings by the lowest price per condition without sending anything');

export const debugSync = endpoint(`POST ${SYNC}/debug`, {
  summary: 'What a sync would do with one merchant SKU: inputs, offers, rules, guards and the payload',
  body: z.object({ merchantSku: z.string().trim().min(1, 'Please enter a merchant SKU for debug mode').max(40) }),
  response: z.record(z.string(), z.unknown()),
  reasons: ['unknown_sku'],
});

export const clearListings = {
  ...startsJob(
    '/api/adminsettings/clearsflocalinventorybulk',
    `Set the quantity of every seller-fulfilled listing to 0; can be undone for ${RESTORE_HOURS} hours`,
    ['other_count'],
  ),
  body: z.object({ listings: z.int().max(INTEGER_MAX).optional() }).optional(),
} as const;

export const restoreQuantities = {
  ...startsJob('/api/pricing/jobs/:jobId/restore', `Restore the quantities that a clear set to 0, within ${RESTORE_HOURS} hours`, ['not_restorable']),
  params: jobId,
} as const;

const listingJob = feedStatusMessage.extend({
  title: z.string(),
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  startedBy: z.string().nullable(),
  /** The number of listings per outcome. */
  outcomes: z.record(z.string(), z.number()),
  /** An assignment or a clear that can still be undone. */
  isUndoable: z.boolean(),
  /** The job has ended, and the marketplace rejected some listings. */
  isRetryable: z.boolean(),
  /** The check whether the changes are live, some minutes after the end; null when the job sent nothing. */
  reread: z.object({ plannedCount: z.number(), readCount: z.number(), driftCount: z.number(), dueAt: z.string() }).nullable(),
});
export type ListingJob = z.infer<typeof listingJob>;

export const getListingJob = endpoint('GET /api/pricing/jobs/:jobId', {
  summary: "A job's progress, as its topic publishes it",
  params: jobId,
  response: listingJob,
});

export const listListingJobs = endpoint('GET /api/pricing/jobs', {
  summary: 'The running and the most recent jobs that change listings',
  response: z.array(listingJob),
});
