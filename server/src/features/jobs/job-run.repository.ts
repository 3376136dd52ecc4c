import { DAY_MS } from '@stowage/contract/formats/durations';
import type { JobState } from '@stowage/contract/jobs/jobs';
import { storable } from '@stowage/contract/storable-text';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';
import { hasQueue } from '../../platform/jobs/has-queue.ts';
import { queueTask } from '../../platform/jobs/queue-task.ts';
import { CAN_WAIT_FLAG } from '../../platform/jobs/task.ts';
import { isWorkerAliveSql } from '../../platform/jobs/worker-presence.ts';
import { type JobProgress, URGENT_KINDS } from './job.ts';

export interface OpenRun {
  readonly id: number;
  readonly kind: string;
  readonly requested_by: number | null;
  readonly payload: unknown;
  readonly memory: Record<string, unknown>;
  readonly failures: number;
  readonly cancel_requested: boolean;
}

/** The queue's task that executes runs. */
export const RUN_JOB_TASK = 'run-job';
const OPEN: readonly JobState[] = ['QUEUED', 'RUNNING', 'WAITING'];
/** The queue repeats only runs whose process was killed; `job_runs.failures` counts failures. */
const QUEUE_ATTEMPTS = 25;

export interface NewRun {
  readonly kind: string;
  readonly key: string;
  readonly payload: unknown;
  readonly requestedBy: number | null;
  /** How long it waits before it begins. */
  readonly inMs?: number;
}

/** Inserts a run. @returns its id; undefined when one with this key is open */
export async function insertRun(tx: Database, { kind, key, payload, requestedBy }: NewRun): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into job_runs (kind, key, payload, requested_by) values (${kind}, ${key}, ${JSON.stringify(payload)}::jsonb, ${requestedBy})
    on conflict (key) where finished_at is null do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** @returns whether the run had not begun, and is deleted */
export async function deleteUnstarted(tx: Database, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('job_runs').where('id', '=', id).where('started_at', 'is', null).executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function findOpenRun(db: Database, key: string): Promise<number | undefined> {
  return (await db.selectFrom('job_runs').select('id').where('key', '=', key).where('finished_at', 'is', null).executeTakeFirst())?.id;
}

/** Lists the kinds that have ever run. */
export async function listKinds(db: Database): Promise<Set<string>> {
  const rows = await db.selectFrom('job_runs').select('kind').distinct().execute();
  return new Set(rows.map(({ kind }) => kind));
}

/** Queues a run in the caller's transaction. Runs that a person started come before scheduled ones. */
export async function queueRun(tx: Database, id: number, inMs: number): Promise<void> {
  const run = await tx.selectFrom('job_runs').select(['kind', 'requested_by']).where('id', '=', id).executeTakeFirstOrThrow();
  await queueTask(tx, RUN_JOB_TASK, {
    payload: { runId: id },
    key: queueKey(id),
    inMs,
    maxAttempts: QUEUE_ATTEMPTS,
    priority: run.requested_by === null ? 1 : 0,
    ...(!URGENT_KINDS.includes(run.kind) && { flags: [CAN_WAIT_FLAG] }),
  });
}

/** Ends the pause of a waiting run. Does not affect a running one. */
export async function wakeRun(db: Database, id: number): Promise<void> {
  await sql`select graphile_worker.reschedule_jobs(array(
    select id from graphile_worker.jobs where key = ${queueKey(id)} and locked_at is null), run_at := now())`.execute(db);
}

export async function unqueueRun(tx: Database, id: number): Promise<void> {
  await sql`select graphile_worker.remove_job(${queueKey(id)})`.execute(tx);
}

/** When the runs go on that are not due yet. */
export async function readDueTimes(db: Database, ids: readonly number[]): Promise<Map<number, Date>> {
  if (ids.length === 0 || !(await hasQueue(db))) return new Map();
  const { rows } = await sql<{ id: number; at: Date }>`
    select run.id, j.run_at as at from unnest(${ids}::bigint[], ${ids.map(queueKey)}::text[]) as run (id, key) join graphile_worker.jobs j on j.key = run.key
    where j.run_at > now() and j.locked_at is null`.execute(db);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

const queueKey = (id: number) => `job-run-${id}`;

/** Sets an open run to RUNNING. @returns undefined when the run has ended or does not exist */
export async function startRun(db: Database, id: number, now: Date): Promise<OpenRun | undefined> {
  const row = await db
    .updateTable('job_runs')
    .set((eb) => ({ state: 'RUNNING', started_at: eb.fn.coalesce('started_at', eb.val(now)), error: null }))
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returning(['id', 'kind', 'requested_by', 'payload', 'memory', 'failures', 'cancel_requested'])
    .executeTakeFirst();
  return row && { ...row, memory: row.memory as Record<string, unknown> };
}

/** @returns whether the run was canceled */
export async function saveProgress(db: Database, id: number, { done, total, message, counts, output }: JobProgress): Promise<boolean> {
  const row = await db
    .updateTable('job_runs')
    .set({
      ...(done !== undefined && { done }),
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message }),
      ...(counts !== undefined && { counts: JSON.stringify(counts) }),
      ...(output !== undefined && { output: sql`output || ${JSON.stringify(output)}::jsonb` }),
    })
    .where('id', '=', id)
    .returning('cancel_requested')
    .executeTakeFirst();
  return row?.cancel_requested ?? true;
}

export async function saveMemory(db: Database, id: number, values: Readonly<Record<string, unknown>>): Promise<void> {
  await sql`update job_runs set memory = memory || ${JSON.stringify(values)}::jsonb where id = ${id}`.execute(db);
}

/** Schedules the run to continue later, by its own choice or after a failure. @returns whether the run was canceled instead */
export async function pauseRun(
  tx: Database,
  id: number,
  pause: { state: 'QUEUED' | 'WAITING'; inMs: number; failures: number; error: string | null },
): Promise<boolean> {
  const { state, failures, error } = pause;
  const row = await tx
    .updateTable('job_runs')
    .set({ state, failures, error: error && storable(error) })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returning('cancel_requested')
    .executeTakeFirst();
  if (row === undefined || row.cancel_requested) return true;
  await queueRun(tx, id, pause.inMs);
  return false;
}

/** @returns false when the run had already ended */
export async function finishRun(db: Database, id: number, end: { state: 'DONE' | 'FAILED' | 'CANCELLED'; error: string | null; now: Date }): Promise<boolean> {
  const { state, error, now } = end;
  const { numUpdatedRows } = await db
    .updateTable('job_runs')
    .set({ state, error: error && storable(error), finished_at: now })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether the last scheduled run of this kind before this one failed too, and less than a day before. */
export async function hasFailedBefore(db: Database, { id, kind }: { id: number; kind: string }, now: Date): Promise<boolean> {
  const last = await db
    .selectFrom('job_runs')
    .select(['state', 'finished_at'])
    .where('kind', '=', kind)
    .where('id', '<', id)
    .where('requested_by', 'is', null)
    .where('state', 'in', ['DONE', 'FAILED'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.state === 'FAILED' && last.finished_at !== null && now.getTime() - last.finished_at.getTime() < DAY_MS;
}

export async function listOpen(db: Database, kinds: readonly string[]): Promise<number[]> {
  const rows = await db.selectFrom('job_runs').select('id').where('kind', 'in', kinds).where('finished_at', 'is', null).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** The open runs whose memory has these values. */
export async function listOpenWithMemory(db: Database, values: Readonly<Record<string, string>>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from job_runs where finished_at is null and memory @> ${JSON.stringify(values)}::jsonb order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The request of the last run that succeeded, or is open. */
export async function findLastRequest(db: Database, kind: string): Promise<Date | undefined> {
  const newest = db.selectFrom('job_runs').select('created_at').where('kind', '=', kind).where('state', 'not in', ['FAILED', 'CANCELLED']);
  return (await newest.orderBy('id', 'desc').limit(1).executeTakeFirst())?.created_at;
}

/** Allows a new run while this one is still ending. */
export async function freeKey(db: Database, id: number): Promise<void> {
  await sql`update job_runs set key = split_part(key, ' replaced ', 1) || ' replaced ' || id where id = ${id} and finished_at is null`.execute(db);
}

/** Locks a run before it is canceled or retried. */
export async function lockRun(tx: Database, id: number): Promise<{ state: JobState; kind: string; key: string; isOpen: boolean } | undefined> {
  const row = await tx.selectFrom('job_runs').select(['state', 'kind', 'key']).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && { state: row.state as JobState, kind: row.kind, key: row.key, isOpen: OPEN.includes(row.state as JobState) };
}

/** Whether a live process executes the run. A killed process still holds the lock in the queue. */
export async function isExecuting(tx: Database, id: number): Promise<boolean> {
  const { rows } = await sql<{ is_executing: boolean }>`select exists (
    select from graphile_worker.jobs j where j.key = ${queueKey(id)} and j.locked_by is not null and ${sql.raw(isWorkerAliveSql('j.locked_by'))}) as is_executing`.execute(
    tx,
  );
  return rows[0]?.is_executing ?? false;
}

export async function isCancelRequested(db: Database, id: number): Promise<boolean> {
  const row = await db.selectFrom('job_runs').select('cancel_requested').where('id', '=', id).executeTakeFirst();
  return row?.cancel_requested ?? true;
}

export async function requestCancel(tx: Database, id: number): Promise<void> {
  await tx.updateTable('job_runs').set({ cancel_requested: true }).where('id', '=', id).execute();
}

/** Resets an ended run and queues it. */
export async function reopenRun(tx: Database, id: number): Promise<void> {
  await sql`update job_runs set state = 'QUEUED', done = 0, total = null, message = null, error = null, counts = '{}', output = '{}', memory = '{}',
    failures = 0, cancel_requested = false, key = split_part(key, ' replaced ', 1), started_at = null, finished_at = null where id = ${id}`.execute(tx);
  await queueRun(tx, id, 0);
}

export async function insertLines(db: Database, id: number, level: string, texts: readonly string[]): Promise<void> {
  if (texts.length === 0) return;
  await sql`insert into job_run_lines (run_id, level, text) select ${id}, ${level}, * from unnest(${texts.map(storable)}::text[])`.execute(db);
}

/** @returns how many runs it deleted */
export async function deleteRunsBefore(db: Database, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('job_runs').where('finished_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
