import type { FeedStatusMessage, JobStatus, ListingJobKind } from '@stowage/contract/pricing/pricing';
import { sql } from 'kysely';
import * as z from 'zod';
import { type Database, violatesUnique } from '../../../platform/database/connect.ts';

export const listingJobPayload = z.object({
  strategy: z.enum(['PERCENTAGE_OFF_MAP', 'LOWEST_PRICE']).optional(),
  channel: z.enum(['SELLER_FULFILLED', 'FBA_NEW']).optional(),
  /** The clear whose quantities are restored. */
  clearJobId: z.number().optional(),
  /** Only what was rejected in this job is tried again. */
  retryOfJobId: z.number().optional(),
});
export type ListingJobPayload = z.infer<typeof listingJobPayload>;

export interface ListingJobRow {
  readonly id: number;
  readonly code: string;
  readonly runId: number | null;
  readonly kind: ListingJobKind;
  readonly payload: ListingJobPayload;
  readonly status: JobStatus;
  readonly message: string;
  readonly current: number;
  readonly total: number;
  readonly feedId: string | null;
  readonly hasError: boolean;
  readonly startedBy: number | null;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly undoneAt: Date | null;
}

const columns = [
  ...['id', 'code', 'run_id as runId', 'kind', 'payload', 'status', 'message', 'current', 'total', 'feed_id as feedId', 'has_error as hasError'],
  ...['started_by as startedBy', 'started_at as startedAt', 'finished_at as finishedAt', 'undone_at as undoneAt'],
] as const;

export async function insertListingJob(
  tx: Database,
  job: { runId: number; kind: ListingJobKind; payload: ListingJobPayload; startedBy: number | null; now: Date },
): Promise<ListingJobRow> {
  const { rows } = await sql<{ id: number }>`
    insert into listing_jobs (run_id, kind, payload, started_by, started_at)
    values (${job.runId}, ${job.kind}, ${JSON.stringify(job.payload)}::jsonb, ${job.startedBy}, ${job.now}) returning id`.execute(tx);
  const [made] = await selectJobs(tx, sql`id = ${rows[0]?.id}`);
  if (made === undefined) throw new Error('The job was not kept');
  return made;
}

export async function findJobByRun(db: Database, runId: number): Promise<ListingJobRow | undefined> {
  return (await selectJobs(db, sql`run_id = ${runId}`))[0];
}

export async function findJob(db: Database, id: number): Promise<ListingJobRow | undefined> {
  return (await selectJobs(db, sql`id = ${id}`))[0];
}

export async function findJobByCode(db: Database, code: string): Promise<ListingJobRow | undefined> {
  if (!z.uuid().safeParse(code).success) return undefined;
  return (await selectJobs(db, sql`code = ${code}::uuid`))[0];
}

/** The job's run is over, the job is not: the run failed for good, or was cancelled. */
export async function findAbandoned(db: Database): Promise<{ runId: number; error: string | null; state: string }[]> {
  const { rows } = await sql<{ runId: number; error: string | null; state: string }>`
    select r.id as "runId", r.error, r.state from listing_jobs j join job_runs r on r.id = j.run_id
    where j.finished_at is null and r.finished_at is not null`.execute(db);
  return rows;
}

/** The newest first. */
export async function listJobs(db: Database, limit: number): Promise<ListingJobRow[]> {
  return selectJobs(db, sql`true order by id desc limit ${limit}`);
}

async function selectJobs(db: Database, rest: ReturnType<typeof sql>): Promise<ListingJobRow[]> {
  const { rows } = await sql<Omit<ListingJobRow, 'payload'> & { payload: unknown }>`
    select ${sql.join(columns.map((column) => sql.raw(column.replace(/ as (\w+)/, ' as "$1"'))))} from listing_jobs where ${rest}`.execute(db);
  return rows.map((row) => ({ ...row, payload: listingJobPayload.parse(row.payload) }));
}

export interface Report {
  readonly status?: JobStatus;
  readonly message?: string;
  readonly current?: number;
  readonly total?: number;
  readonly feedId?: string | null;
  readonly hasError?: boolean;
}

/** Writes down how far a job is, unless it is over. @returns what its topic tells, or undefined when it is over */
export async function saveReport(db: Database, jobId: number, report: Report, now: Date): Promise<FeedStatusMessage | undefined> {
  const isOver = report.status === 'COMPLETED' || report.status === 'ERROR';
  const row = await db
    .updateTable('listing_jobs')
    .set({
      ...(report.status !== undefined && { status: report.status }),
      ...(report.message !== undefined && { message: report.message }),
      ...(report.current !== undefined && { current: report.current }),
      ...(report.total !== undefined && { total: report.total }),
      ...(report.feedId !== undefined && { feed_id: report.feedId }),
      ...(report.hasError !== undefined && { has_error: report.hasError }),
      ...(isOver && { finished_at: now }),
    })
    .where('id', '=', jobId)
    .where('finished_at', 'is', null)
    .returning('code')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const job = await findJobByCode(db, row.code);
  return job && toMessage(job);
}

export function toMessage(job: ListingJobRow): FeedStatusMessage {
  const { status, message, current, total, feedId, hasError, kind } = job;
  return { status, message, current, total, feedId, isComplete: job.finishedAt !== null, hasError, jobId: job.code, kind };
}

/** @returns whether it was not undone before */
export async function markUndone(tx: Database, jobId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('listing_jobs')
    .set({ undone_at: now })
    .where('id', '=', jobId)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether a listing could not be given a SKU because another has it. */
export const isSkuTaken = (error: unknown) => violatesUnique(error, 'listings_seller_sku_key');
