import * as z from 'zod';
import { endpoint, servedFile } from './endpoint.ts';
import { recordId, successMessage, utcText } from './inventory.ts';
import { packPhoto } from './order-photos.ts';
import { orderNumber, orderShipment } from './order-shipment.ts';
import { ORDER_NEEDS, ORDER_STAGES } from './order-stages.ts';
import { timeZone } from './time-zone.ts';
import { topic } from './topic.ts';

export const ORDERS_PAGE_SIZE = 50;

/** The specification's list has no paging: what is open, and what was done of the orders of these days, up to a limit. */
export const ORDER_LIST_DAYS = 7;
export const ORDER_LIST_LIMIT = 1_000;

/** Pieces of one line beyond this are not told apart. */
export const PIECES_LIMIT = 1_000;

/** Whoever started an order and did nothing more for so long holds nobody up. */
export const START_HOLDS_MINUTES = 60;

/** Orders that must leave within so many hours are urgent. */
export const URGENT_HOURS = 4;

/** What identifies a buyer is forgotten so many days after the delivery. */
export const RECIPIENT_DAYS = 30;

export const ORDER_NOTE_MAX_LENGTH = 500;

/** An order's page shows so many of its returns, and of its cases. */
export const ORDER_LINKS_LIMIT = 50;

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
const orderReference = z.union([recordId, orderNumber]);

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

const verifyResult = z.union([z.literal(0), z.literal(1), z.literal(2)]);

export const verifyProduct = endpoint({
  method: 'POST',
  path: '/api/orders/productverification',
  summary: 'Whether a scanned code is the product of a piece, or of any open piece of an order: 1 by FNSKU or SKU, 2 by UPC, EAN or GTIN, 0 not',
  body: z.object({
    orderId: orderReference,
    scanValue: z.string().trim().min(1).max(256),
    /** Answers which piece it is beside the result. */
    namesPiece: z.boolean().default(false),
  }),
  response: z.union([verifyResult, z.object({ result: verifyResult, pieceId: z.number().nullable() })]),
  reasons: ['pending', 'canceled', 'cancel_requested', 'already_shipped', 'started_by_other', 'no_unit'],
});

export const acceptProduct = endpoint({
  method: 'POST',
  path: '/api/orders/updatelocalinventory',
  summary: 'Take exactly the verified unit out of stock; with the last piece the order is shipped. Sent again it answers the same and ships once',
  body: z.object({
    /** `stowage_local_inventory_location_id` of the row. */
    locationId: recordId,
    /** Of this accept: sent again under it, it is the same one. */
    clientAcceptId: z.string().min(1).max(64).optional(),
  }),
  response: z.object({ success: z.literal(true), message: z.string(), orderShipped: z.boolean() }),
  failure: 'success-message',
  reasons: ['not_verified', 'unit_gone', 'pending', 'canceled', 'cancel_requested', 'already_shipped', 'started_by_other'],
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
    /** An order or tracking number, FNSKU, seller SKU, ASIN, GTIN or item code, else words of a title. */
    search: z.string().trim().max(256).default(''),
    /** What the page before answered as `next`. */
    after: z.string().max(500).optional(),
    size: z.coerce.number<number | string>().int().min(1).max(100).default(ORDERS_PAGE_SIZE),
  }),
  response: z.object({ data: z.array(orderSummary), next: z.string().nullable() }),
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

export const orderPiece = orderRow.extend({
  item_id: z.string(),
  nth: z.number(),
  state: z.enum(['WAITING', 'RESERVED', 'SHIPPED', 'CLOSED']),
  unit_id: z.number().nullable(),
  unit_since: utcText.nullable(),
  /** 1 by FNSKU or SKU, 2 by UPC, EAN or GTIN; null until it is verified. */
  verified_as: z.number().nullable(),
  verified_by: z.string().nullable(),
  shipped_by: z.string().nullable(),
});
export type OrderPiece = z.infer<typeof orderPiece>;

export const orderItem = z.object({
  item_id: z.string(),
  title: z.string().nullable(),
  sku: z.string().nullable(),
  asin: z.string().nullable(),
  fnsku: z.string().nullable(),
  gtin: z.string().nullable(),
  photo: z.string().nullable(),
  condition: z.number().nullable(),
  quantity: z.number(),
  verified: z.number(),
  shipped: z.number(),
  /** Of one unit, without tax. */
  price: z.string().nullable(),
  /** Of the whole line, here and below. */
  tax: z.string().nullable(),
  shipping: z.string().nullable(),
});
export type OrderItem = z.infer<typeof orderItem>;

export const orderEvent = z.object({ id: z.number(), kind: z.string(), detail: z.string(), actor: z.string().nullable(), at: utcText });

/** A package as the marketplace tells of it. */
export const orderPackage = z.object({
  reference: z.string(),
  /** In words. */
  status: z.string(),
  carrier: z.string().nullable(),
  tracking_number: z.string().nullable(),
  delivered_at: utcText.nullable(),
});
export type OrderPackage = z.infer<typeof orderPackage>;

/** What a customer sent back of an order. */
export const orderReturn = z.object({
  lpn: z.string(),
  sku: z.string(),
  quantity: z.number(),
  disposition: z.string(),
  reason: z.string(),
  status: z.string(),
  customer_comments: z.string(),
  returned_at: utcText,
});
export type OrderReturn = z.infer<typeof orderReturn>;

/** A case about units of an order. */
export const orderCase = z.object({
  id: z.number(),
  status: z.string(),
  quantity: z.number(),
  sku: z.string(),
  lpn: z.string().nullable(),
  created_at: utcText,
});
export type OrderCase = z.infer<typeof orderCase>;

export const orderDetail = orderSummary.extend({
  service_level: z.string().nullable(),
  currency: z.string().nullable(),
  total: z.string().nullable(),
  cancel_answer: z.enum(['SHIP', 'CANCEL']).nullable(),
  /** Something is packed, and the marketplace does not know of it. */
  may_undo: z.boolean(),
  items: z.array(orderItem),
  pieces: z.array(orderPiece),
  shipment: orderShipment.nullable(),
  /** On their way, as the marketplace tells. */
  packages: z.array(orderPackage),
  /** The newest first, here and below. */
  returns: z.array(orderReturn),
  cases: z.array(orderCase),
  /** When it was first known here. */
  imported_at: utcText,
  /** Of how it was packed. */
  photos: z.array(packPhoto),
  /** Until when the recipient can be shown; null when that is over. */
  recipient_until: utcText.nullable(),
  /** The newest first. */
  events: z.array(orderEvent),
});
export type OrderDetail = z.infer<typeof orderDetail>;

export const getOrder = endpoint({
  method: 'GET',
  path: '/api/orders/:id',
  summary: "An order by the marketplace's number, or by the id of one of its rows",
  params: z.object({ id: orderNumber }),
  response: orderDetail,
});

const orderBody = z.object({ orderId: orderNumber });
const shipRefusals = ['pending', 'canceled', 'cancel_requested', 'already_shipped'] as const;

export const startOrder = endpoint({
  method: 'POST',
  path: '/api/orders/start',
  summary: 'Take an order, so that nobody else packs it',
  body: orderBody.extend({ takeOver: z.boolean().default(false) }),
  response: successMessage,
  failure: 'success-message',
  reasons: [...shipRefusals, 'started_by_other'],
});

export const unstartOrder = endpoint({
  method: 'POST',
  path: '/api/orders/unstart',
  summary: 'Give an order back that one has taken',
  body: orderBody,
  response: successMessage,
  failure: 'success-message',
  reasons: ['started_by_other'],
});

export const undoShipping = endpoint({
  method: 'POST',
  path: '/api/orders/undo',
  summary: 'Put the shipped units of an order back, until the marketplace was told',
  body: orderBody,
  response: successMessage,
  failure: 'success-message',
  reasons: ['not_shipped', 'already_confirmed', 'confirm_under_way', 'unknown_location'],
});

export const answerCancelRequest = endpoint({
  method: 'POST',
  path: '/api/orders/cancel-request',
  summary: 'Answer a buyer who asks to cancel: ship all the same, or cancel here what the marketplace then cancels too',
  body: orderBody.extend({ answer: z.enum(['SHIP', 'CANCEL']) }),
  response: successMessage,
  failure: 'success-message',
  reasons: ['not_requested', 'already_shipped', 'canceled'],
});

export const pieceUnit = z.object({ id: z.number(), identifier: z.string(), location: z.string(), created_at: utcText });

export const pieceUnits = endpoint({
  method: 'GET',
  path: '/api/orders/pieces/:id/units',
  summary: 'The available units that may go instead of the reserved one, oldest first, at most 50',
  params: z.object({ id: recordId }),
  response: z.array(pieceUnit),
});

export const changePieceUnit = endpoint({
  method: 'POST',
  path: '/api/orders/pieces/unit',
  summary: 'Reserve another unit for a piece',
  body: z.object({ id: recordId, unitId: recordId }),
  response: successMessage,
  failure: 'success-message',
  reasons: [...shipRefusals, 'unit_gone'],
});

export const reportMismatch = endpoint({
  method: 'POST',
  path: '/api/orders/mismatch',
  summary: 'What lies at a location is not what a piece needs: the location is to be counted',
  body: z.object({ id: recordId, note: z.string().trim().max(ORDER_NOTE_MAX_LENGTH).default('') }),
  response: z.object({ success: z.literal(true), message: z.string(), countId: z.number() }),
  failure: 'success-message',
  reasons: ['no_unit', 'already_being_counted'],
});

export const noteOrder = endpoint({
  method: 'POST',
  path: '/api/orders/notes',
  summary: 'Write down something about an order',
  body: orderBody.extend({ note: z.string().trim().min(1).max(ORDER_NOTE_MAX_LENGTH) }),
  response: successMessage,
  failure: 'success-message',
});

export const orderRecipient = z.object({
  name: z.string().nullable(),
  lines: z.array(z.string()),
  phone: z.string().nullable(),
  email: z.string().nullable(),
});
export type OrderRecipient = z.infer<typeof orderRecipient>;

export const revealRecipient = endpoint({
  method: 'POST',
  path: '/api/orders/recipient',
  summary: 'Whom an order goes to; that it was asked for is kept, with the reason',
  body: orderBody.extend({ reason: z.string().trim().min(3).max(200) }),
  response: orderRecipient,
  reasons: ['purged', 'no_account', 'not_told'],
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

export const packingSlip = endpoint({
  method: 'GET',
  path: '/api/orders/:id/packing-slip.pdf',
  summary: 'What is laid into the parcel: the order and what is in it, and nothing of the buyer',
  params: z.object({ id: orderNumber }),
  response: servedFile,
  format: 'file',
});
