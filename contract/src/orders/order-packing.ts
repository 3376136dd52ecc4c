import * as z from 'zod';
import { answersSuccessMessage, endpoint } from '../endpoint.ts';
import { recordId } from '../formats/ids.ts';
import { orderNumber } from './order-shipment.ts';
import { ORDER_NOTE_MAX_LENGTH, orderReference } from './orders.ts';

/** A started order that its packer has not touched for this long no longer blocks other packers. */
export const START_HOLDS_MINUTES = 60;

const verifyResult = z.union([z.literal(0), z.literal(1), z.literal(2)]);

export const verifyProduct = endpoint('POST /api/orders/productverification', {
  summary: 'Check that a scanned code is the product of an ordered unit, or of any open unit of an order: 1 by FNSKU or SKU, 2 by UPC, EAN or GTIN, 0 no match',
  body: z.object({
    orderId: orderReference,
    scanValue: z.string().trim().min(1).max(256),
    /** Adds the matched unit to the answer. */
    namesPiece: z.boolean().default(false),
  }),
  response: z.union([
    verifyResult,
    z.object({
      result: verifyResult,
      pieceId: z.number().nullable(),
      /** To be sent with the accept; null when nothing was verified. */
      verificationId: z.number().nullable(),
    }),
  ]),
  reasons: ['pending', 'canceled', 'cancel_requested', 'already_shipped', 'started_by_other', 'no_unit'],
});

export const acceptProduct = endpoint('POST /api/orders/updatelocalinventory', {
  summary: 'Take the verified unit out of stock; the last unit ships the order. A repeated request ships once and answers the same',
  body: z.object({
    /** `stowage_local_inventory_location_id` of the row. */
    locationId: recordId,
    /** Identifies this accept when the request is repeated. */
    clientAcceptId: z.string().min(1).max(64).optional(),
    /** The verification that is accepted. An undone or changed verification is no longer valid. */
    verificationId: recordId.optional(),
  }),
  response: z.object({ success: z.literal(true), message: z.string(), orderShipped: z.boolean() }),
  failure: 'success-message',
  reasons: ['not_verified', 'verification_over', 'unit_gone', 'pending', 'canceled', 'cancel_requested', 'already_shipped', 'started_by_other'],
});

export const orderBody = z.object({ orderId: orderNumber });

/** The reasons why an order cannot be shipped now. */
export const SHIP_REFUSALS = ['pending', 'canceled', 'cancel_requested', 'already_shipped'] as const;

export const startOrder = endpoint('POST /api/orders/start', {
  summary: 'Start an order, so that nobody else packs it',
  body: orderBody.extend({ takeOver: z.boolean().default(false) }),
  ...answersSuccessMessage,
  reasons: [...SHIP_REFUSALS, 'started_by_other'],
});

export const unstartOrder = endpoint('POST /api/orders/unstart', {
  summary: 'Release a started order. An administrator can also release an order that another person started',
  body: orderBody,
  ...answersSuccessMessage,
  reasons: ['started_by_other'],
});

export const undoShipping = endpoint('POST /api/orders/undo', {
  summary: 'Put the shipped units of an order back, as long as the marketplace does not know of the shipment',
  body: orderBody,
  ...answersSuccessMessage,
  reasons: ['not_shipped', 'already_confirmed', 'confirm_under_way', 'unknown_location', 'started_by_other'],
});

export const answerCancelRequest = endpoint('POST /api/orders/cancel-request', {
  summary:
    'Answer a buyer who asks to cancel: ship anyway, or cancel here, as the marketplace then does too. The person who answered may change the answer while nobody else packs the order',
  body: orderBody.extend({ answer: z.enum(['SHIP', 'CANCEL']) }),
  ...answersSuccessMessage,
  reasons: ['not_requested', 'already_shipped', 'canceled', 'already_answered', 'started_by_other'],
});

export const reportMismatch = endpoint('POST /api/orders/mismatch', {
  summary: 'Report that a location does not have the reserved unit, which opens a count of the location',
  body: z.object({ id: recordId, note: z.string().trim().max(ORDER_NOTE_MAX_LENGTH).default('') }),
  response: z.object({ success: z.literal(true), message: z.string(), countId: z.number() }),
  failure: 'success-message',
  reasons: ['no_unit', 'already_being_counted'],
});
