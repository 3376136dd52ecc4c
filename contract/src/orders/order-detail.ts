import * as z from 'zod';
import { answersSuccessMessage, endpoint, fileBytes } from '../endpoint.ts';
import { utcText } from '../formats/utc-text.ts';
import { orderBody } from './order-packing.ts';
import { packPhoto } from './order-photos.ts';
import { orderNumber, orderShipment } from './order-shipment.ts';
import { matchingOrders, ORDER_NOTE_MAX_LENGTH, orderRow, orderSummary } from './orders.ts';

/** The number of returns and of cases that an order's page shows. */
export const ORDER_LINKS_LIMIT = 50;

const orderAllocation = orderRow.extend({
  item_id: z.string(),
  nth: z.number(),
  state: z.enum(['WAITING', 'RESERVED', 'SHIPPED', 'CLOSED']),
  unit_id: z.number().nullable(),
  unit_since: utcText.nullable(),
  /** The kind of code: 1 FNSKU or SKU, 2 UPC, EAN or GTIN; null until verified. */
  verified_as: z.number().nullable(),
  verified_by: z.string().nullable(),
  shipped_by: z.string().nullable(),
});

export type OrderAllocation = z.infer<typeof orderAllocation>;

const orderItem = z.object({
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
  /** Per unit, without tax. */
  price: z.string().nullable(),
  /** For the whole line, like `shipping`. */
  tax: z.string().nullable(),
  shipping: z.string().nullable(),
});

export type OrderItem = z.infer<typeof orderItem>;

const orderEvent = z.object({ id: z.number(), kind: z.string(), detail: z.string(), actor: z.string().nullable(), at: utcText });

/** A package, as the marketplace reports it. */
const orderPackage = z.object({
  reference: z.string(),
  /** In plain words. */
  status: z.string(),
  carrier: z.string().nullable(),
  tracking_number: z.string().nullable(),
  delivered_at: utcText.nullable(),
});

/** A return of a customer. */
const orderReturn = z.object({
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

const orderCase = z.object({
  id: z.number(),
  status: z.string(),
  quantity: z.number(),
  sku: z.string(),
  lpn: z.string().nullable(),
  created_at: utcText,
});

export type OrderCase = z.infer<typeof orderCase>;

const orderDetail = orderSummary.extend({
  service_level: z.string().nullable(),
  currency: z.string().nullable(),
  total: z.string().nullable(),
  cancel_answer: z.enum(['SHIP', 'CANCEL']).nullable(),
  /** Something is packed, and the marketplace does not know of it. */
  may_undo: z.boolean(),
  items: z.array(orderItem),
  pieces: z.array(orderAllocation),
  shipment: orderShipment.nullable(),
  /** The packages that the marketplace reports. */
  packages: z.array(orderPackage),
  /** Newest first, like `cases`. */
  returns: z.array(orderReturn),
  cases: z.array(orderCase),
  /** The time of the first import. */
  imported_at: utcText,
  /** The pack photos, except those of the label, which need a reason. */
  photos: z.array(packPhoto),
  label_photos: z.number(),
  /** The recipient can be shown until then; null afterwards. */
  recipient_until: utcText.nullable(),
  /** Newest first. */
  events: z.array(orderEvent),
});

export type OrderDetail = z.infer<typeof orderDetail>;

export const getOrder = endpoint('GET /api/orders/:id', {
  summary: 'An order by its number, or by the id of one of its units',
  params: z.object({ id: orderNumber }),
  response: orderDetail,
});

export const noteOrder = endpoint('POST /api/orders/notes', {
  summary: 'Add a note to an order. Repeating the request with the same id adds it once',
  body: orderBody.extend({
    note: z.string().trim().min(1).max(ORDER_NOTE_MAX_LENGTH),
    /** Identifies the note when the request is repeated. */
    clientNoteId: z.string().min(1).max(64).optional(),
  }),
  ...answersSuccessMessage,
  reasons: ['another_note'],
});

const revealReason = z.string().trim().min(3).max(200);

export const orderRecipient = z.object({
  name: z.string().nullable(),
  lines: z.array(z.string()),
  phone: z.string().nullable(),
  email: z.string().nullable(),
});

export type OrderRecipient = z.infer<typeof orderRecipient>;

export const revealRecipient = endpoint('POST /api/orders/recipient', {
  summary: 'The recipient of an order. The view is recorded with its reason, which only an order that is not to be shipped needs',
  body: orderBody.extend({ reason: revealReason.optional() }),
  response: orderRecipient,
  reasons: ['reason_needed', 'purged', 'no_account', 'not_told'],
});

export const revealLabelPhotos = endpoint('POST /api/orders/label-photos', {
  summary: "The photos of an order's label, which show the recipient. The view is recorded with its reason",
  body: orderBody.extend({ reason: revealReason }),
  response: z.array(packPhoto),
});

export const packingSlip = endpoint('GET /api/orders/:id/packing-slip.pdf', {
  summary: 'The packing slip that goes into the box: the order and its items, without the buyer',
  params: z.object({ id: orderNumber }),
  response: fileBytes,
  format: 'file',
  isCostly: true,
});

/** One file has at most this many packing slips. */
export const PACKING_SLIPS_LIMIT = 100;

export const packingSlips = endpoint('GET /api/orders/packing-slips.pdf', {
  summary: `The packing slips of at most ${PACKING_SLIPS_LIMIT} orders as one file: of these, in the order of their numbers, or of all that match the filters of the list`,
  query: z.object({
    ...matchingOrders,
    /** Order numbers, with commas between them. The filters count without them. */
    orders: z
      .string()
      .transform((text) => [...new Set(text.split(','))])
      .pipe(z.array(orderNumber).min(1).max(PACKING_SLIPS_LIMIT))
      .optional(),
  }),
  reasons: ['nothing_selected', 'too_many'],
  response: fileBytes,
  format: 'file',
  isCostly: true,
});
