import { JOB_LINES_LIMIT, JOB_STATES, type JobFilter, type JobLine, type JobRun, type JobSort } from '@stowage/contract/jobs/jobs';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';
import { selectIds } from '../../platform/database/select-ids.ts';
import type { WithDates } from '../../platform/formats/utc-text.ts';
import { readDueTimes } from './job-run.repository.ts';

type JobOutput = Record<string, string | number>;

type Row = WithDates<JobRunRow, 'createdAt' | 'startedAt' | 'finishedAt' | 'dueAt'> & { output: JobOutput };

export interface RunList {
  readonly state?: JobFilter | undefined;
  readonly sort: JobSort;
  readonly descending: boolean;
  /** All kinds, sorted by their titles. */
  readonly kindsByTitle: readonly string[];
}

interface RunPage extends RunList {
  readonly offset: number;
  readonly limit: number;
}

/** Lists runs. Runs are deleted after 90 days, so counting and sorting them is cheap. */
export async function listRuns(db: Database, page: RunPage): Promise<{ runs: JobRunRow[]; totalCount: number }> {
  const where = isIn(page.state);
  const found = await selectRuns(db, sql`where ${where} ${orderOf(page)} limit ${page.limit} offset ${page.offset}`);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from job_runs r where ${where}`.execute(db);
  return { runs: found.map(toRun), totalCount: rows[0]?.count ?? 0 };
}

function orderOf({ sort, descending, kindsByTitle }: RunList): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const key = {
    created: sql`r.id`,
    title: sql`array_position(${kindsByTitle}::text[], r.kind)`,
    state: sql`array_position(${JOB_STATES}::text[], r.state)`,
    progress: sql`r.done::float8 / nullif(r.total, 0)`,
    requested_by: sql`lower(u.name)`,
  }[sort];
  return sql`order by ${key} ${direction} nulls last, r.id ${direction}`;
}

/** The ids of all runs of a list, in its order. */
export function listRunIds(db: Database, list: RunList): Promise<readonly number[]> {
  return selectIds(db, sql`select r.id from job_runs r left join users u on u.id = r.requested_by where ${isIn(list.state)} ${orderOf(list)}`);
}

/** Runs in the order of their ids. */
export async function listRunsOf(db: Database, ids: readonly number[]): Promise<JobRunRow[]> {
  return (await selectRuns(db, sql`where r.id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], r.id)`)).map(toRun);
}

function isIn(state: JobFilter | undefined) {
  if (state === undefined) return sql`true`;
  return state === 'UNDER_WAY' ? sql`r.state in ('RUNNING', 'WAITING')` : sql`r.state = ${state}`;
}

/** @param id the run's number, or the code of a job that changes listings */
export async function findRun(db: Database, id: number | string): Promise<(JobRunRow & { output: JobOutput; lines: JobLine[] }) | undefined> {
  const isNumber = typeof id === 'number';
  const [row] = await selectRuns(db, isNumber ? sql`where r.id = ${id}` : sql`where r.id = (select run_id from listing_jobs where code = ${id}::uuid)`);
  if (row === undefined) return undefined;
  const { rows } = await sql<WithDates<JobLine, 'at'>>`
    select id, level, text, created_at as at from job_run_lines where run_id = ${row.id} order by id desc limit ${JOB_LINES_LIMIT}`.execute(db);
  const lines = rows.reverse().map((line) => ({ ...line, at: line.at.toISOString() }));
  return { ...toRun(row), output: row.output, lines };
}

/** A run without its title, which is not stored in the database. */
export type JobRunRow = Omit<JobRun, 'title'>;

/** The row as it is stored: the queue knows when a run is due. */
type StoredRow = Omit<Row, 'dueAt'>;

async function selectRuns(db: Database, rest: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<StoredRow>`
    select r.id, r.kind, r.state, r.done, r.total, r.message, r.error, r.counts, r.output, r.cancel_requested and r.finished_at is null as "isCancelRequested",
      u.name as "requestedBy", r.created_at as "createdAt", r.started_at as "startedAt", r.finished_at as "finishedAt"
    from job_runs r left join users u on u.id = r.requested_by ${rest}`.execute(db);
  const due = await readDueTimes(
    db,
    rows.filter(({ state }) => state === 'QUEUED' || state === 'WAITING').map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, dueAt: due.get(row.id) ?? null }));
}

function toRun({ output: _output, ...row }: Row): JobRunRow {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    dueAt: row.dueAt?.toISOString() ?? null,
  };
}
