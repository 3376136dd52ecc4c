import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { timeZone } from '../formats/time-zone.ts';
import { recordId, utcText } from '../inventory/scan.ts';
import { topic } from '../topic.ts';
import { orderNumber } from './order-shipment.ts';
import { ORDER_NEEDS, ORDER_STAGES } from './order-stages.ts';

export const ORDERS_PAGE_SIZE = 50;

/** The specification's list has no paging: what is open, and what was done of the orders of these days, up to a limit. */
export const ORDER_LIST_DAYS = 7;

export const ORDER_LIST_LIMIT = 1_000;

/** Pieces of one line beyond this are not told apart. */
export const ALLOCATIONS_LIMIT = 1_000;

/** Orders that must leave within so many hours are urgent. */
export const URGENT_HOURS = 4;

export const ORDER_NOTE_MAX_LENGTH = 500;

/** What was done with it here. */
export const ORDER_LOCAL_STATES = ['OPEN', 'SHIPPED', 'CONFIRM_QUEUED', 'CONFIRMING', 'CONFIRM_FAILED', 'CONFIRMED', 'CANCELED'] as const;

export type OrderLocalState = (typeof ORDER_LOCAL_STATES)[number];

/** As the screens show it. */
export const ORDER_STATUSES = ['Pending', 'Unshipped', 'PartiallyShipped', 'Shipped', 'Canceled'] as const;

export const ORDER_MESSAGES = {
  notFound: 'Product not found. The scanned FNSKU, SKU, or UPC does not match this order item.',
  unexpected: 'Unexpected response from server. Please try again.',
  verifyFailed: 'Error verifying product. Please try again.',
  updateFailed: 'Error updating inventory. Please try again.',
  confirmRemoval: 'This will remove 1 unit from local inventory. Please confirm.',
} as const;

/** A piece of an order, by its number in the list, or an order by the marketplace's. */
export const orderReference = z.union([recordId, orderNumber]);

/** One piece of an order: a line of three has three rows. */
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
  /** Under which code the reserved unit is booked. */
  identifier: z.string().nullable(),
  /** Where the reserved unit lies; null while there is none. */
  location: z.string().nullable(),
  /** Names the reservation of this piece; null while nothing is reserved for it. */
  stowage_local_inventory_location_id: z.number().nullable(),
  order_status: z.enum(ORDER_STATUSES),
  sold: z.union([z.literal(0), z.literal(1)]),
  purchase_date: utcText,
});

export type OrderRow = z.infer<typeof orderRow>;

export const listOrders = endpoint({
  method: 'POST',
  path: '/api/orders/getsforders',
  summary: `The pieces of open orders, the most urgent first, then of orders of the last ${ORDER_LIST_DAYS} days that are shipped or canceled; at most ${ORDER_LIST_LIMIT}: what is shipped makes room for the next. GET /api/orders has all, page by page`,
  response: z.array(orderRow),
});

/** An order as the list shows it. */
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
  /** The buyer asks to cancel, and nobody has answered. */
  is_cancel_open: z.boolean(),
  /** The same after it was shipped here, before the marketplace knows for sure. */
  is_cancel_requested_after_shipping: z.boolean(),
  /** The marketplace canceled it after it was shipped here. */
  is_canceled_after_shipping: z.boolean(),
  started_by: z.string().nullable(),
  started_by_id: z.number().nullable(),
  started_at: utcText.nullable(),
  shipped_by: z.string().nullable(),
  shipped_at: utcText.nullable(),
  /** When the last of its packages was told to be delivered. */
  delivered_at: utcText.nullable(),
  returned_at: utcText.nullable(),
  /** How many of its units came back. */
  returned_units: z.number(),
  /** Pieces that wait for stock. */
  waiting: z.number(),
  /** Why the marketplace was not told, or refused. */
  failure: z.string().nullable(),
  pieces: z.array(orderRow.extend({ is_verified: z.boolean() })),
});

export type OrderSummary = z.infer<typeof orderSummary>;

const stage = z.enum([...ORDER_STAGES, 'ALL']).default('TO_SHIP');

export const orderPage = endpoint({
  method: 'GET',
  path: '/api/orders',
  summary: 'One page of orders: those to be done by when they must leave, the others newest first',
  query: z.object({
    stage,
    /** Only the orders that need this, whatever the stage. */
    needs: z.enum(ORDER_NEEDS).optional(),
    /** Whose today is meant. */
    timeZone,
    /** An order or tracking number, whatever the stage; FNSKU, seller SKU, ASIN, GTIN or item code, else words of a title. */
    search: z.string().trim().max(256).default(''),
    /** What the page before answered as `next`. */
    after: z.string().max(500).optional(),
    size: z.coerce.number<number | string>().int().min(1).max(100).default(ORDERS_PAGE_SIZE),
  }),
  response: z.object({
    data: z.array(orderSummary),
    next: z.string().nullable(),
    /** What was searched is the number of an order or of a parcel: that is shown whatever its stage. */
    is_by_number: z.boolean(),
  }),
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

export const orderTotals = endpoint({
  method: 'GET',
  path: '/api/orders/totals',
  summary: 'How many orders wait for something',
  response: totals,
});

/** Something happened to an order. */
export const ordersTopic = topic({
  path: 'orders',
  payload: z.object({
    orderId: z.string(),
    change: z.enum(['IMPORTED', 'STARTED', 'UNSTARTED', 'VERIFIED', 'SHIPPED', 'CONFIRM', 'UNDONE', 'CANCEL_ANSWERED', 'RESERVED', 'NOTED', 'PHOTOS']),
    /** Who did it. */
    actor: z.string().nullable(),
  }),
  permission: 'orders.read',
});
