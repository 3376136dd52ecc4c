import * as z from 'zod';
import { utcText } from '../formats/record.ts';

/** Who was faster, as `details` of a refusal: pages write the time as their people read it. */
export const orderRefusal = z.object({
  did: z.enum(['SHIPPED', 'STARTED', 'ANSWERED_SHIP', 'ANSWERED_CANCEL']),
  by: z.string().nullable(),
  at: utcText.nullable(),
});
export type OrderRefusal = z.infer<typeof orderRefusal>;
