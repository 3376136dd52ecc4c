import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';

export async function createDemoIndex(owner: Database, { name, table, column }: { name: string; table: string; column: string }): Promise<void> {
  await sql`create index if not exists ${sql.ref(name)} on ${sql.ref(table)} (${sql.ref(column)})`.execute(owner);
}

interface NewSuggestion {
  readonly name: string;
  readonly table: string;
  readonly column: string;
  readonly status: string;
  /** The estimated improvement in percent. */
  readonly estimate: number;
  readonly pattern: string;
  readonly calls: number;
  readonly foundAt: Date;
  /** null while the index is not created. */
  readonly requestedBy: number | null;
  readonly doneAt: Date | null;
  /** The measured improvement in percent; null while it is not measured. */
  readonly measured: number | null;
  readonly measuredAt: Date | null;
}

/** Adds a suggestion with its statement, unless it exists. */
export async function insertSuggestion(tx: Database, suggestion: NewSuggestion): Promise<void> {
  const { name, table, column, status, estimate, pattern, calls, foundAt, requestedBy, doneAt, measured, measuredAt } = suggestion;
  const { rows } = await sql<{ id: number }>`
    insert into index_suggestions (table_schema, table_name, index_name, method, keys, status, estimate, improvement_percent, size_bytes, writes, found_at,
      requested_by, started_at, finished_at, progress_percent, measured_percent, measured_at, table_oid)
    values ('public', ${table}, ${name}, 'btree', ${[column]}::text[], ${status}, 'PLANNER', ${estimate}, 81920, 12, ${foundAt},
      ${requestedBy}, ${doneAt}, ${doneAt}, ${doneAt === null ? 0 : 100}, ${measured}, ${measuredAt}, ${table}::regclass::oid::bigint)
    on conflict do nothing returning id`.execute(tx);
  const [added] = rows;
  if (added === undefined) return;
  const total = calls * 1.9;
  const after = measured === null ? null : total * (1 - measured / 100);
  await sql`
    insert into index_suggestion_statements (suggestion_id, fingerprint, query_ids, pattern, calls, total_ms, cost_before, cost_after, improvement_percent,
      calls_after, total_ms_after)
    values (${added.id}, ${`demo-${name}`}, '{}', ${pattern}, ${calls}, ${total}, 214.5, ${214.5 * (1 - estimate / 100)}, ${estimate},
      ${after === null ? null : calls}, ${after})`.execute(tx);
}
