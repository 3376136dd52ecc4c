import pg from 'pg';
import { ADVISORY_LOCKS } from '../database/advisory-locks.ts';
import type { Logger } from '../logger.ts';

/** SQL for whether the job process named by a column is still alive on any machine: its session holds a lock. */
export const isWorkerAliveSql = (column: string) => `exists (select from pg_locks held where held.locktype = 'advisory' and held.granted
  and held.database = (select oid from pg_database where datname = current_database()) and held.objsubid = 2
  and held.classid = ${ADVISORY_LOCKS.worker} and held.objid = (hashtext(${column})::bigint & 4294967295)::oid)`;

const AGAIN_MS = 1_000;

/** Shows other processes that this worker is alive, by a lock that ends with its session even when the process is killed. */
export interface WorkerPresence {
  /** Announces the ids under which the worker takes jobs. */
  show(workerIds: readonly string[]): Promise<void>;
  end(): Promise<void>;
}

/**
 * Opens the session. Until `show`, no process frees jobs of unknown workers, because this one may already hold some.
 * A broken session is opened again.
 */
export async function startWorkerPresence(connection: pg.ClientConfig, logger: Logger): Promise<WorkerPresence> {
  let shown: readonly string[] | undefined;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  let client: pg.Client | undefined;
  const open = async () => {
    const fresh = new pg.Client(connection);
    fresh.on('error', (error) => {
      logger.warn({ err: error }, 'the session that shows that this worker lives broke');
      if (client === fresh) again();
    });
    try {
      await fresh.connect();
      if (shown === undefined) await fresh.query('select pg_advisory_lock_shared($1)', [ADVISORY_LOCKS.workers]);
      else await hold(fresh, shown);
    } catch (error) {
      await fresh.end().catch(() => {});
      throw error;
    }
    client = fresh;
    if (isOver) await fresh.end();
  };
  const again = () => {
    client = undefined;
    if (isOver) return;
    timer = setTimeout(() => open().catch(again), AGAIN_MS);
    timer.unref();
  };
  await open();
  return {
    async show(workerIds) {
      shown = workerIds;
      if (client === undefined) return;
      await hold(client, workerIds);
      await client.query('select pg_advisory_unlock_shared($1)', [ADVISORY_LOCKS.workers]);
    },
    async end() {
      isOver = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}

const hold = (client: pg.Client, workerIds: readonly string[]) =>
  client.query('select pg_advisory_lock_shared($1, hashtext(worker_id)) from unnest($2::text[]) as worker_id', [ADVISORY_LOCKS.worker, workerIds]);

const ORPHANS = `select distinct locked_by from graphile_worker.jobs where locked_by is not null and not ${isWorkerAliveSql('locked_by')}`;

/**
 * Frees the jobs of dead workers, which would otherwise wait four hours for their locks to expire.
 * @returns the number of dead workers
 */
export async function freeOrphanedJobs(pool: pg.Pool): Promise<number> {
  // Almost always there are none, and no worker has to wait for the lock.
  if ((await pool.query(`${ORPHANS} limit 1`)).rows.length === 0) return 0;
  const client = await pool.connect();
  try {
    await client.query('begin');
    // A starting worker may hold jobs before it can announce itself.
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.workers]);
    const { rows } = await client.query<{ locked_by: string }>(ORPHANS);
    if (rows.length > 0) await client.query('select graphile_worker.force_unlock_workers($1)', [rows.map((row) => row.locked_by)]);
    await client.query('commit');
    return rows.length;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
