import { HOUR_MS } from '@stowage/contract/formats/durations';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';
import { SERVER_IDENTITY } from '../../platform/database/connection/server-identity.ts';
import { onlyRow } from '../../platform/database/only-row.ts';

type Kind = 'BACKUP' | 'DRILL';

export interface RunEnd {
  readonly finishedAt: Date;
  readonly bytes?: number;
  readonly walStart?: string | undefined;
  readonly walEnd?: string | undefined;
  /** Absent after a success. */
  readonly error?: string;
}

/** Records the start of a run. Only one of each kind runs, so that one which seems to run was killed. */
export async function startRun(db: Database, kind: Kind, { name, now }: { name: string; now: Date }): Promise<number> {
  await sql`update backups set outcome = 'FAILED', finished_at = ${now}, error = 'The process ended before the run did'
    where kind = ${kind} and outcome = 'RUNNING'`.execute(db);
  const result = await sql<{ id: number }>`
    insert into backups (kind, name, started_at, outcome) values (${kind}, ${name}, ${now}, 'RUNNING') returning id`.execute(db);
  return onlyRow(result).id;
}

export async function endRun(db: Database, id: number, { finishedAt, bytes, walStart, walEnd, error }: RunEnd): Promise<void> {
  await sql`update backups set outcome = ${error === undefined ? 'DONE' : 'FAILED'}, finished_at = ${finishedAt}, bytes = ${bytes ?? null},
    wal_start = ${walStart ?? null}, wal_end = ${walEnd ?? null}, error = ${error ?? null} where id = ${id}`.execute(db);
}

/** Records a backup that could not even begin: no other run is touched, because another process may have one. */
export async function recordFailedStart(db: Database, { name, now, error }: { name: string; now: Date; error: string }): Promise<void> {
  await sql`insert into backups (kind, name, started_at, finished_at, outcome, error) values ('BACKUP', ${name}, ${now}, ${now}, 'FAILED', ${error})`.execute(
    db,
  );
}

export interface RunTimes {
  readonly lastBackupAt: Date | null;
  readonly lastDrillAt: Date | null;
  /** The reason of a failure since the last success. */
  readonly failure: string | null;
  /** When the newest successful backup began. */
  readonly startedAt: Date | null;
  /** When the first backup began, successful or not. */
  readonly firstStartedAt: Date | null;
}

/** Clocks of two machines may differ a little. A run that lies further ahead was recorded under a wrong clock. */
const CLOCKS_DIFFER_MS = HOUR_MS;

export async function readRunTimes(db: Database, now: Date): Promise<RunTimes> {
  const { rows } = await sql<RunTimes>`
    with known as (select * from backups where greatest(started_at, finished_at) <= ${new Date(now.getTime() + CLOCKS_DIFFER_MS)}),
      last as (select max(finished_at) filter (where kind = 'BACKUP') as backup, max(finished_at) filter (where kind = 'DRILL') as drill
      from known where outcome = 'DONE')
    select backup as "lastBackupAt", drill as "lastDrillAt", (select max(started_at) from known where kind = 'BACKUP' and outcome = 'DONE') as "startedAt",
      (select min(started_at) from known where kind = 'BACKUP') as "firstStartedAt",
      (select error from known where kind = 'BACKUP' and outcome = 'FAILED' and finished_at > coalesce(last.backup, '-infinity')
        order by finished_at desc limit 1) as failure
    from last`.execute(db);
  return rows[0] ?? { lastBackupAt: null, lastDrillAt: null, failure: null, startedAt: null, firstStartedAt: null };
}

/** The names of the applied migrations, in order. */
export async function listMigrations(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations where name not like 'functions/%' order by name`.execute(db);
  return rows.map(({ name }) => name);
}

export async function readServerVersion(db: Database): Promise<number> {
  const { rows } = await sql<{ version: number }>`select current_setting('server_version_num')::int as version`.execute(db);
  return Math.floor((rows[0]?.version ?? 0) / 10_000);
}

export async function readSystemIdentifier(db: Database): Promise<string> {
  const result = await sql<{ id: string }>`select ${sql.raw(SERVER_IDENTITY)} as id`.execute(db);
  return onlyRow(result).id;
}

/** Finishes the segment in use, so that it is archived now. */
export async function switchWal(db: Database): Promise<void> {
  await sql`select pg_switch_wal()`.execute(db);
}

/** Whether PostgreSQL's last attempt to archive a segment failed. */
export async function isArchivingFailing(db: Database): Promise<boolean> {
  const { rows } = await sql<{ failing: boolean }>`
    select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing from pg_stat_archiver`.execute(db);
  return rows[0]?.failing ?? false;
}
