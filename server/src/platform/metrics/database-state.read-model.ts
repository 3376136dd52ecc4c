import { sql } from 'kysely';
import type { DatabasePool } from '../database/connection/connect.ts';

interface ServerState {
  readonly bytes: number;
  readonly connectionLimit: number;
  readonly oldestTransactionSeconds: number;
  readonly installedAt: Date;
}

interface QueueState {
  readonly task: string;
  readonly oldestSeconds: number;
  readonly due: number;
  readonly dead: number;
}

interface Standby {
  readonly standby: string;
  readonly bytes: number;
  readonly seconds: number;
}

/** The state of the database server and of the queue, for the metrics. */
export async function readDatabaseState(db: DatabasePool) {
  const server = await sql<ServerState>`
    select pg_database_size(current_database()) as bytes, current_setting('max_connections')::int as "connectionLimit",
      (select min(applied_at) from schema_migrations) as "installedAt",
      (select coalesce(extract(epoch from now() - min(xact_start)), 0)::float from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()) as "oldestTransactionSeconds"`.execute(db);
  const connections = await sql<{ state: string; count: number }>`
    select coalesce(state, 'unknown') as state, count(*)::int as count from pg_stat_activity where backend_type = 'client backend' group by 1`.execute(db);
  return {
    ...(server.rows[0] as ServerState),
    connections: connections.rows,
    standbys: await readStandbys(db),
    queue: await readQueue(db),
    failedJobs: await readFailedJobs(db),
  };
}

/** Empty without the role's membership in pg_monitor: PostgreSQL then hides the positions. */
async function readStandbys(db: DatabasePool): Promise<Standby[]> {
  const { rows } = await sql<Standby>`
    select application_name as standby, sum(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn))::float as bytes,
      coalesce(extract(epoch from max(replay_lag)), 0)::float as seconds
    from pg_stat_replication where replay_lsn is not null and not pg_is_in_recovery() group by 1`.execute(db);
  return rows;
}

async function readQueue(db: DatabasePool): Promise<QueueState[]> {
  const { rows } = await sql<QueueState>`
    select task_identifier as task, count(*) filter (where is_due)::int as due, count(*) filter (where attempts >= max_attempts)::int as dead,
      coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float as "oldestSeconds"
    from (select *, locked_at is null and attempts < max_attempts and run_at <= now() as is_due from graphile_worker.jobs) j group by 1`.execute(db);
  return rows;
}

async function readFailedJobs(db: DatabasePool): Promise<{ kind: string; failed: number }[]> {
  const { rows } = await sql<{ kind: string; failed: number }>`
    select kind, count(*)::int as failed from job_runs where state = 'FAILED' and finished_at > now() - interval '1 day' group by 1`.execute(db);
  return rows;
}
