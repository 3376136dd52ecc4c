import * as z from 'zod';
import { cost } from '../cost.ts';
import { answersCsv, endpoint, success } from '../endpoint.ts';
import { day } from '../formats/day.ts';
import { recordId, recordParams } from '../formats/ids.ts';
import { numberedPage, pageNumber } from '../formats/paging.ts';
import { utcText } from '../formats/utc-text.ts';
import { topic } from '../topic.ts';
import { locationReference } from './locations.ts';

/** OPEN → COUNTING → SUBMITTED → RECOUNT (by another person) → REVIEW → POSTED; every state but POSTED can become CANCELED. */
export const COUNT_STATES = ['OPEN', 'COUNTING', 'SUBMITTED', 'RECOUNT', 'REVIEW', 'POSTED', 'CANCELED'] as const;
export type CountState = (typeof COUNT_STATES)[number];

export const COUNTS_PAGE_SIZE = 25;
export const COUNT_LOCATIONS_LIMIT = 100;
/** The accuracy covers the counts posted in this many days. */
export const ACCURACY_DAYS = 30;

/** The tabs of a count: lines not counted yet, counted as booked, counted but not booked, without a listing, and with a difference. */
export const COUNT_LISTS = ['uncounted', 'counted', 'unexpected', 'unmatched', 'differences'] as const;
export type CountList = (typeof COUNT_LISTS)[number];

const person = z.object({ id: z.number(), name: z.string() });
export const countedLocation = z.object({ location_id: z.number(), location: z.string() });
const countRow = z.object({
  id: z.number(),
  state: z.enum(COUNT_STATES),
  is_blind: z.boolean(),
  locations: z.array(countedLocation),
  assignee: person.nullable(),
  /** A plain date: `2026-11-30`. */
  due_on: z.string().nullable(),
  started_by: z.string(),
  created_at: utcText,
  closed_at: utcText.nullable(),
  lines: z.number(),
  counted_lines: z.number(),
  /** Lines without a difference; null while a blind count hides the booked quantities. */
  equal_lines: z.number().nullable(),
});
export type CountRow = z.infer<typeof countRow>;

const countSession = countRow.extend({
  /** 1, plus one for each recount. */
  round: z.number(),
  /** The person who is counting right now. */
  holder: person.nullable(),
  /** The people who can't do the recount: they counted in earlier rounds or, once the count is submitted, in this one. */
  counted_before: z.array(z.number()),
  lists: z.record(z.enum(COUNT_LISTS), z.number()),
  /** null while a blind count hides the booked quantities. */
  differences: z
    .object({
      missing: z.number(),
      surplus: z.number(),
      /** US dollars, of the lines with a known cost. */
      value: cost(z.number()),
      without_cost: z.number(),
      without_cause: z.number(),
      /** Lines with a difference whose stock moved after the start, not yet accepted by a person. */
      unseen_moves: z.number(),
      needs_approval: z.boolean(),
    })
    .nullable(),
  /** Lines whose stock moved since the count started. */
  moved_lines: z.number(),
});
export type CountSession = z.infer<typeof countSession>;

const filters = {
  state: z.enum(COUNT_STATES).optional(),
  location: z.string().trim().min(1).max(64).optional(),
  assignee: recordId.optional(),
  /** Only the counts that the accuracy covers. */
  accuracy: z.literal('lately').optional(),
};

export const listCounts = endpoint('GET /api/counts', {
  summary: `One page of counts, newest first, and the accuracy of the last ${ACCURACY_DAYS} days`,
  query: z.object({ page: pageNumber, ...filters }),
  response: numberedPage(countRow).extend({
    open: z.number(),
    accuracy: z.object({ equal_lines: z.number(), counted_lines: z.number() }),
  }),
});

export const exportCounts = endpoint('GET /api/counts/export.csv', {
  summary: 'The counts as CSV, newest first',
  query: z.object(filters),
  ...answersCsv,
});

export const listCounters = endpoint('GET /api/counts/people', {
  summary: 'The people to whom a count can be assigned',
  response: z.array(person),
});

export const startCount = endpoint('POST /api/counts', {
  summary: 'Start a count of some locations; their booked stock is saved as expected',
  body: z.object({
    locations: z.array(locationReference).min(1).max(COUNT_LOCATIONS_LIMIT),
    isBlind: z.boolean(),
    assigneeId: recordId.nullish(),
    dueOn: day.nullish(),
  }),
  response: z.object({ id: z.number() }),
  reasons: ['unknown_location', 'unknown_person', 'already_being_counted'],
});

export const getCount = endpoint('GET /api/counts/:id', {
  summary: 'One count with its progress and differences',
  params: recordParams,
  response: countSession,
});

export const cancelCount = endpoint('POST /api/counts/:id/cancel', {
  summary: 'End a count without changing stock',
  params: recordParams,
  response: success,
  reasons: ['wrong_state', 'not_yours'],
});

/** A count changed. */
export const countsTopic = topic({
  path: 'counts',
  payload: z.object({ countId: z.number(), change: z.enum(['STARTED', 'COUNTED', 'HELD', 'RELEASED', 'EXPLAINED', 'STATE']) }),
  permission: 'stock.read',
});
