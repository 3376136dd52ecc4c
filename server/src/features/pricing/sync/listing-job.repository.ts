import type { FeedStatusMessage, JobStatus, ListingJobKind } from '@stowage/contract/pricing/listing-jobs';
import { sql } from 'kysely';
import * as z from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import { type Database, type DatabaseTransaction, violatesUnique } from '../../../platform/database/connection/connect.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';

export const listingJobPayload = z.object({
  strategy: z.enum(['PERCENTAGE_OFF_MAP', 'LOWEST_PRICE']).optional(),
  channel: z.enum(['SELLER_FULFILLED', 'FBA_NEW']).optional(),
  /** The clear job whose quantities are restored. */
  clearJobId: z.number().optional(),
  /** Limits the job to the listings that this job had rejected. */
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
  const [created] = await selectJobs(tx, sql`id = ${rows[0]?.id}`);
  if (created === undefined) throw new Error('The job was not stored');
  return created;
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

/** When the clear started whose quantities a job sends, perhaps as the retry of a retry; for other jobs, when the first attempt started. */
export async function findClearedAt(db: Database, job: ListingJobRow): Promise<Date> {
  const { retryOfJobId, clearJobId } = job.payload;
  const before = retryOfJobId ?? clearJobId;
  const earlier = before === undefined ? undefined : await findJob(db, before);
  if (earlier === undefined) return job.startedAt;
  return retryOfJobId === undefined ? earlier.startedAt : findClearedAt(db, earlier);
}

/** @throws AppError `not_found` */
export async function getJob(db: Database, code: string): Promise<ListingJobRow> {
  const job = await findJobByCode(db, code);
  if (job === undefined) throw new AppError('not_found', 'There is no such job');
  return job;
}

/** Unfinished jobs whose run has finished, because it failed permanently or was canceled. */
export async function findAbandoned(db: Database): Promise<{ runId: number; error: string | null; state: string }[]> {
  const { rows } = await sql<{ runId: number; error: string | null; state: string }>`
    select r.id as "runId", r.error, r.state from listing_jobs j join job_runs r on r.id = j.run_id
    where j.finished_at is null and r.finished_at is not null`.execute(db);
  return rows;
}

/** Keeps a job from ending until the transaction does, which adds changes to it. @throws when the job has ended */
export async function holdOpen(tx: DatabaseTransaction, id: number): Promise<void> {
  onlyRow(await sql`select from listing_jobs where id = ${id} and finished_at is null for share`.execute(tx));
}

/** Kinds that start by themselves. */
const BACKGROUND = sql`('follow-prices', 'offer-quantities')`;

/** Deletes finished background jobs that started before a time. @param limit at most this many @returns how many, and the feeds that went with them */
export async function deleteBackgroundJobs(tx: Database, before: Date, limit: number): Promise<{ jobs: number; feedIds: number[] }> {
  const { rows } = await sql<{ jobs: number; feedIds: number[] }>`
    with old as materialized (select id from listing_jobs where kind in ${BACKGROUND} and started_at < ${before} and finished_at is not null limit ${limit}),
      feeds as (select array_agg(id) as ids from listing_feeds where job_id in (select id from old)),
      gone as (delete from listing_jobs where id in (select id from old))
    select (select count(*)::int from old) as jobs, coalesce((select ids from feeds), '{}') as "feedIds"`.execute(tx);
  return onlyRow({ rows });
}

/** The newest jobs that people started, newest first. Those of quantities and strategies come by themselves. */
export async function listJobs(db: Database, limit: number): Promise<ListingJobRow[]> {
  return selectJobs(db, sql`kind not in ${BACKGROUND} order by id desc limit ${limit}`);
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

/** Stores the progress of a job unless it has ended. @returns the message for its topic; undefined when it has ended */
export async function saveReport(db: Database, jobId: number, { feedId, hasError, ...rest }: Report, now: Date): Promise<FeedStatusMessage | undefined> {
  const isOver = rest.status === 'COMPLETED' || rest.status === 'ERROR';
  const row = await db
    .updateTable('listing_jobs')
    .set({
      ...rest,
      ...(feedId !== undefined && { feed_id: feedId }),
      ...(hasError !== undefined && { has_error: hasError }),
      // Always present, because an update needs at least one column.
      finished_at: isOver ? now : null,
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

/** @returns false when the job was already undone */
export async function markUndone(tx: Database, jobId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('listing_jobs')
    .set({ undone_at: now })
    .where('id', '=', jobId)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether a SKU could not be assigned because another listing has it. */
export const isSkuTaken = (error: unknown) => violatesUnique(error, 'listings_seller_sku_key');
