import * as z from 'zod';
import { bulkCommand } from '../bulk/bulk.ts';
import { cost } from '../cost.ts';
import { endpoint } from '../endpoint.ts';
import { day, IN_ORDER, inOrder } from '../formats/day.ts';
import { LIST_SEARCH_MAX_LENGTH } from '../formats/list-search.ts';
import { LAST_PAGE } from '../formats/paging.ts';
import { utcText } from '../formats/utc-text.ts';

export const BREAKDOWN_PAGE_SIZE = 50;

/** The methods that the report counts and filters as errors: priced by the MAP after an error, or not priced at all. */
export const ERROR_METHODS = ['error_fallback_to_map', 'skipped'] as const;

/** At most this many held prices are shown. */
export const HELD_LIMIT = 1_000;

export const BREAKDOWN_SORTS = ['merchant_sku', 'asin', 'map_price', 'competitive_price', 'submitted_price', 'created_at'] as const;
export type BreakdownSort = (typeof BREAKDOWN_SORTS)[number];

const dollars = z.number().nullable();

const breakdownItem = z.object({
  id: z.number(),
  merchant_sku: z.string(),
  asin: z.string().nullable(),
  condition_id: z.number(),
  map_price: dollars,
  competitive_price: dollars,
  submitted_price: dollars,
  threshold_price: cost(z.number()),
  tiered_price: dollars,
  price_id: z.string().nullable(),
  threshold_enforced: z.boolean(),
  pricing_decision: z.string(),
  pricing_method: z.string(),
  job_id: z.string(),
  created_at: utcText,
  /** JSON text. */
  calculation_details: cost(z.string()),
  competitive_data: z.string().nullable(),
  decision_details: cost(z.string()),
  /** ACCEPTED, WARNING, REJECTED, UNCHANGED, HELD or PREVIEW; null while the change is in progress. */
  outcome: z.string().nullable(),
  outcome_reason: z.string().nullable(),
});
export type BreakdownItem = z.infer<typeof breakdownItem>;

/** A filter that is not set when it is empty or blank. */
const optionalFilter = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => {
    const given = typeof value === 'string' ? value.trim() : value;
    return given === '' || given === null || given === 'all' ? undefined : given;
  }, schema.optional());

const filters = {
  jobId: optionalFilter(z.string().max(64)),
  startDate: optionalFilter(day),
  endDate: optionalFilter(day),
  pricingMethod: optionalFilter(z.string().max(64)),
  searchTerm: optionalFilter(z.string().max(LIST_SEARCH_MAX_LENGTH)),
  /** Only prices that the last completed sync holds and that wait for a decision; the filters for job, days and method are then ignored. */
  held: z.boolean().nullish(),
  sortField: optionalFilter(z.enum(BREAKDOWN_SORTS)),
  sortDirection: optionalFilter(
    z
      .string()
      .transform((text) => text.toUpperCase())
      .pipe(z.enum(['ASC', 'DESC'])),
  ),
};

/** In place of a job's id: all jobs that follow price strategies. Each prices a few listings, so that they are one choice. */
export const STRATEGY_JOBS = 'strategies';

const breakdownJob = z.object({
  job_id: z.string(),
  item_count: z.number(),
  /** A preview sends nothing, so that only its own report includes it. */
  is_preview: z.boolean(),
  /** A guard holds prices of the job that nobody has approved or declined. */
  needs_approval: z.boolean(),
});
export type BreakdownJob = z.infer<typeof breakdownJob>;

export const breakdownJobs = endpoint('GET /api/pricing-breakdown/jobs', {
  summary: `The jobs that priced listings, newest first; last, as \`${STRATEGY_JOBS}\`, all that follow price strategies`,
  response: z.array(breakdownJob),
});

export const breakdownData = endpoint('POST /api/pricing-breakdown/data', {
  summary: 'One page of the pricing decisions',
  body: z
    .object({ ...filters, page: z.number().int().min(0).max(LAST_PAGE).nullish(), size: z.number().int().min(1).max(500).nullish() })
    .refine(inOrder, IN_ORDER),
  response: z.object({ data: z.array(breakdownItem), totalCount: z.number() }),
});

export const breakdownSummary = endpoint('GET /api/pricing-breakdown/summary', {
  summary: 'The number of pricing decisions by method',
  query: z.object({ jobId: filters.jobId, startDate: filters.startDate, endDate: filters.endDate }).refine(inOrder, IN_ORDER),
  response: z.object({ total_items: z.number(), competitive_pricing_count: z.number(), map_fallback_count: z.number(), error_count: z.number() }),
});

export const lastDecision = endpoint('GET /api/pricing-breakdown/latest', {
  summary: 'The latest pricing decision for a seller SKU',
  query: z.object({ sku: z.string().min(1).max(64) }),
  response: z.object({ decision: breakdownItem.nullable() }),
});

export const exportBreakdown = endpoint('POST /api/pricing-breakdown/export', {
  summary: 'All pricing decisions that match the filters, as CSV inside JSON',
  body: z.object({ ...filters, page: z.number().nullish(), size: z.number().nullish() }).refine(inOrder, IN_ORDER),
  response: z.object({ csvData: z.string(), filename: z.string() }),
  format: 'csv-in-json',
  hasCosts: true,
  mayLag: true,
});

/** The SKUs of held prices, or all held prices among the decisions that match the report's filters. */
const heldPrices = {
  id: z.string().min(1).max(64),
  matching: z.object(filters).refine(inOrder, IN_ORDER),
  input: z.object({ job_id: z.string().min(1).max(64) }),
} as const;

export const approveHeldPrices = bulkCommand('approve-prices', { summary: 'Approve held prices of a job for the next sync', ...heldPrices });

export const declineHeldPrices = bulkCommand('decline-prices', {
  summary: 'Decline held prices of a job: the listings keep their prices until a sync wants others',
  ...heldPrices,
});
