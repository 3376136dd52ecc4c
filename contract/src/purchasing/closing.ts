import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { INTEGER_MAX, recordId, recordParams } from '../formats/ids.ts';
import { PO_MAX_ROWS } from './purchase-order-rows.ts';
import { ORDER_MAX_BYTES } from './purchase-order-upload.ts';

export const DIFFERENCES = ['SHORT', 'OVER', 'DAMAGED'] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** The decisions that closing a list offers for each difference. */
export const DECISIONS = {
  SHORT: ['BACKORDER', 'CANCEL', 'CLAIM', 'FOUND_LATER'],
  OVER: ['KEEP', 'RETURN', 'PARK'],
  DAMAGED: ['CLAIM', 'KEEP'],
} as const satisfies Record<Difference, readonly string[]>;
export type Decision = (typeof DECISIONS)[Difference][number];

const closingLine = z.object({
  stowage_supplier_po_id: z.number(),
  supplier_sku: z.string(),
  product_name: z.string(),
  packinglist_qty: z.number(),
  packing_list_received: z.number(),
  damaged_qty: z.number(),
  difference: z.enum(DIFFERENCES),
  quantity: z.number(),
});
export type ClosingLine = z.infer<typeof closingLine>;

export const getClosing = endpoint('GET /api/packing-lists/:id/closing', {
  summary: 'The short, over and damaged lines of a packing list, which closing it decides',
  params: recordParams,
  response: z.object({ lines: z.array(closingLine), unexpected: z.number() }),
});

export const closePackingList = endpoint('POST /api/packing-lists/:id/close', {
  summary: 'Close a packing list with a decision for each short, over or damaged line',
  params: recordParams,
  body: z.object({
    decisions: z
      .array(
        z.object({
          stowage_supplier_po_id: recordId,
          difference: z.enum(DIFFERENCES),
          /** The quantity that the person saw: the call is refused when it has changed. */
          quantity: z.int().positive().max(INTEGER_MAX),
          decision: z.enum(['BACKORDER', 'CANCEL', 'CLAIM', 'FOUND_LATER', 'KEEP', 'RETURN', 'PARK']),
        }),
      )
      // A line can be over and damaged.
      .max(2 * PO_MAX_ROWS),
  }),
  maxBodyBytes: ORDER_MAX_BYTES,
  response: success,
  reasons: ['closed', 'undecided', 'changed_meanwhile', 'impossible_decision', 'unexpected_items', 'not_in_stock'],
});

export const reopenPackingList = endpoint('POST /api/packing-lists/:id/reopen', {
  summary: 'Reopen a closed packing list and revoke its decisions; units that closing moved to quarantine return to receiving if they are still there',
  params: recordParams,
  body: z.object({ reason: z.string().trim().min(1, 'Enter a reason').max(500) }),
  response: success,
  reasons: ['not_closed', 'credit_received'],
});
