import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { utcText } from './scan.ts';

/** A list call of the specification has no paging, so it answers at most this many rows. */
export const REPORT_LIST_LIMIT = 500;

export const MOVEMENT_TYPES = ['ADD', 'LOCATION_CHANGE', 'AUDIT_COUNT', 'REMOVE', 'CONDITION_CHANGE', 'STATUS_CHANGE'] as const;
export type MovementType = (typeof MOVEMENT_TYPES)[number];

/** Any code that people know a product by; what is empty after the trim is refused. */
const identifier = z.string().trim().min(1).max(256);
const locationCode = z.string().trim().min(1).max(64);
/** A seller SKU or another code; empty means all. */
const skuFilter = z.string().trim().max(256);

export const locationSummary = z.object({ location: z.string(), item_count: z.number() });
export type LocationSummary = z.infer<typeof locationSummary>;

export const searchResult = z.object({ location: z.string(), identifier: z.string(), asin: z.string().nullable(), count: z.number() });
export type SearchResult = z.infer<typeof searchResult>;

export const locationItem = z.object({
  id: z.number(),
  item_code: z.string().nullable(),
  product_title: z.string().nullable(),
  identifier: z.string(),
  asin: z.string().nullable(),
});
export type LocationItem = z.infer<typeof locationItem>;

export const locationDetail = z.object({ seller_sku: z.string().nullable(), identifier: z.string(), asin: z.string().nullable(), count: z.number() });
export type LocationDetail = z.infer<typeof locationDetail>;

export const adjustment = z.object({
  id: z.number(),
  /** The seller SKU, else the code that was scanned. */
  sku: z.string(),
  type: z.enum(MOVEMENT_TYPES),
  /** How many units it concerns, negative when they left the stock. */
  quantity: z.number(),
  reason: z.string(),
  created_at: utcText,
});
export type Adjustment = z.infer<typeof adjustment>;

export const localInventoryReport = endpoint({
  method: 'POST',
  path: '/api/localinventoryreport',
  summary: 'How many units are in each location in use',
  response: z.array(locationSummary),
});

export const localInventoryDetails = endpoint({
  method: 'POST',
  path: '/api/localinventorydetails',
  summary: `What is in a location, counted by listing, at most ${REPORT_LIST_LIMIT} rows`,
  body: z.object({ location: locationCode }),
  response: z.array(locationDetail),
  reasons: ['unknown_location'],
});

export const locationInventoryPriceList = endpoint({
  method: 'POST',
  path: '/api/locationinventorypricelist',
  summary: `The units in a location, at most ${REPORT_LIST_LIMIT}, those of one listing together`,
  body: z.object({ location: locationCode }),
  response: z.array(locationItem),
  reasons: ['unknown_location'],
});

export const searchByIdentifier = endpoint({
  method: 'POST',
  path: '/api/searchbyidentifier',
  summary: `Where the units of an FNSKU, seller SKU, ASIN, UPC, EAN, GTIN-14 or item code are, at most ${REPORT_LIST_LIMIT} rows`,
  body: z.object({ identifier }),
  response: z.array(searchResult),
});

export const inventoryAdjustments = endpoint({
  method: 'POST',
  path: '/api/inventoryadjustments',
  summary: `The newest movements of a SKU, or of all with an empty one, at most ${REPORT_LIST_LIMIT}`,
  body: z.object({ sku: skuFilter.default('') }).default({ sku: '' }),
  response: z.array(adjustment),
});

export const exportLocations = endpoint({
  method: 'GET',
  path: '/api/inventory/export/locations.csv',
  summary: 'How many units are in each location in use, as CSV',
  response: z.custom<AsyncIterable<string>>(),
  format: 'csv',
});

export const exportLocationItems = endpoint({
  method: 'GET',
  path: '/api/inventory/export/location-items.csv',
  summary: 'Every unit in a location, as CSV',
  query: z.object({ location: locationCode }),
  response: z.custom<AsyncIterable<string>>(),
  format: 'csv',
  reasons: ['unknown_location'],
});

export const exportAdjustments = endpoint({
  method: 'GET',
  path: '/api/inventory/export/adjustments.csv',
  summary: 'Every movement of a SKU, or of all, newest first, as CSV',
  query: z.object({ sku: skuFilter.default('') }),
  response: z.custom<AsyncIterable<string>>(),
  format: 'csv',
});

export const exportPlaces = endpoint({
  method: 'GET',
  path: '/api/inventory/export/places.csv',
  summary: 'Where the units of a code are, all rows, as CSV',
  query: z.object({ identifier }),
  response: z.custom<AsyncIterable<string>>(),
  format: 'csv',
});

export const exportLocationListings = endpoint({
  method: 'GET',
  path: '/api/inventory/export/location-listings.csv',
  summary: 'What is in a location, counted by listing, all rows, as CSV',
  query: z.object({ location: locationCode }),
  response: z.custom<AsyncIterable<string>>(),
  format: 'csv',
  reasons: ['unknown_location'],
});

/** A moment that has been; now when absent. */
const moment = z.object({ at: z.iso.datetime({ offset: true }).optional() });

/** How many days the units have been in stock: from, and to, both included. */
export const AGE_BUCKETS = [
  { from: 0, to: 30, name: '0–30 days' },
  { from: 31, to: 60, name: '31–60 days' },
  { from: 61, to: 90, name: '61–90 days' },
  { from: 91, to: 180, name: '91–180 days' },
  { from: 181, to: 365, name: '181–365 days' },
  { from: 366, to: null, name: 'More than 365 days' },
] as const;

export const stockAsOf = endpoint({
  method: 'GET',
  path: '/api/inventory/report/as-of',
  summary: 'How many units each location held at a moment',
  query: moment,
  response: z.array(locationSummary),
  reasons: ['in_the_future'],
});

/** Decimal text, in the currency in which products cost. */
const money = z.string().regex(/^\d+\.\d{2}$/);

const valued = z.object({
  units: z.number(),
  /** What those units cost of which it is known. */
  value: money,
  /** Units of which nobody has said what they cost; they are not in the value. */
  unknown_units: z.number(),
  /** Units whose cost was said only after the moment: they are in the value with the first cost since. */
  later_units: z.number(),
});

export const stockValue = endpoint({
  method: 'GET',
  path: '/api/inventory/report/value',
  summary: 'What the units in stock at a moment cost at that time, and how old they were',
  query: moment,
  response: z.object({ total: valued, ages: z.array(valued.extend({ name: z.string() })) }),
  reasons: ['in_the_future'],
});
export type StockValue = z.infer<typeof stockValue.response>;

export const exportStockAsOf = endpoint({
  method: 'GET',
  path: '/api/inventory/export/as-of.csv',
  summary: 'How many units each location held at a moment, as CSV',
  query: moment,
  response: z.custom<AsyncIterable<string>>(),
  format: 'csv',
  reasons: ['in_the_future'],
});

export const exportStockValue = endpoint({
  method: 'GET',
  path: '/api/inventory/export/age.csv',
  summary: 'Units in stock at a moment and what they cost, by age, as CSV',
  query: moment,
  response: z.custom<AsyncIterable<string>>(),
  format: 'csv',
  reasons: ['in_the_future'],
});
