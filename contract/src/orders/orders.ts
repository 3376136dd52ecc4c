import * as z from 'zod';
import { answersCsv, endpoint } from '../endpoint.ts';
import { recordId } from '../formats/ids.ts';
import { pageSize } from '../formats/paging.ts';
import { timeZone } from '../formats/time-zones/time-zone.ts';
import { utcText } from '../formats/utc-text.ts';
import { topic } from '../topic.ts';
import { orderNumber } from './order-shipment.ts';
import { ORDER_NEEDS, ORDER_STAGES } from './order-stages.ts';

export const ORDERS_PAGE_SIZE = 50;

/** The specification's list has no paging. It shows open orders, and the done orders of these days, up to a limit. */
export const ORDER_LIST_DAYS = 7;

export const ORDER_LIST_LIMIT = 1_000;

/** The limit on the allocations of one order line. */
export const ALLOCATIONS_LIMIT = 1_000;

/** Orders that must ship within this many hours are urgent. */
export const URGENT_HOURS = 4;

export const ORDER_NOTE_MAX_LENGTH = 500;

/** What was done with the order here. */
const ORDER_LOCAL_STATES = ['OPEN', 'SHIPPED', 'CONFIRM_QUEUED', 'CONFIRMING', 'CONFIRM_FAILED', 'CONFIRMED', 'CANCELED'] as const;

export type OrderLocalState = (typeof ORDER_LOCAL_STATES)[number];

/** The order statuses as the screens spell them. */
const ORDER_STATUSES = ['Pending', 'Unshipped', 'PartiallyShipped', 'Shipped', 'Canceled'] as const;

export const ORDER_MESSAGES = {
  notFound: 'Product not found. The scanned FNSKU, SKU, or UPC does not match this order item.',
  unexpected: 'Unexpected response from server. Please try again.',
  verifyFailed: 'Error verifying product. Please try again.',
  updateFailed: 'Error updating inventory. Please try again.',
  confirmRemoval: 'This will remove 1 unit from local inventory. Please confirm.',
} as const;

/** The id of an allocation, or an order number. */
export const orderReference = z.union([recordId, orderNumber]);

/** One ordered unit: a line with three units has three rows. */
export const orderRow = z.object({
  id: z.number(),
  product_name: z.string().nullable(),
  amazon_order_id: z.string(),
  photo: z.string().nullable(),
  asin: z.string().nullable(),
  fnsku: z.string().nullable(),
  sku: z.string().nullable(),
  display_condition: z.string().nullable(),
  gtin: z.string().nullable(),
  /** The code under which the reserved unit is booked. */
  identifier: z.string().nullable(),
  /** The location of the reserved unit; null without a reservation. */
  location: z.string().nullable(),
  /** Identifies the reservation; null without one. */
  stowage_local_inventory_location_id: z.number().nullable(),
  order_status: z.enum(ORDER_STATUSES),
  sold: z.union([z.literal(0), z.literal(1)]),
  purchase_date: utcText,
});

export type OrderRow = z.infer<typeof orderRow>;

export const listOrders = endpoint('POST /api/orders/getsforders', {
  summary: `The units of open orders, the most urgent first, then the units of orders of the last ${ORDER_LIST_DAYS} days that are shipped or canceled; at most ${ORDER_LIST_LIMIT}. GET /api/orders lists all orders by page`,
  response: z.array(orderRow),
});

export const orderSummary = z.object({
  order_id: z.string(),
  stage: z.enum(ORDER_STAGES),
  order_status: z.enum(ORDER_STATUSES),
  local_state: z.enum(ORDER_LOCAL_STATES),
  purchase_date: utcText,
  ship_by: utcText.nullable(),
  deliver_by: utcText.nullable(),
  is_prime: z.boolean(),
  is_premium: z.boolean(),
  is_business: z.boolean(),
  is_gift: z.boolean(),
  /** Whether the buyer asks to cancel, and nobody has answered. */
  is_cancel_open: z.boolean(),
  /** Whether the buyer asks to cancel after the order was shipped here, before the marketplace has confirmed it. */
  is_cancel_requested_after_shipping: z.boolean(),
  /** Whether the marketplace canceled the order after it was shipped here. */
  is_canceled_after_shipping: z.boolean(),
  started_by: z.string().nullable(),
  started_by_id: z.number().nullable(),
  started_at: utcText.nullable(),
  shipped_by: z.string().nullable(),
  shipped_at: utcText.nullable(),
  /** When the last of its packages was delivered. */
  delivered_at: utcText.nullable(),
  returned_at: utcText.nullable(),
  returned_units: z.number(),
  /** The number of units that wait for stock. */
  waiting: z.number(),
  /** Why the marketplace was not notified, or refused the shipment. */
  failure: z.string().nullable(),
  pieces: z.array(orderRow.extend({ is_verified: z.boolean() })),
});

export type OrderSummary = z.infer<typeof orderSummary>;

const stage = z.enum([...ORDER_STAGES, 'ALL']).default('TO_SHIP');

const orderFilters = {
  stage,
  /** Only orders with this need, in any stage. */
  needs: z.enum(ORDER_NEEDS).optional(),
  /** Defines today for `needs=today`. */
  timeZone,
  /** An order or tracking number, in any stage; FNSKU, seller SKU, ASIN, GTIN or item code; or words of a title. */
  search: z.string().trim().max(256).default(''),
};

/** The sortable columns, named after the fields of an order. */
export const ORDER_SORTS = ['ship_by', 'purchase_date'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

const order = {
  /** By default, open orders are sorted by due time, the others by newest first. */
  sort: z.enum(ORDER_SORTS).optional(),
  descending: z.stringbool().default(false),
};

export const orderPage = endpoint('GET /api/orders', {
  summary: 'One page of orders: open orders by due time, the others newest first',
  query: z.object({
    ...orderFilters,
    ...order,
    /** `next` of the previous page. */
    after: z.string().max(500).optional(),
    size: pageSize(100, ORDERS_PAGE_SIZE),
  }),
  response: z.object({
    data: z.array(orderSummary),
    next: z.string().nullable(),
    /** Whether the search is an order or tracking number, which finds orders in all stages. */
    is_by_number: z.boolean(),
  }),
});

/** Orders are counted up to this number. */
export const ORDERS_COUNTED = 10_000;

export const orderCount = endpoint('GET /api/orders/count', {
  summary: `The number of orders that match a filter, counted up to ${ORDERS_COUNTED}`,
  query: z.object(orderFilters),
  response: z.object({ count: z.number(), is_more: z.boolean() }),
});

const orderNumbers = z
  .string()
  .max(8000)
  .regex(/^[^,]{1,40}(,[^,]{1,40})*$/, 'must be comma-separated order numbers')
  .transform((text) => text.split(','))
  .optional();

/** All orders that match the filters of the list, in its order. */
export const matchingOrders = {
  ...orderFilters,
  ...order,
  /** All but these. */
  except: orderNumbers,
};

export const exportOrders = endpoint('GET /api/orders/export.csv', {
  summary: 'The units of the orders that match a filter, in the order of the list, as CSV',
  query: z.object({
    ...matchingOrders,
    /** Only these orders: order numbers. */
    ids: orderNumbers,
  }),
  ...answersCsv,
});

const totals = z.object({
  toShip: z.number(),
  late: z.number(),
  urgent: z.number(),
  pending: z.number(),
  toConfirm: z.number(),
  failed: z.number(),
  cancelRequested: z.number(),
  backordered: z.number(),
});

export type OrderTotals = z.infer<typeof totals>;

export const orderTotals = endpoint('GET /api/orders/totals', {
  summary: 'The number of orders for each need',
  response: totals,
});

/** An order changed. */
export const ordersTopic = topic({
  path: 'orders',
  payload: z.object({
    orderId: z.string(),
    change: z.enum(['IMPORTED', 'STARTED', 'UNSTARTED', 'VERIFIED', 'SHIPPED', 'CONFIRM', 'UNDONE', 'CANCEL_ANSWERED', 'RESERVED', 'NOTED', 'PHOTOS']),
    /** The person who changed it. */
    actor: z.string().nullable(),
  }),
  permission: 'orders.read',
});
