import { sql } from 'kysely';
import type { Database } from '../database/connection/connect.ts';

interface QueuedTask {
  /** Checked by the task's `payload` when it runs. */
  readonly payload?: Readonly<Record<string, unknown>>;
  /** A task that is queued and doesn't run yet is replaced by the next one of its key. */
  readonly key?: string;
  /** The replaced task keeps its time, such as a pause of at most this length. A later time was set before the clock was set back. */
  readonly keepsTimeWithinMs?: number;
  /** Tasks of one queue run one after another. */
  readonly queue?: string;
  /** Omitted: at once. */
  readonly at?: Date;
  readonly inMs?: number;
  /** Omitted: 25. */
  readonly maxAttempts?: number;
  /** Lower numbers run first. Omitted: 0. */
  readonly priority?: number;
  readonly flags?: readonly string[];
}

/**
 * Queues a task in the caller's transaction: it starts after the commit, and a rollback leaves nothing. Outside a transaction it is
 * queued at once.
 */
export async function queueTask(tx: Database, name: string, task: QueuedTask = {}): Promise<void> {
  const { payload = {}, key = null, keepsTimeWithinMs = 0, queue = null, at = null, inMs = 0, maxAttempts = null, priority = null, flags = null } = task;
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, queue_name := ${queue},
    run_at := coalesce(${at}::timestamptz, now() + make_interval(secs => ${inMs / 1000})), max_attempts := ${maxAttempts}, job_key := ${key},
    priority := ${priority}, flags := ${flags}::text[], job_key_mode := case when ${keepsTimeWithinMs} > 0 and not exists (
      select from graphile_worker.jobs where key = ${key} and run_at > now() + make_interval(secs => ${keepsTimeWithinMs / 1000})
    ) then 'preserve_run_at' else 'replace' end)`.execute(tx);
}
