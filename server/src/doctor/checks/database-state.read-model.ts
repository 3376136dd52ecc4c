import type pg from 'pg';
import { onlyRow } from '../../platform/database/only-row.ts';

export async function readServer(client: pg.Client): Promise<{ number: number; version: string; encoding: string }> {
  return onlyRow(
    await client.query(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as version, current_setting('server_encoding') as encoding`,
    ),
  );
}

export async function readSettings(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>('select name, current_setting(name) as value from pg_settings');
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** The settings that PostgreSQL writes with units: bytes, and milliseconds. */
export async function readMeasures(client: pg.Client): Promise<{ buffers: string; timeout: string }> {
  return onlyRow(
    await client.query(`select pg_size_bytes(current_setting('shared_buffers')) as buffers,
      (select setting::bigint from pg_settings where name = 'statement_timeout') as timeout`),
  );
}

export async function countConnections(client: pg.Client): Promise<{ used: number; allowed: number }> {
  return onlyRow(
    await client.query(`select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed`),
  );
}

export async function readClock(client: pg.Client): Promise<Date> {
  return onlyRow(await client.query<{ now: Date }>('select clock_timestamp() as now')).now;
}

/** Whether all of these tables and functions exist. */
export async function exist(client: pg.Client, names: readonly string[]): Promise<boolean> {
  const { missing } = onlyRow(
    await client.query<{ missing: number }>(
      'select count(*)::int as missing from unnest($1::text[]) as n (name) where to_regclass(n.name) is null and to_regproc(n.name) is null',
      [names],
    ),
  );
  return missing === 0;
}

/** @returns the number of invalid indexes, and the age of the oldest transaction that is not frozen */
export async function readUpkeep(client: pg.Client): Promise<{ invalid: number; age: number }> {
  return onlyRow(
    await client.query(`select (select count(*)::int from pg_index where not indisvalid) as invalid,
      (select age(datfrozenxid) from pg_database where datname = current_database()) as age`),
  );
}

/** @returns waiting tasks, the minutes that the first one waits, and those that failed for good */
export async function readQueue(client: pg.Client): Promise<{ waiting: number; minutes: number; dead: number; names: string | null }> {
  return onlyRow(
    await client.query(`select count(*) filter (where locked_at is null and run_at <= now() and attempts < max_attempts)::int as waiting,
      coalesce(extract(epoch from now() - min(run_at) filter (where locked_at is null and run_at <= now() and attempts < max_attempts)) / 60, 0)::int as minutes,
      count(*) filter (where attempts >= max_attempts)::int as dead, string_agg(distinct task_identifier, ', ') filter (where attempts >= max_attempts) as names
    from graphile_worker.jobs`),
  );
}

/** The jobs that failed within 24 hours, by kind. */
export async function countFailedJobs(client: pg.Client): Promise<{ kind: string; runs: number }[]> {
  const { rows } = await client.query<{ kind: string; runs: number }>(
    `select kind, count(*)::int as runs from job_runs where state = 'FAILED' and finished_at > now() - interval '24 hours' group by kind order by kind`,
  );
  return rows;
}

/** For each partitioned table the ids that its partitions still have room for, and the ids of one partition. */
export async function listPartitionRoom(client: pg.Client): Promise<{ table: string; ahead: string; width: string }[]> {
  const { rows } = await client.query<{ table: string; ahead: string; width: string }>(
    `select p.name as table, p.width, max(r.to_id) - 1 - coalesce(pg_sequence_last_value(pg_get_serial_sequence(p.name, 'id')::regclass), 0) as ahead
     from partitioned_tables() p left join partition_ranges() r on r.table_name = p.name group by p.name, p.width order by p.name`,
  );
  return rows;
}

/** The partitions whose archive was written and not finished. */
export async function listInterruptedArchives(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`select partition_name as name from archived_partitions where state = 'WRITTEN'`);
  return rows.map(({ name }) => name);
}

/** The statements that give a role of an external database the rights that Stowage advises. */
export async function listAdvisedGrants(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('GRANT pg_read_all_stats TO %I', $1::text) as statement where not pg_has_role($1, 'pg_read_all_stats', 'MEMBER')
     union all select format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database()) where has_database_privilege($1, current_database(), 'TEMPORARY')`,
    [role],
  );
  return rows.map(({ statement }) => statement);
}

/** Where the newest stored file is. */
export async function findNewestFile(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ place: string }>(`select place from documents where store = 'OWN' and deleted_at is null order by id desc limit 1`);
  return rows[0]?.place;
}
