import type { IndexSuggestion, MeasureNote } from '@stowage/contract/index-advisor/index-advisor';
import type { SuggestionStatus } from '@stowage/contract/index-advisor/suggestion-statuses';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { CREATE_STATEMENT } from './suggestion.repository.ts';

interface StatementRow {
  readonly pattern: string;
  readonly calls: number;
  readonly totalMs: number;
  readonly percent: number;
  readonly costBefore: number;
  readonly costAfter: number;
  readonly callsAfter: number | null;
  readonly totalMsAfter: number | null;
  readonly isGeneric: boolean;
}

interface Row {
  readonly id: number;
  readonly schema: string;
  readonly table: string;
  readonly name: string;
  readonly keys: string[];
  readonly status: SuggestionStatus;
  readonly estimate: IndexSuggestion['estimate'];
  readonly percent: number;
  readonly bytes: number;
  readonly writes: number;
  readonly error: string | null;
  readonly createStatement: string;
  readonly measuredPercent: number | null;
  readonly measureNote: MeasureNote | null;
  readonly measuredAt: Date | null;
  readonly foundAt: Date;
  readonly finishedAt: Date | null;
  readonly statements: readonly StatementRow[];
}

/** The suggestions of a status, the largest time saving first. There are at most a few hundred. */
export async function listSuggestions(db: Database, status: SuggestionStatus | undefined): Promise<IndexSuggestion[]> {
  const { rows } = await sql<Row>`
    select s.id, s.table_schema as schema, s.table_name as "table", s.index_name as name, s.keys, s.status, s.estimate, s.improvement_percent as percent, s.size_bytes as bytes,
      s.writes, s.error, ${CREATE_STATEMENT} as "createStatement", s.measured_percent as "measuredPercent", s.measure_note as "measureNote", s.measured_at as "measuredAt",
      s.found_at as "foundAt", s.finished_at as "finishedAt",
      coalesce((select json_agg(json_build_object('pattern', q.pattern, 'calls', q.calls, 'totalMs', q.total_ms, 'percent', q.improvement_percent,
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

function toSuggestion(row: Row): IndexSuggestion {
  const calls = row.statements.reduce((sum, statement) => sum + statement.calls, 0);
  const totalMs = row.statements.reduce((sum, statement) => sum + statement.totalMs, 0);
  return {
    id: row.id,
    tableSchema: row.schema,
    tableName: row.table,
    suggestedIndexName: row.name,
    suggestedIndexColumns: row.keys.join(', '),
    avgExecutionTimeMs: calls === 0 ? 0 : totalMs / calls,
    executionCount: calls,
    potentialImprovementPercent: row.percent,
    status: row.status,
    queryPattern: row.statements[0]?.pattern ?? null,
    errorMessage: row.error,
    createIndexStatement: row.createStatement,
    estimate: row.estimate,
    estimatedBytes: row.bytes,
    writes: row.writes,
    measuredImprovementPercent: row.measuredPercent,
    measureNote: row.measureNote,
    measuredAt: row.measuredAt?.toISOString() ?? null,
    foundAt: row.foundAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    statements: row.statements.map(toStatement),
  };
}

function toStatement(row: StatementRow): IndexSuggestion['statements'][number] {
  return {
    pattern: row.pattern,
    calls: row.calls,
    avgExecutionTimeMs: row.totalMs / Math.max(1, row.calls),
    improvementPercent: row.percent,
    costBefore: row.costBefore,
    costAfter: row.costAfter,
    isGeneric: row.isGeneric,
    callsAfter: row.callsAfter,
    avgExecutionTimeAfterMs: row.callsAfter !== null && row.callsAfter > 0 ? (row.totalMsAfter ?? 0) / row.callsAfter : null,
  };
}
