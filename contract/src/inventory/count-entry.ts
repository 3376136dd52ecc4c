import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { clientId, recordParams } from '../formats/ids.ts';
import { lineId } from './count-review.ts';
import { locationReference } from './locations.ts';
import { incompleteCode } from './scan.ts';

/** The counting device confirms its hold this often; the hold ends when it has not done so for `COUNT_LOCK_MS`. */
export const COUNT_HEARTBEAT_MS = 30_000;
export const COUNT_LOCK_MS = 90_000;

/** The largest quantity that can be entered for a line. */
export const COUNTED_LIMIT = 1_000_000;

const COUNTING_REASONS = ['not_counting', 'held_by_other', 'assigned_to_other', 'counted_before'] as const;
const deviceBody = z.object({ deviceId: clientId });

export const claimCount = endpoint('POST /api/counts/:id/claim', {
  summary: 'Take a count over on this device; one person counts at a time',
  params: recordParams,
  body: deviceBody,
  response: success,
  reasons: COUNTING_REASONS,
});

export const renewCountHold = endpoint('POST /api/counts/:id/heartbeat', {
  summary: `Confirm that this device is still counting; without it the count is free again after ${COUNT_LOCK_MS / 1000} seconds`,
  params: recordParams,
  body: deviceBody,
  response: success,
  reasons: ['lock_lost'],
});

export const releaseCount = endpoint('POST /api/counts/:id/release', {
  summary: "Let another person count; only an approver can end another person's hold, by force",
  params: recordParams,
  body: z.object({ force: z.boolean().default(false) }).default({ force: false }),
  response: success,
  reasons: ['held_by_other'],
});

const countedItem = z.object({
  outcome: z.literal('COUNTED'),
  line_id: z.number(),
  item_name: z.string().nullable(),
  seller_sku: z.string().nullable(),
  identifier: z.string(),
  sku_condition: z.number().nullable(),
  location: z.string(),
  counted: z.number(),
  /** null in a blind count. */
  expected: z.number().nullable(),
});
export type CountedItem = z.infer<typeof countedItem>;

export const countUnit = endpoint('POST /api/counts/:id/scan', {
  summary: 'Count one unit by its code. The same clientScanId counts once, however often it is sent',
  params: recordParams,
  body: z.object({ productId: z.string().max(256), locationId: locationReference, clientScanId: clientId, incomplete: incompleteCode }),
  response: countedItem,
  reasons: [...COUNTING_REASONS, 'not_an_identifier', 'lpn', 'ambiguous', 'incomplete', 'not_in_this_count', 'not_to_recount', 'scan_id_reused'],
});

export const enterCounted = endpoint('POST /api/counts/:id/lines/:line/counted', {
  summary: 'Enter the counted quantity of a line. The same clientEntryId counts once',
  params: lineId,
  body: z.object({ counted: z.int().min(0).max(COUNTED_LIMIT), clientEntryId: clientId }),
  response: countedItem,
  reasons: [...COUNTING_REASONS, 'not_to_recount', 'scan_id_reused'],
});

export const submitCount = endpoint('POST /api/counts/:id/submit', {
  summary: 'Submit a count for review',
  params: recordParams,
  body: z.object({
    /** Counts the uncounted lines as zero. */
    isRestMissing: z.boolean().default(false),
  }),
  response: success,
  reasons: [...COUNTING_REASONS, 'not_all_counted'],
});
