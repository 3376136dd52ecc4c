import * as z from 'zod';
import { utcText } from '../formats/utc-text.ts';

/** The person who was faster, as `details` of a refusal. Pages format the time in local time. */
export const orderRefusal = z.object({
  did: z.enum(['SHIPPED', 'STARTED', 'ANSWERED_SHIP', 'ANSWERED_CANCEL']),
  by: z.string().nullable(),
  at: utcText.nullable(),
});
export type OrderRefusal = z.infer<typeof orderRefusal>;
