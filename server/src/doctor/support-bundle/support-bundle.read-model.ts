import type pg from 'pg';
import { reasonOf } from '../../platform/formats/reason-of.ts';
import { redactText } from './redact.rules.ts';

/** What the database says of itself: settings, versions and counts, and no value that a person entered. */
const QUERIES = {
  'postgresql.json': `select name, current_setting(name) as value, source from pg_settings
    where source not in ('default', 'override') and name !~ '(password|_file$|_directory$|conninfo|application_name|command)' order by name`,
  'schema.json': 'select name, checksum, applied_at from schema_migrations order by name',
  'extensions.json': 'select extname as name, extversion as version from pg_extension order by extname',
  'tables.json': `select relname as name, n_live_tup as rows, n_dead_tup as dead_rows, last_autovacuum, pg_total_relation_size(relid) as bytes
    from pg_stat_user_tables order by relname`,
  'jobs.json': `select kind, state, count(*)::int as runs, max(finished_at) as last, sum(failures)::int as failures
    from job_runs where created_at > now() - interval '14 days' group by kind, state order by kind, state`,
  'failed-jobs.json': `select id, kind, failures, created_at, started_at, finished_at from job_runs where state = 'FAILED' order by finished_at desc limit 100`,
  'queue.json': `select task_identifier as task, count(*)::int as jobs, max(attempts) as attempts, min(run_at) as first_run_at,
    count(*) filter (where locked_at is not null)::int as running from graphile_worker.jobs group by task_identifier order by task_identifier`,
};

/** @returns the rows for each file of the bundle, or why they can't be read */
export async function describeDatabase(client: pg.Client): Promise<[file: string, found: unknown][]> {
  const parts: [string, unknown][] = [];
  for (const [name, text] of Object.entries(QUERIES)) {
    const found = await client.query(text).then(
      (result) => result.rows as unknown,
      (error: unknown) => ({ failed: redactText(reasonOf(error)) }),
    );
    parts.push([name, found]);
  }
  return parts;
}
