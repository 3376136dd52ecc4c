import * as z from 'zod';
import { bulkCommand } from '../bulk/bulk.ts';
import { cost } from '../cost.ts';
import { answersCsv, endpoint, type OutputOf, success } from '../endpoint.ts';
import { INTEGER_MAX, recordId } from '../formats/ids.ts';
import { listSearch } from '../formats/list-search.ts';
import { numberedPage, pageNumber } from '../formats/paging.ts';
import { topic } from '../topic.ts';
import { PRICE_CHANNELS } from './pricing.ts';

/** What a listing's price follows. LOWEST_PRICE is the rule of a sync by the lowest price per condition, within the listing's own limits. */
export const PRICE_STRATEGIES = {
  LOWEST_PRICE: 'Lowest price per condition',
  MATCH: 'Match the lowest offer',
  UNDERCUT: 'Undercut the lowest offer',
  STAY_AT_MAP: 'Stay at MAP',
  FOLLOW_FEATURED: 'Follow the featured offer',
} as const;
export type PriceStrategyName = keyof typeof PRICE_STRATEGIES;
export const PRICE_STRATEGY_NAMES = Object.keys(PRICE_STRATEGIES) as [PriceStrategyName, ...PriceStrategyName[]];

/** The price while nobody else, or not the named competitor, offers the condition. */
export const WHEN_ALONE = { KEEP: 'Keep the price', MAP: 'Raise to the MAP-based price', MAXIMUM: 'Raise to the maximum' } as const;
export type WhenAlone = keyof typeof WHEN_ALONE;
export const WHEN_ALONE_NAMES = Object.keys(WHEN_ALONE) as [WhenAlone, ...WhenAlone[]];

export const STRATEGIES_PAGE_SIZE = 50;
/** Recorded offers stay for this many days. */
export const OFFER_HISTORY_DAYS = 90;

const AMOUNT = 'Enter an amount from 0.01 to 1,000,000';
const amount = z
  .number(AMOUNT)
  .min(0.01, AMOUNT)
  .max(1_000_000, AMOUNT)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'Enter whole cents');
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time from 00:00 to 23:59');
const zone = z
  .string()
  .min(1, 'Enter a time zone')
  .max(60)
  .refine((name) => {
    try {
      return new Intl.DateTimeFormat('en-US', { timeZone: name }) !== undefined;
    } catch {
      return false;
    }
  }, 'Enter a time zone such as America/New_York');

/** The days of a schedule: 1 is Monday. */
export const WEEKDAYS: readonly string[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The hours in which a strategy is in force; at other times only its limits hold, and syncs use the general rules. */
const strategySchedule = z.object({
  /** 1 is Monday; all days when empty. */
  days: z.array(z.int().min(1).max(7)).max(7),
  from: time,
  /** Exclusive. A time before `from` is on the next day; the same time means the whole day. */
  until: time,
  zone,
});

const behavior = {
  strategy: z.enum(PRICE_STRATEGY_NAMES),
  /** UNDERCUT has one of the two. */
  undercut_amount: amount.nullable(),
  undercut_percent: z
    .number('Enter a percentage from 0.1 to 50')
    .min(0.1, 'Enter a percentage from 0.1 to 50')
    .max(50, 'Enter a percentage from 0.1 to 50')
    .refine((value) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-6, 'Enter at most one decimal')
    .nullable(),
  when_alone: z.enum(WHEN_ALONE_NAMES),
  /** Only this seller's offers count. */
  competitor_seller_id: z.string().trim().min(1).max(100).nullable(),
  /** The MAP-based price of the condition is a minimum too. */
  never_below_map: z.boolean(),
  schedule: strategySchedule.nullable(),
};
const limits = { minimum: amount.nullable(), maximum: amount.nullable() };

type Checked = Partial<z.infer<z.ZodObject<typeof behavior & typeof limits>>>;

/** The problems between the fields of a strategy, by field. */
export function strategyProblems(one: Checked): { readonly field: string; readonly problem: string }[] {
  const { strategy, undercut_amount: by, undercut_percent: percent, minimum, maximum, when_alone: alone } = one;
  const given = [by, percent].filter((value) => value != null).length;
  return [
    ...(strategy === 'UNDERCUT' && given !== 1 ? [{ field: 'undercut_amount', problem: 'Enter an amount or a percentage to undercut by, not both' }] : []),
    ...(minimum != null && maximum != null && minimum > maximum ? [{ field: 'maximum', problem: 'The maximum is below the minimum' }] : []),
    ...(alone === 'MAXIMUM' && maximum === null ? [{ field: 'maximum', problem: 'Enter the maximum to raise to' }] : []),
  ];
}

const check = (one: Checked, context: z.core.$RefinementCtx) => {
  for (const { field, problem } of strategyProblems(one)) context.addIssue({ code: 'custom', path: [field], message: problem });
};

const priceStrategy = z.object({ ...behavior, ...limits, is_on: z.boolean() });
/** A strategy that is not in force: for a simulation. */
export const triedStrategy = z.object({ ...behavior, ...limits }).superRefine(check);
export type PriceStrategyFields = z.infer<typeof priceStrategy>;

/** A decision with its reasons, as it was made. Money as decimal text. */
const strategyExplanation = z.object({
  strategy: z.string(),
  is_in_force: z.boolean(),
  before: z.string().nullable(),
  /** It is the floor when that bound the price. */
  wanted: cost(z.string()),
  /** What bound the price. With the price that was sent, the floor reveals the cost. */
  bound_by: cost(z.enum(['MINIMUM', 'MAXIMUM', 'MAP', 'FLOOR'])),
  competitor: z.object({ seller_id: z.string(), price: z.string(), seen_at: z.string() }).nullable(),
  floor: cost(z.string()),
  cost: cost(z.string()),
  fees: z.string().nullable(),
  held_by: z.string().nullable(),
  /** Sentences for people, in order. */
  steps: cost(z.array(z.string())),
});
export type StrategyExplanation = z.infer<typeof strategyExplanation>;

const result = z.object({
  /** ISO 8601, UTC. */
  decided_at: z.string(),
  explanation: strategyExplanation,
  /** The job that sends or holds the price; null when it stayed. */
  job_id: z.string().nullable(),
});

export const listingParams = z.object({ listingId: recordId });

export const getPriceStrategy = endpoint('GET /api/pricing/strategies/listings/:listingId', {
  summary: "A listing's strategy, its last decision with all reasons, and what a decision would be now",
  params: listingParams,
  response: z.object({
    sku: z.string().nullable(),
    /** Whether Amazon knows the listing. */
    is_listed: z.boolean(),
    /** null: the rules of the syncs. */
    strategy: priceStrategy.nullable(),
    /** For the next change; 0 without a strategy. */
    version: z.number(),
    /** Money as decimal text; null where it is unknown. */
    price: z.string().nullable(),
    map_price: z.string().nullable(),
    cost: cost(z.string()),
    fees: z.string().nullable(),
    floor: cost(z.string()),
    /** The prices of all listings, or of the listing's channel, are paused. */
    is_paused: z.boolean(),
    last: result.nullable(),
  }),
});
export type ListingPriceStrategy = OutputOf<typeof getPriceStrategy>;

export const savePriceStrategy = endpoint('PUT /api/pricing/strategies/listings/:listingId', {
  summary: "Change a listing's strategy and limits, and turn it on or off",
  params: listingParams,
  body: z.object({ ...behavior, ...limits, is_on: z.boolean(), version: z.int().min(0).max(INTEGER_MAX) }).superRefine(check),
  response: success,
  reasons: ['changed_meanwhile'],
});

export const STRATEGY_STATES = ['ON', 'OFF', 'NONE', 'HELD'] as const;

const filters = {
  /** A part of a SKU or title. */
  search: listSearch,
  strategy: z.enum(['', ...PRICE_STRATEGY_NAMES]).default(''),
  /** NONE: no strategy of its own. HELD: a guard holds its price. */
  state: z.enum(['', ...STRATEGY_STATES]).default(''),
};

export type StrategyFilters = z.output<z.ZodObject<typeof filters>>;

const strategyRow = z.object({
  listing_id: z.number(),
  product_id: z.number(),
  sku: z.string(),
  title: z.string(),
  condition: z.number(),
  is_on_amazon: z.boolean(),
  price: z.string().nullable(),
  strategy: z.enum(PRICE_STRATEGY_NAMES).nullable(),
  is_on: z.boolean(),
  minimum: z.string().nullable(),
  maximum: z.string().nullable(),
  /** The last decision of the strategy. */
  wanted: cost(z.string()),
  bound_by: cost(z.string()),
  /** May name the floor. */
  held_reason: cost(z.string()),
  /** The job that holds the price. */
  job_id: z.string().nullable(),
  decided_at: z.string().nullable(),
});
export type StrategyRow = z.infer<typeof strategyRow>;

const pauses = {
  is_paused: z.boolean(),
  /** Channels that are paused by themselves. */
  paused_channels: z.array(z.enum(PRICE_CHANNELS)),
};

export const listPriceStrategies = endpoint('GET /api/pricing/strategies', {
  summary: 'The listings on Amazon, and others that have a price strategy, sorted by SKU',
  query: z.object({ ...filters, page: pageNumber }),
  response: numberedPage(strategyRow).extend({ on_count: z.number(), held_count: z.number(), ...pauses }),
});

export const exportPriceStrategies = endpoint('GET /api/pricing/strategies.csv', {
  summary: 'The strategies as a file that Spreadsheets takes back',
  query: z.object(filters),
  ...answersCsv,
});

const selection = { id: recordId, matching: z.object(filters) } as const;

export const setPriceStrategies = bulkCommand('set-price-strategies', {
  summary: 'Give many listings the same strategy; their minimums, maximums and whether they are on stay',
  ...selection,
  input: z.object(behavior).superRefine((one, context) => check(one, context)),
});

export const turnOnStrategies = bulkCommand('turn-on-strategies', { summary: 'Turn on the strategies of many listings', ...selection, input: z.object({}) });

export const turnOffStrategies = bulkCommand('turn-off-strategies', { summary: 'Turn off the strategies of many listings', ...selection, input: z.object({}) });

/** Strategies were changed, or decided prices. */
export const priceStrategiesTopic = topic({
  path: 'price-strategies',
  payload: z.object({ listing_ids: z.array(z.number()) }),
  permission: 'prices.read',
});
