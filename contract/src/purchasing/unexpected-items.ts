import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { INTEGER_MAX, recordId, recordParams } from '../formats/ids.ts';
import { utcText } from '../formats/utc-text.ts';

const unexpectedItem = z.object({
  /** The scanned code. */
  code: z.string(),
  quantity: z.number(),
  item_name: z.string().nullable(),
  image_url: z.string().nullable(),
  /** A line of the order that matches the code; it is not on the list. */
  stowage_supplier_po_id: z.number().nullable(),
  supplier_sku: z.string().nullable(),
  first_at: utcText,
  last_at: utcText,
});
export type UnexpectedItem = z.infer<typeof unexpectedItem>;

export const listUnexpected = endpoint('GET /api/packing-lists/:id/unexpected', {
  summary: 'The scans that match no line of a packing list, by code',
  params: recordParams,
  response: z.array(unexpectedItem),
});

export const resolveUnexpected = endpoint('POST /api/packing-lists/:id/unexpected', {
  summary: 'Resolve an unexpected code: receive it on a line, park it in quarantine, or dismiss it. Adds a line of the order to the list if needed',
  params: recordParams,
  body: z
    .object({
      code: z.string().min(1).max(256),
      outcome: z.enum(['RECEIVED', 'PARKED', 'DISMISSED']),
      stowage_supplier_po_id: recordId.optional(),
      /** The number of scans that the person saw; another current one refuses to dismiss them. */
      expectedQuantity: z.int().min(1).max(INTEGER_MAX).optional(),
    })
    .refine(({ outcome, stowage_supplier_po_id }) => outcome !== 'RECEIVED' || stowage_supplier_po_id !== undefined, {
      path: ['stowage_supplier_po_id'],
      message: 'Choose a line',
    }),
  response: z.object({ quantity: z.number() }),
  reasons: ['closed', 'unknown_line', 'nothing_waits', 'changed_meanwhile'],
});
