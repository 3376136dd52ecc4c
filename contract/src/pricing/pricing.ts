import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { topic } from '../topic.ts';

/** What a condition sells for, in percent of the MAP. */
export const PERCENT_OF_MAP: Readonly<Record<number, number>> = { 11: 100, 1: 90, 2: 80, 3: 75, 4: 70 };

/** How a price came about; `skipped` has nothing to be priced from. */
export const PRICING_METHODS = ['lowest_price_per_condition', 'percentage_off_map_fallback', 'error_fallback_to_map', 'skipped'] as const;
export type PricingMethod = (typeof PRICING_METHODS)[number];

/** What can hold a price back. */
export const PRICING_GUARDS = ['no_inputs', 'not_positive', 'floor_above_map', 'drop', 'mass_move'] as const;
export type PricingGuard = (typeof PRICING_GUARDS)[number];

/** What became of a listing in a job; exactly one each. */
export const CHANGE_OUTCOMES = ['ACCEPTED', 'WARNING', 'REJECTED', 'UNCHANGED', 'HELD', 'PREVIEW'] as const;
export type ChangeOutcome = (typeof CHANGE_OUTCOMES)[number];

export const JOB_STATUSES = ['STARTED', 'FETCHING', 'BUILDING', 'SUBMITTING', 'COMPLETED', 'ERROR'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** What changes listings; `title` is what people see. */
export const LISTING_JOBS = {
  'sync-listings': 'Sync merchant fulfilled inventory',
  'preview-listings': 'Preview of a sync',
  'clear-listings': 'Clear merchant fulfilled inventory',
  'restore-listings': 'Restore quantities',
  'fba-prices': 'Bulk update FBA prices',
  'assign-skus': 'Assign merchant SKU to FNSKU',
} as const;
export type ListingJobKind = keyof typeof LISTING_JOBS;

/** The jobs that nobody starts by their name: they follow from something else. */
export const FOLLOWING_JOBS = {
  'reread-listings': 'Read again what was sent',
  'keep-shipment-sales': 'Keep the FBA shipment sales report',
} as const;

/** So long quantities that were cleared can be restored. */
export const RESTORE_HOURS = 24;

/** The job's progress as the specification's panel reads it, and beyond it whose it is. */
export const feedStatusMessage = z.object({
  status: z.enum(JOB_STATUSES),
  message: z.string(),
  current: z.number(),
  total: z.number(),
  /** The marketplace's id of the feed that is under way. */
  feedId: z.string().nullable(),
  isComplete: z.boolean(),
  hasError: z.boolean(),
  jobId: z.string(),
  kind: z.string(),
});
export type FeedStatusMessage = z.infer<typeof feedStatusMessage>;

/** One job's progress. Whoever subscribes is told the last message first. */
export const jobStatusTopic = topic({ path: 'feed-status/:jobId', payload: feedStatusMessage, permission: 'listings.read' });

/** Every job's progress. */
export const feedStatusTopic = topic({ path: 'feed-status', payload: feedStatusMessage, permission: 'listings.read' });

export const startedJob = z.object({ jobId: z.string() });
export const START_REASONS = ['already_running', 'paused', 'not_connected'] as const;
const startSync = <const P extends string>(path: P, summary: string) =>
  endpoint({ method: 'POST', path, summary, response: startedJob, failure: 'job-id', reasons: START_REASONS });

const SYNC = '/api/adminsettings/syncelocalandamazonsfinventory';
export const syncPercentageOffMap = startSync(SYNC, 'Price the listings by percent of MAP, and send what changed');
export const previewPercentageOffMap = startSync(
  '/api/adminsettings/test/syncelocalandamazonsfinventory',
  'Price the listings by percent of MAP, and send nothing',
);
export const syncLowestPrice = startSync(`${SYNC}/lowestprice`, 'Price the listings by the lowest price per condition, and send what changed');
export const previewLowestPrice = startSync(`${SYNC}/lowestprice/preview`, 'Price the listings by the lowest price per condition, and send nothing');

export const debugSync = endpoint({
  method: 'POST',
  path: `${SYNC}/debug`,
  summary: 'What a sync would do with one merchant SKU: inputs, offers, rules, guards and the payload',
  body: z.object({ merchantSku: z.string().trim().min(1, 'Please enter a merchant SKU for debug mode').max(40) }),
  response: z.record(z.string(), z.unknown()),
  reasons: ['unknown_sku'],
});

export const clearListings = endpoint({
  method: 'POST',
  path: '/api/adminsettings/clearsflocalinventorybulk',
  summary: `Set the quantity of every seller-fulfilled listing to 0; to be undone for ${RESTORE_HOURS} hours`,
  body: z.object({ listings: z.number().int().optional() }).optional(),
  response: startedJob,
  failure: 'job-id',
  reasons: [...START_REASONS, 'other_count'],
});

export const assignSkus = endpoint({
  method: 'POST',
  path: '/api/adminsettings/assignskustofnsku',
  summary: 'Give each FNSKU in stock its seller SKU and condition, as the inventory report has them',
  response: startedJob,
  failure: 'job-id',
  reasons: START_REASONS,
});

const jobId = z.object({ jobId: z.string().min(1).max(64) });

export const restoreQuantities = endpoint({
  method: 'POST',
  path: '/api/pricing/jobs/:jobId/restore',
  summary: `Give listings back the quantities that a clear took, within ${RESTORE_HOURS} hours`,
  params: jobId,
  response: startedJob,
  failure: 'job-id',
  reasons: [...START_REASONS, 'not_restorable'],
});

export const undoAssignment = endpoint({
  method: 'POST',
  path: '/api/pricing/jobs/:jobId/undo',
  summary: 'Give listings back the SKU and condition that they had before an assignment, where nobody changed them since',
  params: jobId,
  response: z.object({ undoneCount: z.number(), keptCount: z.number() }),
  reasons: ['not_undoable'],
});

export const listingJob = feedStatusMessage.extend({
  title: z.string(),
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  startedBy: z.string().nullable(),
  /** How many listings had which outcome. */
  outcomes: z.record(z.string(), z.number()),
  /** A clear that can still be undone, or an assignment. */
  isUndoable: z.boolean(),
  /** It is over, and the marketplace rejected some: they can be tried again. */
  isRetryable: z.boolean(),
  /** The changes that are read again some minutes after the end; null where nothing was sent. */
  reread: z.object({ plannedCount: z.number(), readCount: z.number(), driftCount: z.number(), dueAt: z.string() }).nullable(),
});
export type ListingJob = z.infer<typeof listingJob>;

export const getListingJob = endpoint({
  method: 'GET',
  path: '/api/pricing/jobs/:jobId',
  summary: 'How far a job is: the same that its topic tells',
  params: jobId,
  response: listingJob,
});

export const listListingJobs = endpoint({
  method: 'GET',
  path: '/api/pricing/jobs',
  summary: 'The newest jobs that change listings: those under way, and the last ones',
  response: z.array(listingJob),
});

export const ASSIGNMENT_RESULTS = ['ASSIGNED', 'CONFLICT', 'TAKEN', 'NO_SKU', 'UNDONE'] as const;

export const assignment = z.object({
  listingId: z.number(),
  fnsku: z.string(),
  itemName: z.string(),
  result: z.enum(ASSIGNMENT_RESULTS),
  beforeSku: z.string().nullable(),
  afterSku: z.string().nullable(),
  beforeCondition: z.number(),
  afterCondition: z.number().nullable(),
  candidates: z.array(z.object({ sku: z.string(), condition: z.number() })),
});
export type Assignment = z.infer<typeof assignment>;

export const listAssignments = endpoint({
  method: 'GET',
  path: '/api/pricing/jobs/:jobId/assignments',
  summary: 'What an assignment did with each FNSKU, at most 500: conflicts first',
  params: jobId,
  response: z.array(assignment),
});

export const chooseSku = endpoint({
  method: 'POST',
  path: '/api/pricing/jobs/:jobId/assignments/choose',
  summary: 'Settle a conflict: this FNSKU has this SKU',
  params: jobId,
  body: z.object({ listingId: z.number().int().positive(), sku: z.string().min(1).max(40) }),
  response: success,
  reasons: ['not_a_candidate', 'taken'],
});

const percent = z.number().min(0).max(100);
const dollars = z.number().min(0).max(1_000_000);

export const pricingSettings = z.object({
  /** True stops every price push. */
  isPaused: z.boolean(),
  /** So many units of each listing are kept back. */
  quantityBuffer: z.number().int().min(0).max(10_000),
  minimumMargin: dollars,
  absoluteMinimum: dollars,
  maxDropPercent: percent,
  movePercent: percent,
  moveSharePercent: percent,
  /** Offers and thresholds older than this are not relied on. */
  maxInputAgeHours: z.number().int().min(1).max(8_760),
});
export type PricingSettings = z.infer<typeof pricingSettings>;

export const getPricingSettings = endpoint({
  method: 'GET',
  path: '/api/pricing/settings',
  summary: 'The guards that every price passes, and how many listings a clear would reach',
  response: pricingSettings.extend({ clearableListings: z.number() }),
});

export const savePricingSettings = endpoint({
  method: 'PUT',
  path: '/api/pricing/settings',
  summary: 'Change the guards',
  body: pricingSettings,
  response: success,
});

const money = z.number().positive('A price is above zero').max(999_999.99).multipleOf(0.01, 'A price has two decimals at most');

export const updateFbaPrice = endpoint({
  method: 'POST',
  path: '/api/fba/update-price',
  summary: 'Change the price of the FBA listing of an ASIN, and that for businesses; everything else of the offer stays',
  body: z.object({
    asin: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9]{10}$/, 'An ASIN has 10 characters'),
    price: money,
    businessPrice: money.optional(),
    /** Sends a price that a guard would hold for approval. */
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
    /** It was held, and can be approved. */
    isHeld: z.boolean(),
    /** What it was, and what it must not fall below. */
    currentPrice: z.number().nullable(),
    floor: z.number().nullable(),
  }),
  reasons: ['paused', 'not_connected'],
});

export const bulkUpdateFbaPrices = endpoint({
  method: 'POST',
  path: '/api/fba/bulk-update-prices',
  summary: 'Set the FBA listings in New condition to the MAP of the price list; what takes longer goes on as a job',
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
