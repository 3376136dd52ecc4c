import * as z from 'zod';
import { cost } from '../cost.ts';
import { answersCsv, endpoint, success } from '../endpoint.ts';
import { clientId, INTEGER_MAX, recordId } from '../formats/ids.ts';
import { listSearch } from '../formats/list-search.ts';
import { targetIds } from '../formats/list-target.ts';
import { money } from '../formats/money.ts';
import { numberedPage, pageNumber } from '../formats/paging.ts';
import { utcText } from '../formats/utc-text.ts';
import { DRAFT_LINES_MAX } from './order-drafts.ts';
import { LEAD_DAYS_MAX, vendorName } from './vendor-terms.ts';

export const REORDER_PAGE_SIZE = 50;

const REORDER_PROBLEMS = ['NO_VENDOR', 'NO_GTIN'] as const;

const proposal = z.object({
  product_id: z.number(),
  title: z.string(),
  vendor: z.string().nullable(),
  gtin: z.string().nullable(),
  supplier_sku: z.string().nullable(),
  unit_cost: cost(z.string()),
  case_pack: z.number(),
  minimum_quantity: z.number(),
  lead_days: z.number(),
  /** Units in stock that no order has reserved. */
  local: z.number(),
  fba: z.number(),
  /** Units that customers wait for. */
  waiting: z.number(),
  on_order: z.number(),
  in_drafts: z.number(),
  sold_7: z.number(),
  sold_30: z.number(),
  sold_90: z.number(),
  per_day: z.number(),
  is_season: z.boolean(),
  season: z.number(),
  /** Days until the stock is sold; null when nothing sells. */
  days_left: z.number().nullable(),
  /** Days without stock until an order of today could arrive; negative when the stock lasts longer, null when nothing sells. */
  short_days: z.number().nullable(),
  quantity: z.number(),
  /** null while the cost is unknown. */
  amount: cost(money),
  problem: z.enum(REORDER_PROBLEMS).nullable(),
  /** Why this quantity, in words and figures. */
  reasons: z.array(z.string()),
});
export type ReorderProposal = z.infer<typeof proposal>;

/** The sortable columns, named after the fields of a row. */
export const REORDER_SORTS = [
  'short_days',
  'days_left',
  'title',
  'vendor',
  'local',
  'fba',
  'on_order',
  'per_day',
  'sold_30',
  'quantity',
  'amount',
] as const satisfies (keyof ReorderProposal)[];
export type ReorderSort = (typeof REORDER_SORTS)[number];

/** `order`: proposals with a quantity. `problem`: those that can't be ordered here yet. `season`: with a season a year ago. */
export const REORDER_VIEWS = ['order', 'problem', 'season', 'all'] as const;
export type ReorderView = (typeof REORDER_VIEWS)[number];

const filter = z.object({
  /** Words of the title, a supplier SKU, or a GTIN. */
  search: listSearch,
  vendor: z.string().trim().max(200).optional(),
  show: z.enum(REORDER_VIEWS).default('order'),
});

/** Without the permission to see costs, `amount` sorts as if it were absent. */
const sorted = { sort: z.enum(REORDER_SORTS).default('short_days'), descending: z.stringbool().default(true) };

export const reorderPage = endpoint('GET /api/reorder', {
  summary: 'One page of reorder proposals with their reasons',
  query: filter.extend({ page: pageNumber, ...sorted }),
  response: numberedPage(proposal).extend({
    /** null before the first calculation. */
    calculated_at: utcText.nullable(),
    /** The days of the last 90 for which FBA shipments are known. */
    fba_days: z.number(),
  }),
});

export const exportReorder = endpoint('GET /api/reorder/export.csv', {
  summary: 'The reorder proposals that match a filter, as CSV',
  query: filter.extend({ ...targetIds, ...sorted }),
  ...answersCsv,
  hasCosts: true,
});

const vendorProposal = z.object({
  vendor: z.string(),
  products: z.number(),
  units: z.number(),
  amount: cost(money),
  minimum_order: money.nullable(),
  lead_days: z.number(),
});
export type VendorProposal = z.infer<typeof vendorProposal>;

export const reorderVendors = endpoint('GET /api/reorder/vendors', {
  summary: 'The sums of the proposals of each vendor, the largest first',
  response: z.object({ vendors: z.array(vendorProposal) }),
});

export const calculateReorder = endpoint('POST /api/reorder/calculate', {
  summary: 'Calculate all proposals now',
  response: success,
  timeoutMs: 120_000,
});

export const orderProposals = endpoint('POST /api/reorder/drafts', {
  summary: 'Make order drafts of proposals, one for each vendor. Repeating a client id makes them once',
  body: z.object({ client_id: clientId, product_ids: z.array(recordId).min(1).max(DRAFT_LINES_MAX).optional(), vendor: vendorName.optional() }),
  response: z.object({ drafts: z.array(z.object({ id: z.number(), po_number: z.string(), vendor: z.string(), lines: z.number() })) }),
  reasons: ['nothing_to_order', 'client_id_used'],
});

const settings = z.object({
  lead_days: z.int('must be a whole number of days').min(0).max(LEAD_DAYS_MAX),
  review_days: z.int('must be a whole number of days').min(1).max(90),
  service_percent: z.int('must be a whole number').min(50).max(99),
  version: z.int().min(1).max(INTEGER_MAX),
});
export type ReorderSettings = z.infer<typeof settings>;

export const getReorderSettings = endpoint('GET /api/reorder/settings', { summary: 'How reorder quantities are calculated', response: settings });

export const saveReorderSettings = endpoint('PUT /api/reorder/settings', {
  summary: 'Change how reorder quantities are calculated; calculates all proposals again',
  body: settings,
  response: success,
  timeoutMs: 120_000,
  reasons: ['changed_meanwhile'],
});
