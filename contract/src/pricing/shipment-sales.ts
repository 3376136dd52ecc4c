import * as z from 'zod';
import { answersCsv, endpoint } from '../endpoint.ts';

const outcome = z.object({ success: z.boolean(), message: z.string() });

export const requestShipmentSales = endpoint('POST /api/reports/request-shipment-sales', {
  summary: 'Request the shipment sales of the last 90 days from the marketplace',
  response: outcome,
  failure: 'success-message',
  reasons: ['not_connected'],
});

export const retrieveShipmentSales = endpoint('POST /api/reports/retrieve-shipment-sales', {
  summary: 'Check whether the requested report is ready, and store it',
  response: outcome,
  failure: 'success-message',
  reasons: ['not_connected'],
});

const SALES_STATUSES = ['IN_QUEUE', 'IN_PROGRESS', 'DONE', 'FATAL'] as const;

export const getShipmentSales = endpoint('GET /api/reports/shipment-sales', {
  summary: 'The last requested report: its parts, their status and the number of rows',
  response: z
    .object({
      /** ISO 8601, UTC. */
      requestedAt: z.string(),
      requestedBy: z.string(),
      parts: z.array(z.object({ from: z.string(), to: z.string(), status: z.enum(SALES_STATUSES) })),
      rowCount: z.number(),
    })
    .nullable(),
});

export const exportShipmentSales = endpoint('GET /api/reports/shipment-sales.csv', {
  summary: 'The shipped items of the newest report, oldest first, as CSV',
  ...answersCsv,
});
