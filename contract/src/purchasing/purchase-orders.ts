import * as z from 'zod';
import { answersCsv, endpoint } from '../endpoint.ts';
import { listSearch } from '../formats/list-search.ts';
import { targetIds } from '../formats/list-target.ts';
import { pageNumber, windowedPage } from '../formats/paging.ts';
import { utcText } from '../formats/utc-text.ts';
import { PACKING_LIST_STATES } from './packing-lists.ts';
import { PO_LIST_LIMIT } from './purchase-order-lines.ts';

export const PO_PAGE_SIZE = 25;
/** The numbered pages cover this many of the newest matches; the CSV has all. */
export const PO_WINDOW = 50_000;

/** The badge of Received % is green from the first value, yellow from the second, and red below. */
export const RECEIVED_GOOD_PERCENT = 100;
export const RECEIVED_WARN_PERCENT = 50;

/** Units expected within this many days, including today, count as expected soon. */
export const PO_EXPECTED_DAYS = 14;

/** `short`: a packing list in receiving lacks units. `expected`: units are expected soon. */
export const PO_VIEWS = ['open', 'settled', 'over', 'damaged', 'backordered', 'short', 'expected'] as const;
export type PoView = (typeof PO_VIEWS)[number];

const packingListOfPo = z.object({
  stowage_receive_inventory_packing_list_id: z.number(),
  packing_list_name: z.string(),
  state: z.enum(PACKING_LIST_STATES),
  sku_count: z.number(),
  packinglist_qty: z.number(),
  received_qty: z.number(),
  backordered_qty: z.number(),
  damaged_qty: z.number(),
  canceled_qty: z.number(),
});
export type PackingListOfPo = z.infer<typeof packingListOfPo>;

const poSummaryRow = z.object({
  id: z.number(),
  poNumber: z.string(),
  po_number: z.string(),
  vendor: z.string().nullable(),
  unique_skus: z.number(),
  packing_list_count: z.number(),
  total_ordered: z.number(),
  total_received: z.number(),
  total_backordered: z.number(),
  total_damaged: z.number(),
  total_canceled: z.number(),
  /** Received beyond what was ordered. */
  total_over: z.number(),
  /** Relative to the units that are ordered and not canceled; without the units over. */
  received_percentage: z.number(),
  first_entry_date: utcText,
  last_entry_date: utcText,
  days_difference: z.number(),
});
export type PoSummaryRow = z.infer<typeof poSummaryRow>;

/** The sortable columns, named after the fields of a row. */
export const PO_SORTS = [
  'po_number',
  'unique_skus',
  'packing_list_count',
  'total_ordered',
  'total_received',
  'total_backordered',
  'total_damaged',
  'total_canceled',
  'received_percentage',
  'first_entry_date',
  'last_entry_date',
  'days_difference',
] as const satisfies (keyof PoSummaryRow)[];
export type PoSort = (typeof PO_SORTS)[number];

const poRow = poSummaryRow.extend({
  packingLists: z.array(packingListOfPo),
  /** The units that are expected soon; only in the view `expected`. */
  units_expected: z.number().optional(),
});
export type PoRow = z.infer<typeof poRow>;

export const listPos = endpoint('POST /api/pos/polist', {
  summary: `The newest purchase orders with their packing lists, at most ${PO_LIST_LIMIT}`,
  response: z.array(poRow),
});

export const summarisePos = endpoint('POST /api/pos/summary', {
  summary: `The newest purchase orders, at most ${PO_LIST_LIMIT}`,
  response: z.array(poSummaryRow),
});

const poFilter = z.object({
  /** Part of a PO number or a vendor. */
  search: listSearch,
  show: z.enum(PO_VIEWS).optional(),
});

const poOrder = { sort: z.enum(PO_SORTS).default('first_entry_date'), descending: z.stringbool().default(true) };

export const poPage = endpoint('GET /api/purchase-orders', {
  summary: 'One page of purchase orders with their packing lists, newest first unless sorted otherwise',
  query: poFilter.extend({ page: pageNumber, ...poOrder }),
  response: windowedPage(poRow).extend({
    /** The units that all matching orders expect soon; only in the view `expected`. */
    unitsExpected: z.number().nullable(),
  }),
});

export const exportPos = endpoint('GET /api/purchase-orders/export.csv', {
  summary: 'The purchase orders that match a filter, newest first by default, as CSV',
  query: poFilter.extend({ ...targetIds, ...poOrder }),
  ...answersCsv,
});
