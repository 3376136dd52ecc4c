import * as z from 'zod';
import { CONDITION_NAMES } from '../catalog/conditions.ts';
import { answersCsv, endpoint } from '../endpoint.ts';
import { recordId } from '../formats/ids.ts';
import { targetIds } from '../formats/list-target.ts';
import { pageSize } from '../formats/paging.ts';
import { utcText } from '../formats/utc-text.ts';

export const STOCK_PAGE_SIZE = 50;

/** The drawer shows this many units of a listing, oldest first. */
export const LISTING_UNITS_LIMIT = 200;

/** A listing not counted for this many days is due for a count. */
export const COUNT_DUE_DAYS = 90;

/** Units on hand come first by default. */
export const STOCK_SORTS = ['on_hand', 'sku', 'item', 'condition', 'pending', 'quarantine', 'available', 'locations', 'amazon', 'map', 'counted'] as const;
export type StockSort = (typeof STOCK_SORTS)[number];

/**
 * How Amazon's quantity compares with the one to offer. Of those that differ: `SENDING` waits to be sent or for Amazon's answer, `REJECTED`
 * was refused, `DRIFT` is neither. UNKNOWN: Amazon has no seller-fulfilled quantity of the listing, or it is withheld.
 */
const SYNC_STATES = ['IN_SYNC', 'SENDING', 'REJECTED', 'DRIFT', 'UNKNOWN'] as const;

const stockRow = z.object({
  listing_id: z.number(),
  product_id: z.number(),
  item_name: z.string(),
  /** The marketplace's picture of the product. */
  image_url: z.string().nullable(),
  seller_sku: z.string().nullable(),
  asin: z.string().nullable(),
  fnsku: z.string().nullable(),
  gtin: z.string().nullable(),
  sku_condition: z.number(),
  channel: z.string(),
  vendor: z.string().nullable(),
  on_hand: z.number(),
  /** Reserved for orders. */
  pending: z.number(),
  quarantine: z.number(),
  available: z.number(),
  /** The five locations with most units, the largest first. */
  locations: z.array(z.object({ location: z.string(), count: z.number() })),
  location_count: z.number(),
  /** The quantity in the last marketplace report. */
  marketplace_quantity: z.number().nullable(),
  marketplace_price: z.string().nullable(),
  sync_state: z.enum(SYNC_STATES),
  /** Decimal text, US dollars, from the vendors' price lists. */
  map: z.string().nullable(),
  last_counted_at: utcText.nullable(),
  /** The receipt of the oldest unit in stock. */
  oldest_at: utcText.nullable(),
});
export type StockRow = z.infer<typeof stockRow>;

const flag = z.stringbool().default(false);

const stockFilters = {
  /** An FNSKU, seller SKU, ASIN, GTIN or item code, else words of the title. */
  search: z.string().trim().max(256).default(''),
  vendor: z.string().trim().max(128).default(''),
  condition: z.coerce
    .number<number | string>()
    .refine((code) => code in CONDITION_NAMES, 'must be the code of a condition')
    .optional(),
  location: z.string().trim().max(64).default(''),
  in_stock: flag,
  no_sku: flag,
  /** On hand, and not counted for `COUNT_DUE_DAYS`. */
  count_due: flag,
  out_of_sync: flag,
  /** Condition New and a price below the MAP. */
  below_map: flag,
  /** A price below the known cost and marketplace fees. */
  negative_margin: flag,
};

/** The filters of the list of listings. */
export const stockFilter = z.object(stockFilters);

const order = { sort: z.enum(STOCK_SORTS).default('on_hand'), descending: z.stringbool().default(true) };

export const stockPage = endpoint('GET /api/inventory/stock', {
  summary: 'One page of the listings with their stock',
  query: z.object({
    ...stockFilters,
    ...order,
    /** `next` of the previous page. */
    after: z.string().max(2000).optional(),
    size: pageSize(200, STOCK_PAGE_SIZE),
  }),
  response: z.object({
    data: z.array(stockRow),
    /** The cursor of the next page; null on the last page. */
    next: z.string().nullable(),
  }),
  reasons: ['unknown_location'],
});

export const stockTotals = endpoint('GET /api/inventory/stock/totals', {
  summary: 'The number of listings that match the filters, and of their units',
  query: z.object(stockFilters),
  response: z.object({
    listings: z.number(),
    on_hand: z.number(),
    available: z.number(),
    /** Units on hand whose code has no listing, which no row shows; null when a filter is set. */
    unlisted: z.number().nullable(),
  }),
  reasons: ['unknown_location'],
});
export type StockTotals = z.infer<typeof stockTotals.response>;

export const stockFilterOptions = endpoint('GET /api/inventory/stock/filters', {
  summary: 'The options of the stock filters',
  response: z.object({ vendors: z.array(z.string()) }),
});

const stockUnit = z.object({
  id: z.number(),
  identifier: z.string(),
  location: z.string(),
  /** AVAILABLE, SALE_PENDING or QUARANTINE. */
  status: z.string(),
  notes: z.string().nullable(),
  created_at: utcText,
});
export type StockUnit = z.infer<typeof stockUnit>;

export const listingUnits = endpoint('GET /api/inventory/stock/:listingId/units', {
  summary: `A listing's units in stock, oldest first, at most ${LISTING_UNITS_LIMIT}`,
  params: z.object({ listingId: recordId }),
  response: z.array(stockUnit),
});

export const exportStock = endpoint('GET /api/inventory/export/stock.csv', {
  summary: 'All listings that match the filters, with their stock, as CSV',
  query: z.object({
    ...stockFilters,
    ...order,
    ...targetIds,
  }),
  ...answersCsv,
  reasons: ['unknown_location'],
});
