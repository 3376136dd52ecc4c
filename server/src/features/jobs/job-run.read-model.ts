import { JOB_LINES_LIMIT, type JobFilter, type JobLine, type JobRun, type JobState } from '@stowage/contract/jobs/jobs';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

type JobOutput = Record<string, string | number>;

interface Row {
  id: number;
  kind: string;
  state: JobState;
  done: number;
  total: number | null;
  message: string | null;
  error: string | null;
  counts: Record<string, number>;
  output: JobOutput;
  cancel_requested: boolean;
  requested_by: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

/** Lists runs, newest first. Runs are deleted after 90 days, so counting them is cheap. */
export async function listRuns(
  db: Database,
  page: { offset: number; limit: number; state?: JobFilter | undefined },
): Promise<{ runs: JobRunRow[]; totalCount: number }> {
  const where = page.state === undefined ? sql`true` : page.state === 'UNDER_WAY' ? sql`r.state in ('RUNNING', 'WAITING')` : sql`r.state = ${page.state}`;
  const found = await selectRuns(db, sql`where ${where} order by r.id desc limit ${page.limit} offset ${page.offset}`);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from job_runs r where ${where}`.execute(db);
  return { runs: found.map(toRun), totalCount: rows[0]?.count ?? 0 };
}

export async function findRun(db: Database, id: number): Promise<(JobRunRow & { output: JobOutput; lines: JobLine[] }) | undefined> {
  const [row] = await selectRuns(db, sql`where r.id = ${id}`);
  if (row === undefined) return undefined;
  const { rows } = await sql<{ id: number; level: JobLine['level']; text: string; created_at: Date }>`
    select id, level, text, created_at from job_run_lines where run_id = ${id} order by id desc limit ${JOB_LINES_LIMIT}`.execute(db);
  const lines = rows.reverse().map((line) => ({ id: line.id, level: line.level, text: line.text, at: line.created_at.toISOString() }));
  return { ...toRun(row), output: row.output, lines };
}

/** A run without its title, which is not stored in the database. */
export type JobRunRow = Omit<JobRun, 'title'>;

async function selectRuns(db: Database, rest: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.id, r.kind, r.state, r.done, r.total, r.message, r.error, r.counts, r.output, r.cancel_requested, u.name as requested_by, r.created_at, r.started_at, r.finished_at
    from job_runs r left join users u on u.id = r.requested_by ${rest}`.execute(db);
  return rows;
}

function toRun(row: Row): JobRunRow {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    done: row.done,
    total: row.total,
    message: row.message,
    error: row.error,
    counts: row.counts,
    isCancelRequested: row.cancel_requested && row.finished_at === null,
    requestedBy: row.requested_by,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}
