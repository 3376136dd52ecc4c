import * as z from 'zod';
import { BULK_LIMIT, bulkCommand } from '../bulk/bulk.ts';
import { CONDITION_NAMES } from '../catalog/conditions.ts';
import { integerId, recordId } from '../formats/ids.ts';
import { bulkReason } from './adjustment.ts';
import { locationReference } from './locations.ts';
import { stockFilter } from './stock.ts';

const listingIds = z.array(recordId).max(BULK_LIMIT);

/** Which units: those that a search for a code finds, those of some listings, or those of all listings that match the stock list. */
const unitFilter = z.union([
  z.strictObject({ identifier: z.string().trim().min(1).max(256) }),
  z.strictObject({ listings: listingIds.min(1) }),
  z.strictObject({ stock: stockFilter, except_listings: listingIds.default([]) }),
]);
export type UnitFilter = z.infer<typeof unitFilter>;

const units = { id: recordId, matching: unitFilter } as const;

export const moveUnits = bulkCommand('move-units', {
  summary: 'Move many units to another location',
  ...units,
  input: z.object({ location: locationReference }),
});

export const removeUnits = bulkCommand('remove-units', { summary: 'Remove many units from stock for a reason', ...units, input: bulkReason });

export const quarantineUnits = bulkCommand('quarantine-units', {
  summary: 'Move many units to the quarantine location for a reason',
  ...units,
  input: bulkReason,
});

export const changeConditions = bulkCommand('change-conditions', {
  summary: "Change the condition of many units for a reason: each becomes a unit of its product's listing in that condition",
  ...units,
  input: z.intersection(bulkReason, z.object({ condition: integerId.refine((code) => code in CONDITION_NAMES, 'must be the code of a condition') })),
});
