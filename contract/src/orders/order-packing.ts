import * as z from 'zod';
import { endpoint, successMessage } from '../endpoint.ts';
import { recordId } from '../formats/record.ts';
import { orderNumber } from './order-shipment.ts';
import { ORDER_NOTE_MAX_LENGTH, orderReference } from './orders.ts';

/** Whoever started an order and did nothing more for so long holds nobody up. */
export const START_HOLDS_MINUTES = 60;

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
  response: z.union([
    verifyResult,
    z.object({
      result: verifyResult,
      pieceId: z.number().nullable(),
      /** To be named by the accept; null where nothing was verified. */
      verificationId: z.number().nullable(),
    }),
  ]),
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
    /** Which verification it is about: once shipping was undone it counts no more, and neither does an accept of before. */
    verificationId: recordId.optional(),
  }),
  response: z.object({ success: z.literal(true), message: z.string(), orderShipped: z.boolean() }),
  failure: 'success-message',
  reasons: ['not_verified', 'verification_over', 'unit_gone', 'pending', 'canceled', 'cancel_requested', 'already_shipped', 'started_by_other'],
});

export const orderBody = z.object({ orderId: orderNumber });

/** Why an order cannot be shipped now. */
export const SHIP_REFUSALS = ['pending', 'canceled', 'cancel_requested', 'already_shipped'] as const;

export const startOrder = endpoint({
  method: 'POST',
  path: '/api/orders/start',
  summary: 'Take an order, so that nobody else packs it',
  body: orderBody.extend({ takeOver: z.boolean().default(false) }),
  response: successMessage,
  failure: 'success-message',
  reasons: [...SHIP_REFUSALS, 'started_by_other'],
});

export const unstartOrder = endpoint({
  method: 'POST',
  path: '/api/orders/unstart',
  summary: 'Give an order back that one has taken; an administrator also gives back what somebody else has',
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
  reasons: ['not_shipped', 'already_confirmed', 'confirm_under_way', 'unknown_location', 'started_by_other'],
});

export const answerCancelRequest = endpoint({
  method: 'POST',
  path: '/api/orders/cancel-request',
  summary:
    'Answer a buyer who asks to cancel: ship all the same, or cancel here what the marketplace then cancels too. Whoever answered may answer otherwise while nobody else packs the order',
  body: orderBody.extend({ answer: z.enum(['SHIP', 'CANCEL']) }),
  response: successMessage,
  failure: 'success-message',
  reasons: ['not_requested', 'already_shipped', 'canceled', 'already_answered', 'started_by_other'],
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
