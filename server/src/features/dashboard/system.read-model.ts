import type { SystemState } from '@stowage/contract/dashboard/dashboard';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import { hasQueue } from '../../platform/jobs/has-queue.ts';

type Row = Omit<SystemState, 'queued' | 'lastSync' | 'callsP95Ms' | 'calls' | 'isDatabaseEmbedded' | 'backup'> & {
  syncAt: Date | null;
  hasError: boolean | null;
  drift: number;
  reread: number;
};

/**
 * Reads the state of the installation. Plan: open and failed jobs by their indexes, the newest sync and its rereads by key, and
 * the size of the files.
 */
export async function readSystem(db: Database, failedSince: Date): Promise<Row> {
  const { rows } = await sql<Row>`
    with sync as materialized (
      select id, finished_at, has_error or status = 'ERROR' as has_error from listing_jobs
      where kind = 'sync-listings' and finished_at is not null order by id desc limit 1
    )
    select (select count(*)::int from job_runs where finished_at is null and state in ('RUNNING', 'WAITING')) as "runningJobs",
      (select count(*)::int from job_runs where finished_at is null and state = 'QUEUED') as "queuedJobs",
      (select count(*)::int from job_runs where state = 'FAILED' and finished_at >= ${failedSince}) as "failedJobs",
      (select finished_at from sync) as "syncAt", (select has_error from sync) as "hasError",
      (select count(*)::int from listing_rereads r join sync on r.job_id = sync.id where r.result = 'DRIFT') as drift,
      (select count(*)::int from listing_rereads r join sync on r.job_id = sync.id where r.result is not null) as reread,
      pg_database_size(current_database()) as "databaseBytes",
      (select count(*)::int from index_suggestions where status = 'PENDING') as "pendingSuggestions",
      (select count(*)::int from failed_sign_ins where at >= ${failedSince}) as "failedSignIns"`.execute(db);
  return onlyRow({ rows });
}

/** Counts the tasks that wait for a worker; 0 before the first worker created the queue. */
export async function countQueued(db: Database): Promise<number> {
  if (!(await hasQueue(db))) return 0;
  const { rows } = await sql<{ queued: number }>`
    select count(*)::int as queued from graphile_worker.jobs where locked_at is null and run_at <= now() and attempts < max_attempts`.execute(db);
  return rows[0]?.queued ?? 0;
}

/** Whether an account existed before the time. */
export async function isInUseSince(db: Database, moment: Date): Promise<boolean> {
  const { rows } = await sql<{ isOld: boolean }>`select exists (select from users where created_at <= ${moment}) as "isOld"`.execute(db);
  return rows[0]?.isOld ?? false;
}
