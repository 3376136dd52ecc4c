import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { day } from '../formats/day.ts';
import { pageNumber } from '../formats/paging.ts';
import { topic } from '../topic.ts';
import { locationReference, utcText } from './scan.ts';

/** OPEN → COUNTING → SUBMITTED → RECOUNT (by another person) → REVIEW → POSTED; CANCELED from any of them. */
export const COUNT_STATES = ['OPEN', 'COUNTING', 'SUBMITTED', 'RECOUNT', 'REVIEW', 'POSTED', 'CANCELED'] as const;
export type CountState = (typeof COUNT_STATES)[number];

/** Why the shelf and the books differed. Their names stand among the reasons of adjustments. */
export const ROOT_CAUSES = ['MISSING_TRANSACTION', 'MISCOUNTED', 'FOUND', 'LOST', 'DAMAGED', 'MISPLACED'] as const;
export type RootCause = (typeof ROOT_CAUSES)[number];

/** Units that can't be missing because of it, or can't be too many. */
const ONLY_SURPLUS: readonly RootCause[] = ['FOUND'];
const ONLY_MISSING: readonly RootCause[] = ['LOST', 'DAMAGED'];

/** What a difference can come from: nothing is lost by a surplus, nothing found by a loss. */
export function causesOf(difference: number): readonly RootCause[] {
  return ROOT_CAUSES.filter((cause) => !(difference > 0 ? ONLY_MISSING : ONLY_SURPLUS).includes(cause));
}

/** Differences beyond either need somebody who may approve: the sum of a count, whichever way its lines differ. */
export const APPROVAL_UNITS = 2;
export const APPROVAL_DOLLARS = 50;

/** Whoever counts says so this often, and keeps the count for themselves while less than the second number has passed. */
export const COUNT_HEARTBEAT_MS = 30_000;
export const COUNT_LOCK_MS = 90_000;

export const COUNTS_PAGE_SIZE = 25;
export const COUNT_LINES_PAGE_SIZE = 25;
export const COUNT_LOCATIONS_LIMIT = 100;
/** More of one item than lie on any shelf. */
export const COUNTED_LIMIT = 1_000_000;
/** Accuracy is told over the counts that were posted in this time. */
export const ACCURACY_DAYS = 30;

/** A count's lines: not yet counted, counted, counted though none was booked, not in the catalogue, and those that differ. */
export const COUNT_LISTS = ['uncounted', 'counted', 'unexpected', 'unmatched', 'differences'] as const;
export type CountList = (typeof COUNT_LISTS)[number];

const person = z.object({ id: z.number(), name: z.string() });
const place = z.object({ location_id: z.number(), location: z.string() });

export const countRow = z.object({
  id: z.number(),
  state: z.enum(COUNT_STATES),
  is_blind: z.boolean(),
  locations: z.array(place),
  assignee: person.nullable(),
  /** A plain date: `2026-11-30`. */
  due_on: z.string().nullable(),
  started_by: z.string(),
  created_at: utcText,
  closed_at: utcText.nullable(),
  lines: z.number(),
  counted_lines: z.number(),
  /** Lines that were as booked; null while the numbers are kept from whoever counts blind. */
  equal_lines: z.number().nullable(),
});
export type CountRow = z.infer<typeof countRow>;

export const countSession = countRow.extend({
  /** 1, and one more with each recount. */
  round: z.number(),
  /** Who is counting right now. */
  holder: person.nullable(),
  /** Who counted before the current round: a recount needs somebody else. */
  counted_before: z.array(z.number()),
  lists: z.record(z.enum(COUNT_LISTS), z.number()),
  /** null while the numbers are kept from whoever counts blind. */
  differences: z
    .object({
      missing: z.number(),
      surplus: z.number(),
      /** Of the lines whose cost is known, in dollars. */
      value: z.number(),
      without_cost: z.number(),
      without_cause: z.number(),
      /** Lines that differ and whose stock moved since: each needs a look. */
      unseen_moves: z.number(),
      needs_approval: z.boolean(),
    })
    .nullable(),
  /** Lines whose stock moved since the count was started. */
  moved_lines: z.number(),
});
export type CountSession = z.infer<typeof countSession>;

export const countLine = z.object({
  id: z.number(),
  location_id: z.number(),
  location: z.string(),
  item_name: z.string().nullable(),
  seller_sku: z.string().nullable(),
  identifier: z.string(),
  sku_condition: z.number().nullable(),
  list: z.enum(['uncounted', 'counted', 'unexpected', 'unmatched']),
  /** As it was booked when the count was started. This and the other numbers of the books are null while somebody counts blind. */
  expected: z.number().nullable(),
  counted: z.number().nullable(),
  /** What the round before had counted. */
  counted_before: z.number().nullable(),
  /** As it was booked when it was last counted: what `difference` is against. */
  booked: z.number().nullable(),
  difference: z.number().nullable(),
  /** The difference in dollars, where a cost is known. */
  value: z.number().nullable(),
  /** As it is booked now. */
  on_hand: z.number().nullable(),
  /** Stock moved since the count was started. */
  moved: z.boolean(),
  /** A person looked at the line since its stock last moved. */
  is_looked_at: z.boolean(),
  /** Counted in the current round. */
  is_to_count: z.boolean(),
  root_cause: z.enum(ROOT_CAUSES).nullable(),
  other_location: place.nullable(),
});
export type CountLine = z.infer<typeof countLine>;

const countId = z.object({ id: z.coerce.number<number | string>().int().positive() });
const lineId = countId.extend({ line: z.coerce.number<number | string>().int().positive() });
const clientId = z.string().min(8).max(64);
export const listCounts = endpoint({
  method: 'GET',
  path: '/api/counts',
  summary: `One page of counts, newest first, and the accuracy of the last ${ACCURACY_DAYS} days`,
  query: z.object({
    page: pageNumber,
    state: z.enum(COUNT_STATES).optional(),
    location: z.string().trim().min(1).max(64).optional(),
    assignee: z.coerce.number<number | string>().int().positive().optional(),
    /** Only those of which the accuracy is told. */
    accuracy: z.literal('lately').optional(),
  }),
  response: z.object({
    data: z.array(countRow),
    totalCount: z.number(),
    totalPages: z.number(),
    /** Zero-based. */
    currentPage: z.number(),
    open: z.number(),
    accuracy: z.object({ equal_lines: z.number(), counted_lines: z.number() }),
  }),
});

export const listCounters = endpoint({
  method: 'GET',
  path: '/api/counts/people',
  summary: 'The people who can be asked to count',
  response: z.array(person),
});

export const startCount = endpoint({
  method: 'POST',
  path: '/api/counts',
  summary: 'Start a count of some locations; what is booked there now is kept as expected',
  body: z.object({
    locations: z.array(locationReference).min(1).max(COUNT_LOCATIONS_LIMIT),
    isBlind: z.boolean(),
    assigneeId: z.int().positive().nullish(),
    dueOn: day.nullish(),
  }),
  response: z.object({ id: z.number() }),
  reasons: ['unknown_location', 'unknown_person', 'already_being_counted'],
});

export const getCount = endpoint({
  method: 'GET',
  path: '/api/counts/:id',
  summary: 'One count with what is left to do',
  params: countId,
  response: countSession,
});

export const listCountLines = endpoint({
  method: 'GET',
  path: '/api/counts/:id/lines',
  summary: "One page of a count's lines",
  params: countId,
  query: z.object({ list: z.enum(COUNT_LISTS), page: pageNumber }),
  response: z.object({ data: z.array(countLine), totalCount: z.number(), totalPages: z.number(), currentPage: z.number() }),
});

const COUNTING_REASONS = ['not_counting', 'held_by_other', 'assigned_to_other', 'counted_before'] as const;
const deviceBody = z.object({ deviceId: clientId });

export const claimCount = endpoint({
  method: 'POST',
  path: '/api/counts/:id/claim',
  summary: 'Take a count over, here and now; one person counts at a time',
  params: countId,
  body: deviceBody,
  response: success,
  reasons: COUNTING_REASONS,
});

export const keepCount = endpoint({
  method: 'POST',
  path: '/api/counts/:id/heartbeat',
  summary: `Say that somebody is still counting; without it a count is free again after ${COUNT_LOCK_MS / 1000} seconds`,
  params: countId,
  body: deviceBody,
  response: success,
  reasons: ['lock_lost'],
});

export const releaseCount = endpoint({
  method: 'POST',
  path: '/api/counts/:id/release',
  summary: "Let somebody else count; another person's hold ends only by force, which needs an approver",
  params: countId,
  body: z.object({ force: z.boolean().default(false) }).default({ force: false }),
  response: success,
  reasons: ['held_by_other'],
});

export const countedItem = z.object({
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

export const countUnit = endpoint({
  method: 'POST',
  path: '/api/counts/:id/scan',
  summary: 'Count one unit by its code. The same clientScanId counts once, however often it is sent',
  params: countId,
  body: z.object({ productId: z.string().max(256), locationId: locationReference, clientScanId: clientId }),
  response: countedItem,
  reasons: [...COUNTING_REASONS, 'not_an_identifier', 'lpn', 'ambiguous', 'not_in_this_count', 'not_to_recount', 'scan_id_reused'],
});

export const enterCounted = endpoint({
  method: 'POST',
  path: '/api/counts/:id/lines/:line/counted',
  summary: 'Say how many units of a line there are. The same clientEntryId counts once',
  params: lineId,
  body: z.object({ counted: z.int().min(0).max(COUNTED_LIMIT), clientEntryId: clientId }),
  response: countedItem,
  reasons: [...COUNTING_REASONS, 'not_to_recount', 'scan_id_reused'],
});

export const submitCount = endpoint({
  method: 'POST',
  path: '/api/counts/:id/submit',
  summary: 'Hand a count in',
  params: countId,
  body: z.object({
    /** What nobody has counted is not there. */
    isRestMissing: z.boolean().default(false),
  }),
  response: success,
  reasons: [...COUNTING_REASONS, 'not_all_counted'],
});

export const recountDifferences = endpoint({
  method: 'POST',
  path: '/api/counts/:id/recount',
  summary: 'Have the lines that differ counted again by somebody else',
  params: countId,
  body: z.object({ assigneeId: z.int().positive().nullish() }).default({}),
  response: success,
  reasons: ['wrong_state', 'nothing_differs', 'unknown_person', 'counted_before'],
});

export const reviewCount = endpoint({
  method: 'POST',
  path: '/api/counts/:id/review',
  summary: 'Go through the differences as they are',
  params: countId,
  response: success,
  reasons: ['wrong_state'],
});

export const setLineCause = endpoint({
  method: 'POST',
  path: '/api/counts/:id/lines/:line/cause',
  summary: 'Say why a line differs; misplaced units come from the location where they are booked',
  params: lineId,
  body: z.object({ rootCause: z.enum(ROOT_CAUSES).nullable(), fromLocation: locationReference.nullish() }),
  response: success,
  reasons: ['wrong_state', 'no_difference', 'impossible_cause', 'unknown_location'],
});

export const setRemainingCauses = endpoint({
  method: 'POST',
  path: '/api/counts/:id/cause',
  summary: 'Say the same of every line that differs, has no cause yet, and can have this one; a misplaced surplus is told line by line',
  params: countId,
  body: z.object({ rootCause: z.enum(ROOT_CAUSES) }),
  response: success.extend({ lines: z.number() }),
  reasons: ['wrong_state'],
});

export const acceptDifference = endpoint({
  method: 'POST',
  path: '/api/counts/:id/lines/:line/look',
  summary: 'Say that the difference of a line stands, though its stock moved since the start',
  params: lineId,
  response: success,
  reasons: ['wrong_state'],
});

export const postCount = endpoint({
  method: 'POST',
  path: '/api/counts/:id/post',
  summary: 'Correct the stock by the differences, in one transaction. A count is posted once, however often this is sent',
  params: countId,
  response: success,
  reasons: ['wrong_state', 'without_cause', 'unseen_moves', 'needs_approval', 'no_longer_there', 'unknown_location'],
});

export const cancelCount = endpoint({
  method: 'POST',
  path: '/api/counts/:id/cancel',
  summary: 'End a count and change no stock',
  params: countId,
  response: success,
  reasons: ['wrong_state', 'not_yours'],
});

/** Something about a count changed. */
export const countsTopic = topic({
  path: 'counts',
  payload: z.object({ countId: z.number(), change: z.enum(['STARTED', 'COUNTED', 'HELD', 'RELEASED', 'EXPLAINED', 'STATE']) }),
  permission: 'stock.read',
});
