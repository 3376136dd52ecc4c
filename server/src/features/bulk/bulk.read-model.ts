import { BULK_REFUSALS_SHOWN, type BulkAction, type BulkRow, type BulkSummary } from '@stowage/contract/bulk/bulk';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';
import type { WithDates } from '../../platform/formats/utc-text.ts';

type Row = WithDates<BulkSummary, 'created_at' | 'finished_at'>;

/** An action of any person. */
export async function findBulk(db: Database, id: number): Promise<BulkAction | undefined> {
  const [summary] = await select(db, sql`where b.id = ${id}`);
  if (summary === undefined) return undefined;
  const refused_rows = summary.refused === 0 ? [] : await listRows(db, id, { outcome: 'REFUSED', offset: 0, limit: BULK_REFUSALS_SHOWN });
  return { ...summary, refused_rows };
}

/** The actions that a person started, newest first. They are deleted after 90 days, so counting them is cheap. */
export async function listBulk(db: Database, userId: number, { offset, limit }: { offset: number; limit: number }) {
  const data = await select(db, sql`where b.requested_by = ${userId} order by b.created_at desc, b.id desc limit ${limit} offset ${offset}`);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from bulk_actions where requested_by = ${userId}`.execute(db);
  return { data, totalCount: rows[0]?.count ?? 0 };
}

interface RowPage {
  readonly outcome: BulkRow['outcome'] | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Plan: the rows of one action by key. */
export async function listRows(db: Database, id: number, { outcome, offset, limit }: RowPage): Promise<BulkRow[]> {
  const { rows } = await sql<BulkRow>`
    select record, outcome, message, reason, is_undone from bulk_action_rows where bulk_id = ${id} and ${withOutcome(outcome)}
    order by position limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countRows(db: Database, id: number, outcome: BulkRow['outcome'] | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bulk_action_rows where bulk_id = ${id} and ${withOutcome(outcome)}`.execute(db);
  return rows[0]?.count ?? 0;
}

const withOutcome = (outcome: BulkRow['outcome'] | undefined) => (outcome === undefined ? sql`true` : sql`outcome = ${outcome}`);

async function select(db: Database, rest: RawBuilder<unknown>): Promise<BulkSummary[]> {
  const { rows } = await sql<Row>`
    select b.id, b.kind, b.total, b.done, b.unchanged, b.refused, b.undoable, b.undoes_id as undoes, b.run_id as job_id, u.name as requested_by,
      b.created_at, b.finished_at,
      case when b.finished_at is not null then case when b.stopped_at is not null and b.done + b.unchanged + b.refused < b.total then 'STOPPED' else 'DONE' end
        when r.state = 'FAILED' then 'FAILED' when r.state = 'CANCELLED' then 'STOPPED' else 'RUNNING' end as state
    from bulk_actions b join users u on u.id = b.requested_by left join job_runs r on r.id = b.run_id ${rest}`.execute(db);
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString(), finished_at: row.finished_at?.toISOString() ?? null }));
}
