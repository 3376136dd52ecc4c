import * as z from 'zod';
import { cost } from '../cost.ts';
import { endpoint } from '../endpoint.ts';
import { recordId, recordParams } from '../formats/ids.ts';
import { utcText } from '../formats/utc-text.ts';
import { ledgerRow } from '../inventory/adjustment.ts';

/** The page size of each section of a product. */
export const PRODUCT_SECTION_ROWS = 20;

const before = z.object({ before: recordId.optional() });

/** A page of a section and the cursor of the next page; null at the end. */
const section = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), next: z.number().nullable() });

const stockPlace = z.object({
  location: z.string(),
  listing_id: z.number(),
  seller_sku: z.string().nullable(),
  condition: z.number(),
  on_hand: z.number(),
});
export type StockPlace = z.infer<typeof stockPlace>;

export const productStock = endpoint('GET /api/products/:id/stock', {
  summary: 'The stock of a product by location and condition',
  params: recordParams,
  query: before,
  response: section(stockPlace),
});

export const productMovements = endpoint('GET /api/products/:id/movements', {
  summary: 'The movements of a product’s units, newest first',
  params: recordParams,
  query: before,
  response: section(ledgerRow),
});

const productPrice = z.object({
  /** The price list item, see `/api/pricelists/:id/history`. */
  item_id: z.number(),
  gtin: z.string(),
  vendor: z.string().nullable(),
  cost: cost(z.string()),
  map: z.string().nullable(),
  updated_at: utcText,
});
export type ProductPrice = z.infer<typeof productPrice>;

export const productPrices = endpoint('GET /api/products/:id/prices', {
  summary: 'The price list’s entries for each GTIN of a product',
  params: recordParams,
  response: z.array(productPrice),
});

const productPoLine = z.object({
  id: z.number(),
  po_number: z.string(),
  vendor: z.string().nullable(),
  supplier_sku: z.string(),
  ordered: z.number(),
  received: z.number(),
  damaged: z.number(),
  open: z.number(),
  backordered: z.number(),
  unit_cost: cost(z.string()),
  ordered_at: utcText,
});
export type ProductPoLine = z.infer<typeof productPoLine>;

export const productPoLines = endpoint('GET /api/products/:id/purchase-order-lines', {
  summary: 'The purchase order lines with a GTIN of a product, newest first',
  params: recordParams,
  query: before,
  response: section(productPoLine),
});

const productCase = z.object({
  id: z.number(),
  status: z.string(),
  seller_sku: z.string(),
  quantity: z.number(),
  amazon_case_id: z.string().nullable(),
  due_on: z.string(),
  created_at: utcText,
});
export type ProductCase = z.infer<typeof productCase>;

export const productCases = endpoint('GET /api/products/:id/cases', {
  summary: 'The cases for units of a product, newest first',
  params: recordParams,
  query: before,
  response: section(productCase),
});

const productOrder = z.object({
  id: z.number(),
  order_id: z.string(),
  stage: z.string(),
  seller_sku: z.string().nullable(),
  condition: z.number(),
  quantity: z.number(),
  price: z.string().nullable(),
  ordered_at: utcText,
});
export type ProductOrder = z.infer<typeof productOrder>;

export const productOrders = endpoint('GET /api/products/:id/orders', {
  summary: 'The orders for a product, newest first',
  params: recordParams,
  query: before,
  response: section(productOrder),
});

const productFee = z.object({
  seller_sku: z.string(),
  price: z.string(),
  referral: z.string().nullable(),
  fulfilment: z.string().nullable(),
  total: z.string().nullable(),
  error: z.string().nullable(),
  read_at: utcText,
});
export type ProductFee = z.infer<typeof productFee>;

export const productFees = endpoint('GET /api/products/:id/fees', {
  summary: 'The marketplace’s fees for each listing of a product at its price',
  params: recordParams,
  response: z.array(productFee),
});
