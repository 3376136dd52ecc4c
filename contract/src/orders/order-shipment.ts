import * as z from 'zod';
import { answersSuccessMessage, endpoint } from '../endpoint.ts';
import { day } from '../formats/day.ts';
import { timeZone } from '../formats/time-zones/time-zone.ts';
import { utcText } from '../formats/utc-text.ts';
import { holdsSeveralNumbers, isTrackingNumber, plainTrackingNumber } from './tracking-numbers.ts';

/** A marketplace order number. */
export const orderNumber = z.string().trim().min(1).max(40);

/** Used with a carrier name for carriers that are not in the list. */
export const OTHER_CARRIER = 'Other';

/** The limit on the boxes of an order. */
export const BOXES_LIMIT = 50;
const MAX_POUNDS = 9_999;
const MAX_INCHES = 9_999;

const MESSAGES = {
  carrier: 'Please name the carrier',
  trackingNumber: 'Each box has a tracking number of its own',
  oneOrSeveral: 'Please give one tracking number, or boxes, not both',
  noNumber: 'A tracking number has 4 to 64 letters and digits, with spaces or hyphens between them at most',
  several: 'This holds two tracking numbers: scan one',
  missing: 'Please give the carrier and the tracking number',
} as const;

const carrier = {
  carrierCode: z.string().trim().min(1).max(40),
  carrierName: z.string().trim().max(60).default(''),
  shippingMethod: z.string().trim().max(60).default(''),
  /** As scanned or typed. The number is extracted from longer barcodes. */
  trackingNumber: z
    .string()
    .trim()
    .max(1_000)
    .refine(isTrackingNumber, MESSAGES.noNumber)
    .refine((text) => !holdsSeveralNumbers(text), MESSAGES.several),
};
/** The measures of a packed box. The marketplace does not need them. */
const measures = {
  weightPounds: z.number().min(0.01).max(MAX_POUNDS).optional(),
  lengthInches: z.number().min(0.1).max(MAX_INCHES).optional(),
  widthInches: z.number().min(0.1).max(MAX_INCHES).optional(),
  heightInches: z.number().min(0.1).max(MAX_INCHES).optional(),
};
const isNamed = ({ carrierCode, carrierName }: { carrierCode: string; carrierName: string }) => carrierCode !== OTHER_CARRIER || carrierName !== '';

const box = z
  .object({
    ...carrier,
    ...measures,
    /** The items in the box. A single box without items holds everything that was shipped. */
    items: z
      .array(z.object({ itemId: z.string().min(1).max(64), quantity: z.number().int().min(1).max(100_000) }))
      .max(1_000)
      .optional(),
  })
  .refine(isNamed, { path: ['carrierName'], message: MESSAGES.carrier });
export type EnteredBox = z.input<typeof box>;
/** A box as the server reads it. Empty texts mean unknown. */
export type OrderBoxInput = z.output<typeof box>;

export const confirmOrder = endpoint('POST /api/orders/confirm', {
  summary:
    'Enter the carrier of a shipped order, in one box or several. The marketplace is notified of each box, with retries after failures. Boxes that it already knows are not entered again',
  body: z
    .object({
      orderId: orderNumber,
      ...carrier,
      carrierCode: carrier.carrierCode.optional(),
      trackingNumber: carrier.trackingNumber.optional(),
      ...measures,
      boxes: z.array(box).min(1).max(BOXES_LIMIT).optional(),
      /** Confirms that another order in the same parcel has this tracking number too. */
      sharesTrackingNumber: z.boolean().default(false),
      /** The day on which the order left, between the order date and today. By default the time when it was shipped here. */
      shipDate: day.optional(),
      timeZone,
    })
    .superRefine(({ carrierCode, carrierName, trackingNumber, boxes }, context) => {
      const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      if (boxes !== undefined) {
        if (carrierCode !== undefined || trackingNumber !== undefined) refuse('boxes', MESSAGES.oneOrSeveral);
        const numbers = new Set(boxes.map((one) => plainTrackingNumber(one.trackingNumber)));
        if (numbers.size < boxes.length) refuse('boxes', MESSAGES.trackingNumber);
        return;
      }
      if (carrierCode === undefined) refuse('carrierCode', MESSAGES.missing);
      else if (!isNamed({ carrierCode, carrierName })) refuse('carrierName', MESSAGES.carrier);
      if (trackingNumber === undefined) refuse('trackingNumber', MESSAGES.missing);
    }),
  ...answersSuccessMessage,
  reasons: [
    'not_shipped',
    'already_confirmed',
    'confirm_under_way',
    'canceled',
    'items_do_not_match',
    'tracking_number_taken',
    'tracking_number_shared',
    'product_code',
    'order_number',
    'ship_date_to_come',
    'ship_date_before_order',
  ],
});

const orderBox = z.object({
  package_id: z.string(),
  carrier_code: z.string(),
  carrier_name: z.string().nullable(),
  shipping_method: z.string().nullable(),
  tracking_number: z.string(),
  weight_pounds: z.number().nullable(),
  length_inches: z.number().nullable(),
  width_inches: z.number().nullable(),
  height_inches: z.number().nullable(),
  confirmed_at: utcText.nullable(),
  items: z.array(z.object({ item_id: z.string(), quantity: z.number() })),
});
export type OrderBox = z.infer<typeof orderBox>;

/** How an order shipped. The fields of the first box are repeated here, because most orders have one box. */
export const orderShipment = z.object({
  ...orderBox.pick({ package_id: true, carrier_code: true, carrier_name: true, shipping_method: true, tracking_number: true }).shape,
  ship_date: utcText,
  attempts: z.number(),
  next_attempt_at: utcText.nullable(),
  failure: z.string().nullable(),
  confirmed_at: utcText.nullable(),
  entered_by: z.string().nullable(),
  boxes: z.array(orderBox),
});
