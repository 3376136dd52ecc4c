import * as z from 'zod';
import { endpoint, fileBytes } from '../endpoint.ts';
import { successMessage, utcText } from '../inventory/scan.ts';
import { orderBody } from './order-packing.ts';
import { packPhoto } from './order-photos.ts';
import { orderNumber, orderShipment } from './order-shipment.ts';
import { ORDER_NOTE_MAX_LENGTH, orderRow, orderSummary } from './orders.ts';

/** An order's page shows so many of its returns, and of its cases. */
export const ORDER_LINKS_LIMIT = 50;

export const orderAllocation = orderRow.extend({
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

export type OrderAllocation = z.infer<typeof orderAllocation>;

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
  pieces: z.array(orderAllocation),
  shipment: orderShipment.nullable(),
  /** On their way, as the marketplace tells. */
  packages: z.array(orderPackage),
  /** The newest first, here and below. */
  returns: z.array(orderReturn),
  cases: z.array(orderCase),
  /** When it was first known here. */
  imported_at: utcText,
  /** Of how it was packed; those of the label are told with a reason alone. */
  photos: z.array(packPhoto),
  /** How many photos of its label there are. */
  label_photos: z.number(),
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

export const noteOrder = endpoint({
  method: 'POST',
  path: '/api/orders/notes',
  summary: 'Write down something about an order. Sent again under its id it is the same note',
  body: orderBody.extend({
    note: z.string().trim().min(1).max(ORDER_NOTE_MAX_LENGTH),
    /** Of this note, however often it is sent. */
    clientNoteId: z.string().min(1).max(64).optional(),
  }),
  response: successMessage,
  failure: 'success-message',
  reasons: ['another_note'],
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

export const revealLabelPhotos = endpoint({
  method: 'POST',
  path: '/api/orders/label-photos',
  summary: "The photos of an order's label, which show whom it goes to; that they were asked for is kept, with the reason",
  body: orderBody.extend({ reason: z.string().trim().min(3).max(200) }),
  response: z.array(packPhoto),
});

export const packingSlip = endpoint({
  method: 'GET',
  path: '/api/orders/:id/packing-slip.pdf',
  summary: 'What is laid into the parcel: the order and what is in it, and nothing of the buyer',
  params: z.object({ id: orderNumber }),
  response: fileBytes,
  format: 'file',
});
