import type { IndexSuggestion } from '@stowage/contract/index-advisor/index-advisor';
import type { SuggestionStatus } from '@stowage/contract/index-advisor/suggestion-statuses';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { WithDates } from '../../../platform/formats/utc-text.ts';
import { CREATE_STATEMENT } from './suggestion.repository.ts';

type Statement = IndexSuggestion['statements'][number];
type Averages = 'avgExecutionTimeMs' | 'avgExecutionTimeAfterMs';
type StatementRow = Omit<Statement, Averages> & { readonly totalMs: number; readonly totalMsAfter: number | null };

type Computed = 'suggestedIndexColumns' | 'avgExecutionTimeMs' | 'executionCount' | 'queryPattern' | 'statements';
type Row = WithDates<Omit<IndexSuggestion, Computed>, 'measuredAt' | 'foundAt' | 'finishedAt'> & {
  readonly keys: string[];
  readonly statements: readonly StatementRow[];
};

/** The suggestions of a status, the largest time saving first. There are at most a few hundred. */
export async function listSuggestions(db: Database, status: SuggestionStatus | undefined): Promise<IndexSuggestion[]> {
  const { rows } = await sql<Row>`
    select s.id, s.table_schema as "tableSchema", s.table_name as "tableName", s.index_name as "suggestedIndexName", s.keys, s.status, s.estimate,
      s.improvement_percent as "potentialImprovementPercent", s.size_bytes as "estimatedBytes", s.writes, s.error as "errorMessage",
      ${CREATE_STATEMENT} as "createIndexStatement", s.measured_percent as "measuredImprovementPercent", s.measure_note as "measureNote",
      s.measured_at as "measuredAt", s.found_at as "foundAt", s.finished_at as "finishedAt",
      coalesce((select json_agg(json_build_object('pattern', q.pattern, 'calls', q.calls, 'totalMs', q.total_ms, 'improvementPercent', q.improvement_percent,
          'costBefore', q.cost_before, 'costAfter', q.cost_after, 'callsAfter', q.calls_after, 'totalMsAfter', q.total_ms_after, 'isGeneric', q.is_generic) order by q.total_ms desc)
        from index_suggestion_statements q where q.suggestion_id = s.id), '[]') as statements
    from index_suggestions s
    where ${status ?? null}::text is null or s.status = ${status ?? null}
    order by (select sum(q.total_ms * q.improvement_percent) from index_suggestion_statements q where q.suggestion_id = s.id) desc nulls last, s.id`.execute(
    db,
  );
  return rows.map(toSuggestion);
}

/** The index that is being created, with its progress. */
export async function findRunning(db: Database): Promise<{ suggestedIndexName: string; progress: { progressPercent: number; currentStatus: string } } | null> {
  const { rows } = await sql<{ name: string; percent: number; text: string | null }>`
    select index_name as name, progress_percent as percent, progress_text as text from index_suggestions where status = 'IN_PROGRESS'`.execute(db);
  const [running] = rows;
  return running === undefined
    ? null
    : { suggestedIndexName: running.name, progress: { progressPercent: running.percent, currentStatus: running.text ?? 'Waiting to start' } };
}

export async function countByStatus(db: Database): Promise<Partial<Record<SuggestionStatus, number>>> {
  const { rows } = await sql<{ status: SuggestionStatus; count: number }>`select status, count(*)::int as count from index_suggestions group by status`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

function toSuggestion({ keys, statements, ...row }: Row): IndexSuggestion {
  const calls = statements.reduce((sum, statement) => sum + statement.calls, 0);
  const totalMs = statements.reduce((sum, statement) => sum + statement.totalMs, 0);
  return {
    ...row,
    suggestedIndexColumns: keys.join(', '),
    avgExecutionTimeMs: calls === 0 ? 0 : totalMs / calls,
    executionCount: calls,
    queryPattern: statements[0]?.pattern ?? null,
    measuredAt: row.measuredAt?.toISOString() ?? null,
    foundAt: row.foundAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    statements: statements.map(toStatement),
  };
}

function toStatement({ totalMs, totalMsAfter, ...row }: StatementRow): Statement {
  const { calls, callsAfter } = row;
  return {
    ...row,
    avgExecutionTimeMs: totalMs / Math.max(1, calls),
    avgExecutionTimeAfterMs: callsAfter !== null && callsAfter > 0 ? (totalMsAfter ?? 0) / callsAfter : null,
  };
}
