import * as z from 'zod';
import { utcText } from '../formats/utc-text.ts';

/** What the faster person did, as the refusal says it. */
export const DID_TEXTS = {
  SHIPPED: 'Shipped',
  STARTED: 'Started',
  ANSWERED_SHIP: 'Answered with “Ship anyway”',
  ANSWERED_CANCEL: 'Answered with “Cancel the order here”',
} as const;

/** The person who was faster, as `details` of a refusal. Pages format the time in local time. */
export const orderRefusal = z.object({
  did: z.enum(Object.keys(DID_TEXTS) as [keyof typeof DID_TEXTS]),
  by: z.string().nullable(),
  at: utcText.nullable(),
});
export type OrderRefusal = z.infer<typeof orderRefusal>;
