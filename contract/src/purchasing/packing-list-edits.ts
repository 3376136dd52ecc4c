import * as z from 'zod';
import { endpoint, fileBytes, success, takesBytes } from '../endpoint.ts';
import { day } from '../formats/day.ts';
import { clientId, recordId, recordParams } from '../formats/ids.ts';
import { UNITS_MAX } from './purchase-order-lines.ts';

export const LIST_FILE_MAX_BYTES = 10 * 1024 * 1024;

const lineParams = recordParams.extend({ line: recordId });
const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullable()
    .transform((text) => text || null);

const listHeader = z
  .object({
    label: z.string().trim().min(1, 'Label is missing').max(100),
    shipment_id: z.string().trim().min(1, 'Shipment id is missing').max(100),
    carrier: optionalText(100),
    tracking_number: optionalText(100),
    expected_date: day.nullable(),
    boxes: z.int().min(1).max(100_000).nullable(),
    notes: optionalText(2_000),
  })
  .partial();

export const updatePackingList = endpoint('PUT /api/packing-lists/:id', {
  summary: "Change a packing list's label, shipment and state; omitted fields stay unchanged",
  params: recordParams,
  body: listHeader.extend({
    /** Whether a list without scans is in transit rather than a draft. */
    is_in_transit: z.boolean().optional(),
    /** The values that the form showed: a changed field with another stored value is refused. */
    seen: listHeader.optional(),
  }),
  response: success,
  reasons: ['closed', 'changed_meanwhile'],
});

export const attachListFile = endpoint('PUT /api/packing-lists/:id/file', {
  summary: 'Attach a file to a packing list, or replace its file',
  params: recordParams,
  query: z.object({ name: z.string().trim().min(1).max(200) }),
  ...takesBytes,
  maxBodyBytes: LIST_FILE_MAX_BYTES,
  response: success,
  reasons: ['closed', 'empty', 'unknown_content'],
});

export const removeListFile = endpoint('DELETE /api/packing-lists/:id/file', {
  summary: 'Remove the file of a packing list',
  params: recordParams,
  response: success,
  reasons: ['closed'],
});

export const getListFile = endpoint('GET /api/packing-lists/:id/file', {
  summary: 'The file of a packing list',
  params: recordParams,
  response: fileBytes,
  format: 'file',
});

export const setPackingListQuantity = endpoint('PUT /api/packing-lists/:id/lines/:line', {
  summary: 'Set the quantity of a line on a packing list, at least its received units; adds a line of the order that the list lacks',
  params: lineParams,
  body: z.object({
    quantity: z.int('must be a whole number').min(0).max(UNITS_MAX),
    /** The quantity that the person saw, null for a line that the list lacked: the call is refused when it has changed. */
    seen: z.int().min(0).max(UNITS_MAX).nullable().optional(),
  }),
  response: success,
  reasons: ['closed', 'less_than_received', 'unknown_line', 'changed_meanwhile'],
});

export const removePackingListLine = endpoint('DELETE /api/packing-lists/:id/lines/:line', {
  summary: 'Remove a line without received units from a packing list',
  params: lineParams,
  response: success,
  reasons: ['closed', 'less_than_received', 'unknown_line'],
});

export const splitPackingList = endpoint('POST /api/packing-lists/:id/split', {
  summary: 'Move the remaining units of some lines to a new packing list',
  params: recordParams,
  body: z.object({ lines: z.array(recordId).min(1).max(10_000) }),
  response: z.object({ id: z.number() }),
  reasons: ['closed', 'nothing_left'],
});

export const duplicatePackingList = endpoint('POST /api/packing-lists/:id/duplicate', {
  summary: 'Create a packing list with the same lines and quantities. Repeating a clientId creates no second list',
  params: recordParams,
  body: z.object({ clientId: clientId.optional() }).optional(),
  response: z.object({ id: z.number() }),
  reasons: ['client_id_used'],
});

export const cancelPackingList = endpoint('POST /api/packing-lists/:id/cancel', {
  summary: 'Cancel a packing list without received units',
  params: recordParams,
  response: success,
  reasons: ['closed', 'less_than_received', 'unexpected_items'],
});
