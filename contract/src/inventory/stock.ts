import * as z from 'zod';
import { CONDITION_NAMES } from '../catalog/conditions.ts';
import { endpoint } from '../endpoint.ts';
import { utcText } from './scan.ts';

export const STOCK_PAGE_SIZE = 50;

/** A listing's units that the drawer shows, oldest first. */
export const LISTING_UNITS_LIMIT = 200;

/** A listing that nobody has counted for this long should be. */
export const COUNT_DUE_DAYS = 90;

export const STOCK_SORTS = ['on_hand', 'sku', 'item'] as const;
export type StockSort = (typeof STOCK_SORTS)[number];

/** Whether the marketplace offers as many as are available: unknown where it offers none of our own stock. */
export const SYNC_STATES = ['IN_SYNC', 'DRIFT', 'UNKNOWN'] as const;

export const stockRow = z.object({
  listing_id: z.number(),
  product_id: z.number(),
  item_name: z.string(),
  /** A picture of the product, with the marketplace. */
  image_url: z.string().nullable(),
  seller_sku: z.string().nullable(),
  asin: z.string().nullable(),
  fnsku: z.string().nullable(),
  gtin: z.string().nullable(),
  sku_condition: z.number(),
  channel: z.string(),
  vendor: z.string().nullable(),
  on_hand: z.number(),
  /** Promised to orders. */
  pending: z.number(),
  quarantine: z.number(),
  available: z.number(),
  /** The fullest first, at most five. */
  locations: z.array(z.object({ location: z.string(), count: z.number() })),
  location_count: z.number(),
  /** What the marketplace last said that it offers. */
  marketplace_quantity: z.number().nullable(),
  marketplace_price: z.string().nullable(),
  sync_state: z.enum(SYNC_STATES),
  /** Decimal text, US dollars; of the vendors' price lists. */
  map: z.string().nullable(),
  last_counted_at: utcText.nullable(),
  /** When the oldest unit in stock came. */
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
  /** Only what is on hand. */
  in_stock: flag,
  no_sku: flag,
  /** On hand, and not counted for ninety days. */
  count_due: flag,
  out_of_sync: flag,
  /** Offered as New for less than the MAP. */
  below_map: flag,
  /** Offered for less than what it costs and what the marketplace takes, as far as they are known. */
  negative_margin: flag,
};

const order = { sort: z.enum(STOCK_SORTS).default('on_hand'), descending: z.stringbool().default(true) };

export const stockPage = endpoint({
  method: 'GET',
  path: '/api/inventory/stock',
  summary: 'One page of the listings with what is in stock of each',
  query: z.object({
    ...stockFilters,
    ...order,
    /** What the page before answered as `next`. */
    after: z.string().max(2000).optional(),
    size: z.coerce.number<number | string>().int().min(1).max(200).default(STOCK_PAGE_SIZE),
  }),
  response: z.object({
    data: z.array(stockRow),
    /** Where the next page begins; null on the last. */
    next: z.string().nullable(),
  }),
  reasons: ['unknown_location'],
});

const stockTotalsShape = z.object({
  listings: z.number(),
  on_hand: z.number(),
  available: z.number(),
  /** Units on hand under codes that no listing has, which no row shows; null where the list is narrowed. */
  unlisted: z.number().nullable(),
});
export type StockTotals = z.infer<typeof stockTotalsShape>;

export const stockTotals = endpoint({
  method: 'GET',
  path: '/api/inventory/stock/totals',
  summary: 'How many listings the filters let through, and the units of them',
  query: z.object(stockFilters),
  response: stockTotalsShape,
  reasons: ['unknown_location'],
});

export const stockFilterOptions = endpoint({
  method: 'GET',
  path: '/api/inventory/stock/filters',
  summary: 'The vendors that the stock can be narrowed to',
  response: z.object({ vendors: z.array(z.string()) }),
});

export const stockUnit = z.object({
  id: z.number(),
  identifier: z.string(),
  location: z.string(),
  /** AVAILABLE, SALE_PENDING or QUARANTINE. */
  status: z.string(),
  notes: z.string().nullable(),
  created_at: utcText,
});
export type StockUnit = z.infer<typeof stockUnit>;

export const listingUnits = endpoint({
  method: 'GET',
  path: '/api/inventory/stock/:listingId/units',
  summary: `A listing's units in stock, oldest first, at most ${LISTING_UNITS_LIMIT}`,
  params: z.object({ listingId: z.coerce.number<string>().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  response: z.array(stockUnit),
});

export const exportStock = endpoint({
  method: 'GET',
  path: '/api/inventory/export/stock.csv',
  summary: 'Every listing that the filters let through, with what is in stock of it, as CSV',
  query: z.object({
    ...stockFilters,
    ...order,
    /** Only these listings: their ids, with commas between. */
    listings: z
      .string()
      .regex(/^\d{1,15}(,\d{1,15})*$/, 'must be ids with commas between')
      .max(4000)
      .optional(),
  }),
  response: z.custom<AsyncIterable<string>>(),
  format: 'csv',
  reasons: ['unknown_location'],
});
