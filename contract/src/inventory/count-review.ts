import * as z from 'zod';
import { cost } from '../cost.ts';
import { endpoint, success } from '../endpoint.ts';
import { INTEGER_MAX, recordId, recordParams } from '../formats/ids.ts';
import { numberedPage, pageNumber } from '../formats/paging.ts';
import { COUNT_LISTS, countedLocation } from './counts.ts';
import { locationReference } from './locations.ts';

/** Why the shelf and the booked stock differ. `REASON_NAMES` holds their names. */
export const ROOT_CAUSES = ['MISSING_TRANSACTION', 'MISCOUNTED', 'FOUND', 'LOST', 'DAMAGED', 'MISPLACED'] as const;
export type RootCause = (typeof ROOT_CAUSES)[number];

const ONLY_SURPLUS: readonly RootCause[] = ['FOUND'];
const ONLY_MISSING: readonly RootCause[] = ['LOST', 'DAMAGED'];

/** The causes that a difference can have: a surplus is never lost, and a missing unit never found. */
export function causesOf(difference: number): readonly RootCause[] {
  return ROOT_CAUSES.filter((cause) => !(difference > 0 ? ONLY_MISSING : ONLY_SURPLUS).includes(cause));
}

/** Larger differences need an approver. Missing and surplus units of all lines are added up. */
export const APPROVAL_UNITS = 2;
export const APPROVAL_DOLLARS = 50;

export const COUNT_LINES_PAGE_SIZE = 25;

export const lineId = recordParams.extend({ line: recordId });

const countLine = z.object({
  id: z.number(),
  location_id: z.number(),
  location: z.string(),
  item_name: z.string().nullable(),
  seller_sku: z.string().nullable(),
  identifier: z.string(),
  sku_condition: z.number().nullable(),
  list: z.enum(['uncounted', 'counted', 'unexpected', 'unmatched']),
  /** The booked quantity when the count started. This and the other booked quantities are null while a blind count hides them. */
  expected: z.number().nullable(),
  counted: z.number().nullable(),
  /** The quantity counted in the previous round. */
  counted_before: z.number().nullable(),
  /** The booked quantity when the line was last counted; `difference` is against it. */
  booked: z.number().nullable(),
  difference: z.number().nullable(),
  /** The difference in US dollars; null where no cost is known. */
  value: cost(z.number()),
  /** The booked quantity now. */
  on_hand: z.number().nullable(),
  /** Stock moved since the count started. */
  moved: z.boolean(),
  /** A person accepted the difference after the last movement. */
  is_looked_at: z.boolean(),
  /** The current round counts this line. */
  is_to_count: z.boolean(),
  root_cause: z.enum(ROOT_CAUSES).nullable(),
  other_location: countedLocation.nullable(),
});
export type CountLine = z.infer<typeof countLine>;

export const listCountLines = endpoint('GET /api/counts/:id/lines', {
  summary: "One page of a count's lines",
  params: recordParams,
  query: z.object({ list: z.enum(COUNT_LISTS), page: pageNumber }),
  response: numberedPage(countLine),
});

export const recountDifferences = endpoint('POST /api/counts/:id/recount', {
  summary: 'Have another person count the lines with a difference again',
  params: recordParams,
  body: z.object({ assigneeId: recordId.nullish() }).default({}),
  response: success,
  reasons: ['wrong_state', 'nothing_differs', 'unknown_person', 'counted_before'],
});

export const reviewCount = endpoint('POST /api/counts/:id/review', {
  summary: 'Start the review of a submitted count',
  params: recordParams,
  response: success,
  reasons: ['wrong_state'],
});

export const setLineCause = endpoint('POST /api/counts/:id/lines/:line/cause', {
  summary: 'Set the root cause of a difference; misplaced units come from the location where they are booked',
  params: lineId,
  body: z.object({ rootCause: z.enum(ROOT_CAUSES).nullable(), fromLocation: locationReference.nullish() }),
  response: success,
  reasons: ['wrong_state', 'no_difference', 'impossible_cause', 'unknown_location'],
});

export const setRemainingCauses = endpoint('POST /api/counts/:id/cause', {
  summary: 'Set the root cause of all differences that have none and can have this one, except misplaced surplus, which needs a location per line',
  params: recordParams,
  body: z.object({ rootCause: z.enum(ROOT_CAUSES) }),
  response: success.extend({ lines: z.number() }),
  reasons: ['wrong_state'],
});

export const acceptDifference = endpoint('POST /api/counts/:id/lines/:line/look', {
  summary: 'Accept the difference of a line whose stock moved since the start',
  params: lineId,
  /** The booked quantity that the person saw; another current one refuses the acceptance. */
  body: z.object({ expectedOnHand: z.int().min(0).max(INTEGER_MAX).optional() }).default({}),
  response: success,
  reasons: ['wrong_state', 'changed_meanwhile'],
});

export const postCount = endpoint('POST /api/counts/:id/post', {
  summary: 'Correct the stock by the differences, in one transaction. A count is posted once, however often this is sent',
  params: recordParams,
  response: success,
  reasons: ['wrong_state', 'without_cause', 'unseen_moves', 'needs_approval', 'no_longer_there', 'unknown_location'],
});
