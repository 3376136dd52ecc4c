import * as z from 'zod';
import { cost } from '../cost.ts';
import { answersCsv, endpoint } from '../endpoint.ts';
import { utcText } from '../formats/utc-text.ts';

/** The specification's list calls have no paging; they return at most this many rows. */
export const REPORT_LIST_LIMIT = 500;

const MOVEMENT_TYPES = ['ADD', 'LOCATION_CHANGE', 'AUDIT_COUNT', 'REMOVE', 'CONDITION_CHANGE', 'STATUS_CHANGE'] as const;

/** Any identifier of a product. */
const identifier = z.string().trim().min(1).max(256);
const locationQuery = z.object({ location: z.string().trim().min(1).max(64) });
/** A seller SKU or another code; empty means all. */
const sku = z.string().trim().max(256).default('');

const locationSummary = z.object({ location: z.string(), item_count: z.number() });
export type LocationSummary = z.infer<typeof locationSummary>;

const searchResult = z.object({ location: z.string(), identifier: z.string(), asin: z.string().nullable(), count: z.number() });
export type SearchResult = z.infer<typeof searchResult>;

const locationItem = z.object({
  id: z.number(),
  item_code: z.string().nullable(),
  product_title: z.string().nullable(),
  identifier: z.string(),
  asin: z.string().nullable(),
});
export type LocationItem = z.infer<typeof locationItem>;

const locationDetail = z.object({ seller_sku: z.string().nullable(), identifier: z.string(), asin: z.string().nullable(), count: z.number() });
export type LocationDetail = z.infer<typeof locationDetail>;

export const adjustment = z.object({
  id: z.number(),
  /** The seller SKU, else the scanned code. */
  sku: z.string(),
  type: z.enum(MOVEMENT_TYPES),
  /** The number of units; negative when they left the stock. */
  quantity: z.number(),
  reason: z.string(),
  created_at: utcText,
});
export type Adjustment = z.infer<typeof adjustment>;

export const localInventoryReport = endpoint('POST /api/localinventoryreport', {
  summary: 'The number of units in each active location',
  response: z.array(locationSummary),
});

export const localInventoryDetails = endpoint('POST /api/localinventorydetails', {
  summary: `The stock of a location by listing, at most ${REPORT_LIST_LIMIT} rows`,
  body: locationQuery,
  response: z.array(locationDetail),
  reasons: ['unknown_location'],
});

export const locationInventoryPriceList = endpoint('POST /api/locationinventorypricelist', {
  summary: `The units in a location, grouped by listing, at most ${REPORT_LIST_LIMIT}`,
  body: locationQuery,
  response: z.array(locationItem),
  reasons: ['unknown_location'],
});

export const searchByIdentifier = endpoint('POST /api/searchbyidentifier', {
  summary: `The locations of the units of an FNSKU, seller SKU, ASIN, UPC, EAN, GTIN-14 or item code, at most ${REPORT_LIST_LIMIT} rows`,
  body: z.object({ identifier }),
  response: z.array(searchResult),
});

export const inventoryAdjustments = endpoint('POST /api/inventoryadjustments', {
  summary: `The newest movements of a SKU, or of all SKUs if it is empty, at most ${REPORT_LIST_LIMIT}`,
  body: z.object({ sku: sku.nullish() }).default({ sku: '' }),
  response: z.array(adjustment),
});

export const exportLocations = endpoint('GET /api/inventory/export/locations.csv', {
  summary: 'The number of units in each active location, as CSV',
  ...answersCsv,
});

export const exportLocationItems = endpoint('GET /api/inventory/export/location-items.csv', {
  summary: 'All units in a location, as CSV',
  query: locationQuery,
  ...answersCsv,
  reasons: ['unknown_location'],
});

export const exportAdjustments = endpoint('GET /api/inventory/export/adjustments.csv', {
  summary: 'All movements of a SKU, or of all SKUs if it is empty, newest first, as CSV',
  query: z.object({ sku }),
  ...answersCsv,
});

export const exportPlaces = endpoint('GET /api/inventory/export/places.csv', {
  summary: 'The locations of the units of a code, all rows, as CSV',
  query: z.object({ identifier }),
  ...answersCsv,
});

export const exportLocationListings = endpoint('GET /api/inventory/export/location-listings.csv', {
  summary: 'The stock of a location by listing, all rows, as CSV',
  query: locationQuery,
  ...answersCsv,
  reasons: ['unknown_location'],
});

/** A moment in the past; now when absent. */
const moment = z.object({ at: z.iso.datetime({ offset: true }).optional() });

/** Days in stock; `from` and `to` are included. */
export const AGE_BUCKETS = [
  { from: 0, to: 30, name: '0–30 days' },
  { from: 31, to: 60, name: '31–60 days' },
  { from: 61, to: 90, name: '61–90 days' },
  { from: 91, to: 180, name: '91–180 days' },
  { from: 181, to: 365, name: '181–365 days' },
  { from: 366, to: null, name: 'More than 365 days' },
] as const;

export const stockAsOf = endpoint('GET /api/inventory/report/as-of', {
  summary: 'The number of units in each location at a moment',
  mayLag: true,
  query: moment,
  response: z.array(locationSummary),
  reasons: ['in_the_future'],
});

const valued = z.object({
  units: z.number(),
  /** The total cost of the units with a known cost: decimal text, in the currency of product costs. */
  value: cost(z.string().regex(/^\d+\.\d{2}$/)),
  /** Units without a known cost; the value leaves them out. */
  unknown_units: z.number(),
  /** Units whose cost was entered after the moment; the value includes them at the first cost entered since. */
  later_units: z.number(),
});

export const stockValue = endpoint('GET /api/inventory/report/value', {
  summary: 'The cost and the age of the units in stock at a moment',
  mayLag: true,
  query: moment,
  response: z.object({ total: valued, ages: z.array(valued.extend({ name: z.string() })) }),
  reasons: ['in_the_future'],
});
export type StockValue = z.infer<typeof stockValue.response>;

export const exportStockAsOf = endpoint('GET /api/inventory/export/as-of.csv', {
  summary: 'The number of units in each location at a moment, as CSV',
  query: moment,
  ...answersCsv,
  reasons: ['in_the_future'],
});

export const exportStockValue = endpoint('GET /api/inventory/export/age.csv', {
  summary: 'The units in stock at a moment and their cost, by age, as CSV',
  query: moment,
  ...answersCsv,
  hasCosts: true,
  reasons: ['in_the_future'],
});
