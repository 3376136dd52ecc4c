import * as z from 'zod';
import { bulkCommand } from '../bulk/bulk.ts';
import { endpoint } from '../endpoint.ts';
import type { FileColumn } from '../formats/file-cells.ts';
import { orderNumber } from './order-shipment.ts';

/** A file has at most this many rows. */
export const TRACKING_ROWS_LIMIT = 5_000;

/** One call checks at most this many rows. */
export const TRACKING_CHECK_LIMIT = 100;

/** A row of a file; the server checks its content. */
const trackingRow = z.object({
  orderId: orderNumber,
  trackingNumber: z.string().max(1_000),
  /** A carrier code of the marketplace or any name. Empty: as the shape of the tracking number implies. */
  carrier: z.string().max(40),
  shippingMethod: z.string().max(60).default(''),
});
export type TrackingRow = z.output<typeof trackingRow>;
export type TrackingField = keyof TrackingRow;

export const TRACKING_COLUMNS: readonly (FileColumn<TrackingField> & { readonly isRequired: boolean })[] = [
  { field: 'orderId', label: 'Order', isRequired: true, aliases: ['Order ID', 'Order number', 'Amazon order ID', 'Order no', 'Reference'] },
  { field: 'trackingNumber', label: 'Tracking number', isRequired: true, aliases: ['Tracking', 'Tracking no', 'Tracking ID', 'Tracking code'] },
  { field: 'carrier', label: 'Carrier', isRequired: false, aliases: ['Carrier code', 'Carrier name', 'Shipper'] },
  { field: 'shippingMethod', label: 'Service', isRequired: false, aliases: ['Ship method', 'Service level'] },
];

export const checkTrackingNumbers = endpoint('POST /api/orders/tracking-numbers/check', {
  summary: 'Whether the tracking numbers of orders can be entered, without entering them; one result per row',
  body: z.object({ rows: z.array(trackingRow).min(1).max(TRACKING_CHECK_LIMIT) }),
  response: z.array(
    z.object({
      /** UNCHANGED: this number is already entered. */
      result: z.enum(['READY', 'UNCHANGED', 'REFUSED']),
      message: z.string().nullable(),
    }),
  ),
});

export const enterTrackingNumbers = bulkCommand('enter-tracking-numbers', {
  summary: 'Enter the tracking numbers of many shipped orders, each in one box. The marketplace is notified of each',
  id: orderNumber,
  matching: z.never(),
  input: z.object({ rows: z.array(trackingRow).min(1).max(TRACKING_ROWS_LIMIT).refine(areOfDifferentOrders, 'Each order can have one row') }),
});

function areOfDifferentOrders(rows: readonly TrackingRow[]): boolean {
  return new Set(rows.map(({ orderId }) => orderId)).size === rows.length;
}
