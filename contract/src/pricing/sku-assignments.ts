import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { recordId } from '../formats/ids.ts';
import { jobId, startsJob } from './listing-jobs.ts';

const ASSIGNMENT_RESULTS = ['ASSIGNED', 'CONFLICT', 'TAKEN', 'NO_SKU', 'UNDONE'] as const;

export const assignment = z.object({
  listingId: z.number(),
  fnsku: z.string(),
  itemName: z.string(),
  result: z.enum(ASSIGNMENT_RESULTS),
  beforeSku: z.string().nullable(),
  afterSku: z.string().nullable(),
  beforeCondition: z.number(),
  afterCondition: z.number().nullable(),
  candidates: z.array(z.object({ sku: z.string(), condition: z.number() })),
});
export type Assignment = z.infer<typeof assignment>;

export const assignSkus = startsJob(
  '/api/adminsettings/assignskustofnsku',
  'Assign to each FNSKU in stock its seller SKU and condition from the inventory report',
);

export const listAssignments = endpoint('GET /api/pricing/jobs/:jobId/assignments', {
  summary: 'The result of an assignment for each FNSKU, at most 500, conflicts first',
  params: jobId,
  response: z.array(assignment),
});

export const chooseSku = endpoint('POST /api/pricing/jobs/:jobId/assignments/choose', {
  summary: 'Resolve a conflict: choose the SKU of an FNSKU',
  params: jobId,
  body: z.object({ listingId: recordId, sku: z.string().min(1).max(40) }),
  response: success,
  reasons: ['not_a_candidate', 'taken'],
});

export const undoAssignment = endpoint('POST /api/pricing/jobs/:jobId/undo', {
  summary: 'Restore the SKU and condition from before an assignment, except where somebody has changed them since',
  params: jobId,
  response: z.object({ undoneCount: z.number(), keptCount: z.number() }),
  reasons: ['not_undoable'],
});
