import * as z from 'zod';
import { answersCsv, endpoint } from '../endpoint.ts';
import { day, IN_ORDER, inOrder } from '../formats/day.ts';
import { listSearch } from '../formats/list-search.ts';
import { numberedPage, pageNumber } from '../formats/paging.ts';

export const DRIFT_PAGE_SIZE = 50;

/** The report keeps this many days. */
export const DRIFT_RETENTION_DAYS = 90;

/** A listing on a day on which Amazon showed another quantity than the one to offer. */
const quantityDriftDay = z.object({
  /** UTC. */
  day: z.string(),
  listing_id: z.number(),
  sku: z.string(),
  product_id: z.number(),
  title: z.string(),
  /** How often the quantities differed. */
  periods: z.number(),
  /** How long Amazon showed more than was available. */
  over_seconds: z.number(),
  /** How long Amazon showed less than the quantity to offer. */
  under_seconds: z.number(),
  /** The most units that could have been oversold at once. */
  worst_over: z.number(),
  /** What Amazon showed then, and what was available here. */
  worst_shown: z.number(),
  worst_available: z.number(),
});
export type QuantityDriftDay = z.infer<typeof quantityDriftDay>;

const filters = {
  startDate: day,
  endDate: day,
  /** A part of a SKU. */
  search: listSearch,
  /** Only days on which Amazon showed more than was available. */
  over: z.stringbool().default(false),
};

export const listQuantityDrift = endpoint('GET /api/pricing/quantity-drift', {
  summary: 'How long Amazon showed another quantity than the one to offer, by listing and day, newest day first',
  query: z.object({ ...filters, page: pageNumber }).refine(inOrder, IN_ORDER),
  response: numberedPage(quantityDriftDay).extend({ over_seconds: z.number(), under_seconds: z.number() }),
});

export const exportQuantityDrift = endpoint('GET /api/pricing/quantity-drift.csv', {
  summary: 'How long Amazon showed another quantity than the one to offer, as CSV',
  query: z.object(filters).refine(inOrder, IN_ORDER),
  ...answersCsv,
});
