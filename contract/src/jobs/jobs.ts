import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { pageNumber } from '../formats/paging.ts';
import { topic } from '../topic.ts';

export const JOB_STATES = ['QUEUED', 'RUNNING', 'WAITING', 'DONE', 'FAILED', 'CANCELLED'] as const;
export type JobState = (typeof JOB_STATES)[number];
/** What the list can be narrowed to: UNDER_WAY is RUNNING or WAITING. */
export const JOB_FILTERS = [...JOB_STATES, 'UNDER_WAY'] as const;
export type JobFilter = (typeof JOB_FILTERS)[number];

export const JOBS_PAGE_SIZE = 25;

/** A run tells this many lines of its log, the newest ones. */
export const JOB_LINES_LIMIT = 500;

/** The jobs that a person may start, with the name that they are shown under. */
export const STARTABLE_JOBS = {
  'import-listings': 'Import listings',
  'import-removals': 'Import removal shipments',
  'import-returns': 'Import customer returns',
  'import-reimbursements': 'Import reimbursements',
  'import-inventory': 'Import FNSKUs and FBA inventory',
  'import-orders': 'Import orders',
  'import-catalogue': 'Import catalogue items',
  'import-offers': 'Import competitor offers',
  'import-fees': 'Import fee estimates',
  'match-reimbursements': 'Match reimbursements with cases',
} as const;
export type StartableJob = keyof typeof STARTABLE_JOBS;

const jobId = z.object({ id: z.coerce.number<number | string>().int().positive() });

export const jobRun = z.object({
  id: z.number(),
  kind: z.string(),
  title: z.string(),
  state: z.enum(JOB_STATES),
  done: z.number(),
  /** null while it is not known how much there is. */
  total: z.number().nullable(),
  message: z.string().nullable(),
  error: z.string().nullable(),
  /** Such as read, new, changed, unchanged, rejected. */
  counts: z.record(z.string(), z.number()),
  /** It was asked to stop, and has yet to. */
  isCancelRequested: z.boolean(),
  /** Who asked for it; null for the schedule. */
  requestedBy: z.string().nullable(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
});
export type JobRun = z.infer<typeof jobRun>;

export const jobLine = z.object({ id: z.number(), level: z.enum(['INFO', 'WARN', 'REJECTED']), text: z.string(), at: z.string() });
export type JobLine = z.infer<typeof jobLine>;

export const listJobs = endpoint({
  method: 'GET',
  path: '/api/jobs',
  summary: 'One page of background jobs, newest first',
  query: z.object({
    page: pageNumber,
    state: z.enum(JOB_FILTERS).optional(),
  }),
  response: z.object({ data: z.array(jobRun), totalCount: z.number(), totalPages: z.number(), currentPage: z.number() }),
});

export const getJob = endpoint({
  method: 'GET',
  path: '/api/jobs/:id',
  summary: 'A background job with its log and the rows that it refused',
  params: jobId,
  /** `output`: what it put out, by name. */
  response: jobRun.extend({ output: z.record(z.string(), z.union([z.string(), z.number()])), lines: z.array(jobLine) }),
});

export const startJob = endpoint({
  method: 'POST',
  path: '/api/jobs',
  summary: 'Start a job; while one of the same kind is open, that one is answered',
  body: z.object({ kind: z.enum(Object.keys(STARTABLE_JOBS) as [StartableJob, ...StartableJob[]]) }),
  response: z.object({ id: z.number() }),
});

export const retryJob = endpoint({
  method: 'POST',
  path: '/api/jobs/:id/retry',
  summary: 'Run a failed or cancelled job again, from the start',
  params: jobId,
  response: success,
  reasons: ['not_over', 'already_open'],
});

export const cancelJob = endpoint({
  method: 'POST',
  path: '/api/jobs/:id/cancel',
  summary: 'Stop a job: at once while it waits, at its next step while it runs',
  params: jobId,
  response: success,
  reasons: ['already_over'],
});

/** A job moved on. What it says in full is read by `getJob`. */
export const jobsTopic = topic({
  path: 'jobs',
  payload: z.object({ id: z.number(), state: z.enum(JOB_STATES) }),
  permission: 'jobs.read',
});
