import * as z from 'zod';
import { answersCsv, endpoint, success } from '../endpoint.ts';
import { recordId, recordParams } from '../formats/ids.ts';
import { numberedPage, pageNumber } from '../formats/paging.ts';
import { topic } from '../topic.ts';

export const JOB_STATES = ['QUEUED', 'RUNNING', 'WAITING', 'DONE', 'FAILED', 'CANCELLED'] as const;
export type JobState = (typeof JOB_STATES)[number];
/** The state filters of the list. UNDER_WAY is RUNNING or WAITING. */
export const JOB_FILTERS = [...JOB_STATES, 'UNDER_WAY'] as const;
export type JobFilter = (typeof JOB_FILTERS)[number];

export const JOBS_PAGE_SIZE = 25;

/** `getJob` returns at most this many log lines, the newest. */
export const JOB_LINES_LIMIT = 500;

/** The jobs that a person may start, with their labels. */
export const STARTABLE_JOBS = {
  'import-listings': 'Import listings',
  'import-removals': 'Import removal shipments',
  'import-returns': 'Import customer returns',
  'import-reimbursements': 'Import reimbursements',
  'import-inventory': 'Import FNSKUs and FBA inventory',
  'import-orders': 'Import orders',
  'import-catalogue': 'Import catalog items',
  'import-offers': 'Import competitor offers',
  'import-fees': 'Import fee estimates',
  'match-reimbursements': 'Match reimbursements with cases',
} as const;
export type StartableJob = keyof typeof STARTABLE_JOBS;

export const jobRun = z.object({
  id: z.number(),
  kind: z.string(),
  title: z.string(),
  state: z.enum(JOB_STATES),
  done: z.number(),
  /** null while the total is unknown. */
  total: z.number().nullable(),
  message: z.string().nullable(),
  error: z.string().nullable(),
  /** Row counts by outcome, such as read, new, changed, unchanged, rejected. */
  counts: z.record(z.string(), z.number()),
  /** Somebody canceled the job, and it has not stopped yet. */
  isCancelRequested: z.boolean(),
  /** The person who started the job; null for the schedule. */
  requestedBy: z.string().nullable(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** When a queued or waiting job goes on; null when it is due or not open. */
  dueAt: z.string().nullable(),
});
export type JobRun = z.infer<typeof jobRun>;

const jobLine = z.object({ id: z.number(), level: z.enum(['INFO', 'WARN', 'REJECTED']), text: z.string(), at: z.string() });
export type JobLine = z.infer<typeof jobLine>;

const jobFilter = { state: z.enum(JOB_FILTERS).optional() };

/** The columns that the list can be sorted by. */
export const JOB_SORTS = ['created', 'title', 'state', 'progress', 'requested_by'] as const;
export type JobSort = (typeof JOB_SORTS)[number];

const jobOrder = { sort: z.enum(JOB_SORTS).default('created'), descending: z.stringbool().default(true) };

export const listJobs = endpoint('GET /api/jobs', {
  summary: 'List background jobs, newest first by default',
  query: z.object({ page: pageNumber, ...jobFilter, ...jobOrder }),
  response: numberedPage(jobRun),
});

export const exportJobs = endpoint('GET /api/jobs/export.csv', {
  summary: 'The background jobs that match a filter, newest first by default, as CSV',
  query: z.object({ ...jobFilter, ...jobOrder }),
  ...answersCsv,
});

const jobCode = z.uuid({ error: 'must be the number or the jobId of a job' });

export const getJob = endpoint('GET /api/jobs/:id', {
  summary: 'A background job with its log and its rejected rows, by its number or by the jobId of the call that started it',
  params: z.object({ id: z.union([recordId, jobCode]) }),
  /** `output`: the job's results by name. */
  response: jobRun.extend({ output: z.record(z.string(), z.union([z.string(), z.number()])), lines: z.array(jobLine) }),
});

export const startJob = endpoint('POST /api/jobs', {
  summary: 'Start a job. While a job of the same kind is open, its id is returned instead',
  body: z.object({ kind: z.enum(Object.keys(STARTABLE_JOBS) as [StartableJob, ...StartableJob[]]) }),
  response: z.object({ id: z.number() }),
});

export const retryJob = endpoint('POST /api/jobs/:id/retry', {
  summary: 'Run a failed or canceled job again from the start',
  params: recordParams,
  response: success,
  reasons: ['not_over', 'already_open'],
});

export const cancelJob = endpoint('POST /api/jobs/:id/cancel', {
  summary: 'Cancel a job. A waiting job stops at once, a running job at its next step',
  params: recordParams,
  response: success,
  reasons: ['already_over'],
});

/** Announces the progress of a job; `getJob` returns its details. */
export const jobsTopic = topic({
  path: 'jobs',
  payload: z.object({ id: z.number(), state: z.enum(JOB_STATES) }),
  permission: 'jobs.read',
});
