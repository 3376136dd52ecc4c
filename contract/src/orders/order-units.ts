import * as z from 'zod';
import { answersSuccessMessage, endpoint } from '../endpoint.ts';
import { recordId, recordParams } from '../formats/ids.ts';
import { utcText } from '../formats/utc-text.ts';
import { SHIP_REFUSALS } from './order-packing.ts';

/** The number of units to choose from that are shown per listing. */
export const ALLOCATION_UNITS_LIMIT = 50;

const allocationUnit = z.object({ id: z.number(), identifier: z.string(), location: z.string(), created_at: utcText });

export const allocationUnits = endpoint('GET /api/orders/pieces/:id/units', {
  summary: `The available units that can replace the reserved one, oldest first, at most ${ALLOCATION_UNITS_LIMIT}`,
  params: recordParams,
  response: z.array(allocationUnit),
});

const productUnit = allocationUnit.extend({
  condition: z.number(),
  /** Whether the unit is reserved for this order. */
  is_reserved: z.boolean(),
});
export type ProductUnit = z.infer<typeof productUnit>;

export const productUnits = endpoint('GET /api/orders/pieces/:id/product-units', {
  summary: `The available units of an ordered product in every condition: the order's condition first, at most ${ALLOCATION_UNITS_LIMIT} per listing, the reserved unit first and then the oldest`,
  params: recordParams,
  response: z.array(productUnit),
});

export const changeAllocationUnit = endpoint('POST /api/orders/pieces/unit', {
  summary: 'Reserve another unit for an ordered unit',
  body: z.object({ id: recordId, unitId: recordId }),
  ...answersSuccessMessage,
  reasons: [...SHIP_REFUSALS, 'unit_gone'],
});
