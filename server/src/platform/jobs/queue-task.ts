import { sql } from 'kysely';
import type { Database } from '../database/connection/connect.ts';

interface QueuedTask {
  /** Checked by the task's `payload` when it runs. */
  readonly payload?: Readonly<Record<string, unknown>>;
  /** A task that is queued and doesn't run yet is replaced by the next one of its key. */
  readonly key?: string;
  /** The replaced task keeps its time, such as a pause. */
  readonly keepsTime?: boolean;
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
  const { payload = {}, key = null, keepsTime = false, queue = null, at = null, inMs = 0, maxAttempts = null, priority = null, flags = null } = task;
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, queue_name := ${queue},
    run_at := coalesce(${at}::timestamptz, now() + make_interval(secs => ${inMs / 1000})), max_attempts := ${maxAttempts}, job_key := ${key},
    priority := ${priority}, flags := ${flags}::text[], job_key_mode := ${keepsTime ? 'preserve_run_at' : 'replace'})`.execute(tx);
}
