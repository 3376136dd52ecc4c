import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { recordId, successMessage, utcText } from '../inventory/scan.ts';
import { SHIP_REFUSALS } from './order-packing.ts';

/** So many units are shown to choose from, of each listing. */
export const ALLOCATION_UNITS_LIMIT = 50;

const pieceUnit = z.object({ id: z.number(), identifier: z.string(), location: z.string(), created_at: utcText });

export const allocationUnits = endpoint({
  method: 'GET',
  path: '/api/orders/pieces/:id/units',
  summary: `The available units that may go instead of the reserved one, oldest first, at most ${ALLOCATION_UNITS_LIMIT}`,
  params: z.object({ id: recordId }),
  response: z.array(pieceUnit),
});

const productUnit = pieceUnit.extend({
  condition: z.number(),
  /** For this very piece: it is the one to take. */
  is_reserved: z.boolean(),
});
export type ProductUnit = z.infer<typeof productUnit>;

export const productUnits = endpoint({
  method: 'GET',
  path: '/api/orders/pieces/:id/product-units',
  summary: `What a UPC may stand for: the available units of a piece's product in every condition, the order's first, at most ${ALLOCATION_UNITS_LIMIT} of each listing, the reserved one and then the oldest first`,
  params: z.object({ id: recordId }),
  response: z.array(productUnit),
});

export const changeAllocationUnit = endpoint({
  method: 'POST',
  path: '/api/orders/pieces/unit',
  summary: 'Reserve another unit for a piece',
  body: z.object({ id: recordId, unitId: recordId }),
  response: successMessage,
  failure: 'success-message',
  reasons: [...SHIP_REFUSALS, 'unit_gone'],
});
