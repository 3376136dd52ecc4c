import * as z from 'zod';
import { answersCsv, endpoint } from '../endpoint.ts';
import { clientId, recordParams } from '../formats/ids.ts';
import { numberedPage, pageNumber } from '../formats/paging.ts';

/** The actions for many records, with the word for one record. */
export const BULK_ACTIONS = {
  'move-units': { title: 'Move units', noun: 'Unit' },
  'remove-units': { title: 'Remove units', noun: 'Unit' },
  'quarantine-units': { title: 'Quarantine units', noun: 'Unit' },
  'change-conditions': { title: 'Change the condition of units', noun: 'Unit' },
  'send-quantities': { title: 'Send quantities', noun: 'Listing' },
  'approve-prices': { title: 'Approve held prices', noun: 'SKU' },
  'decline-prices': { title: 'Decline held prices', noun: 'SKU' },
  'set-price-strategies': { title: 'Set price strategies', noun: 'Listing' },
  'turn-on-strategies': { title: 'Turn on price strategies', noun: 'Listing' },
  'turn-off-strategies': { title: 'Turn off price strategies', noun: 'Listing' },
  'set-case-status': { title: 'Set the status of cases', noun: 'Case' },
  'set-case-owner': { title: 'Set the owner of cases', noun: 'Case' },
  'enter-tracking-numbers': { title: 'Enter tracking numbers', noun: 'Order' },
} as const;
export type BulkKind = keyof typeof BULK_ACTIONS;
export const BULK_KINDS = Object.keys(BULK_ACTIONS) as [BulkKind, ...BulkKind[]];

/** One action changes at most this many records. */
export const BULK_LIMIT = 20_000;

/** An action of up to this many records usually ends within its call; a larger one becomes a job. */
export const BULK_AT_ONCE = 200;

/** An action's answer contains at most this many of its refused rows; `listBulkRows` lists all. */
export const BULK_REFUSALS_SHOWN = 100;

export const BULK_PAGE_SIZE = 25;
export const BULK_ROWS_PAGE_SIZE = 100;

/** DONE and STOPPED: it changes nothing any more. FAILED: the job failed, and continues when it is run again. */
const BULK_STATES = ['RUNNING', 'DONE', 'STOPPED', 'FAILED'] as const;

/** UNCHANGED: the record already was as wanted. */
export const BULK_OUTCOMES = ['DONE', 'UNCHANGED', 'REFUSED'] as const;

const bulkRow = z.object({
  /** The id of the record: of a unit or a case, or a seller SKU. */
  record: z.string(),
  /** null while the row is open. */
  outcome: z.enum(BULK_OUTCOMES).nullable(),
  /** Why the row was refused, as the action for one record says it. */
  message: z.string().nullable(),
  reason: z.string().nullable(),
  is_undone: z.boolean(),
});
export type BulkRow = z.infer<typeof bulkRow>;

const bulkSummary = z.object({
  id: z.number(),
  kind: z.enum(BULK_KINDS),
  state: z.enum(BULK_STATES),
  total: z.number(),
  done: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  /** How many rows an undo would undo. */
  undoable: z.number(),
  /** The action that this one undoes. */
  undoes: z.number().nullable(),
  /** The job that works on it; null when it ended within its call. Messages of the topic `jobs` announce its progress. */
  job_id: z.number().nullable(),
  requested_by: z.string(),
  /** ISO 8601, UTC. */
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type BulkSummary = z.infer<typeof bulkSummary>;

const bulkAction = bulkSummary.extend({ refused_rows: z.array(bulkRow) });
export type BulkAction = z.infer<typeof bulkAction>;

interface BulkCommand<Id extends z.ZodType, Matching extends z.ZodType, Input extends z.ZodType> {
  readonly summary: string;
  readonly id: Id;
  /** The filters of the list, as its own call takes them. */
  readonly matching: Matching;
  readonly input: Input;
}

/** Declares the call that starts an action for the selected records, or for all that match a list's filters except some. */
export function bulkCommand<const K extends BulkKind, Id extends z.ZodType, Matching extends z.ZodType, Input extends z.ZodType>(
  kind: K,
  { summary, id, matching, input }: BulkCommand<Id, Matching, Input>,
) {
  const ids = z.array(id);
  return {
    ...endpoint(`POST /api/bulk/${kind}`, {
      summary,
      body: z.object({
        selection: z.union([z.object({ ids: ids.min(1).max(BULK_LIMIT) }), z.object({ matching, except: ids.max(BULK_LIMIT).default([]) })]),
        input,
        /** Makes a repeated call harmless. */
        client_id: clientId.optional(),
      }),
      response: bulkAction,
      reasons: ['nothing_selected', 'too_many', 'client_id_used'],
    }),
    kind,
  };
}

export const listBulkActions = endpoint('GET /api/bulk', {
  summary: 'The actions for many records that the signed-in person started, newest first',
  query: z.object({ page: pageNumber }),
  response: numberedPage(bulkSummary),
});

export const getBulkAction = endpoint('GET /api/bulk/:id', {
  summary: `An action for many records, with its first ${BULK_REFUSALS_SHOWN} refused rows`,
  params: recordParams,
  response: bulkAction,
});

export const listBulkRows = endpoint('GET /api/bulk/:id/rows', {
  summary: "One page of an action's rows with their results, in the order of the selection",
  params: recordParams,
  query: z.object({ page: pageNumber, outcome: z.enum(BULK_OUTCOMES).optional() }),
  response: numberedPage(bulkRow),
});

export const exportBulkRows = endpoint('GET /api/bulk/:id/rows.csv', {
  summary: "An action's rows with their results as CSV, such as the refused ones",
  isUncopied: true,
  params: recordParams,
  query: z.object({ outcome: z.enum(BULK_OUTCOMES).optional() }),
  ...answersCsv,
});

export const stopBulkAction = endpoint('POST /api/bulk/:id/stop', {
  summary: 'Stop an action. The rows that are done stay done',
  params: recordParams,
  response: bulkAction,
  reasons: ['already_over'],
});

export const undoBulkAction = endpoint('POST /api/bulk/:id/undo', {
  summary: 'Undo all done rows of an action, each as its own action is undone; this is an action with a result for each row',
  params: recordParams,
  response: bulkAction,
  reasons: ['nothing_to_undo', 'not_own'],
});
