import * as z from 'zod';
import { answersCsv, endpoint } from '../endpoint.ts';
import { utcText } from '../formats/utc-text.ts';

/** The call answers at most this many shipments of each kind, and no returns that were shipped earlier. */
export const INBOUND_LIMIT = 200;
export const INBOUND_RETURN_DAYS = 90;

export const INBOUND_KINDS = ['VENDOR', 'RETURN'] as const;

const inboundShipment = z.object({
  /** A vendor's packing list, or a box that the marketplace returns. */
  kind: z.enum(INBOUND_KINDS),
  /** null for a returned box. */
  packing_list_id: z.number().nullable(),
  /** The packing list's label, or the box's tracking number. */
  reference: z.string(),
  /** The purchase order or the removal order. */
  order: z.string(),
  carrier: z.string().nullable(),
  tracking_number: z.string().nullable(),
  /** A day: `2026-11-20`. */
  expected_on: z.string().nullable(),
  sent_at: utcText.nullable(),
  units: z.number(),
  received: z.number(),
});
export type InboundShipment = z.infer<typeof inboundShipment>;

export const listInboundShipments = endpoint('GET /api/inbound-shipments', {
  summary: `Inbound shipments: open packing lists and returned boxes that have not arrived, at most ${INBOUND_LIMIT} of each`,
  response: z.array(inboundShipment),
});

export const exportInboundShipments = endpoint('GET /api/inbound-shipments/export.csv', {
  summary: 'The inbound shipments as CSV',
  query: z.object({ kind: z.enum(INBOUND_KINDS).optional() }),
  ...answersCsv,
});
