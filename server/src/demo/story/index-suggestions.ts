import { DAY_MS } from '@stowage/contract/formats/durations';
import { sql } from 'kysely';
import type { Story, StoryStep } from './story-step.ts';

interface Suggestion {
  readonly table: string;
  readonly column: string;
  readonly status: 'COMPLETED' | 'PENDING' | 'IGNORED';
  readonly estimate: number;
  readonly measured?: number;
  readonly pattern: string;
  readonly calls: number;
}

const SUGGESTIONS: readonly Suggestion[] = [
  {
    ...{ table: 'customer_returns', column: 'reason', status: 'COMPLETED', estimate: 71, measured: 64.5, calls: 1_840 },
    pattern: 'select count(*) from customer_returns where reason = $1',
  },
  {
    ...{ table: 'reimbursements', column: 'reason', status: 'PENDING', estimate: 58, calls: 930 },
    pattern: 'select sum(amount) from reimbursements where reason = $1',
  },
  {
    ...{ table: 'removal_shipments', column: 'carrier', status: 'IGNORED', estimate: 21, calls: 210 },
    pattern: 'select order_id from removal_shipments where carrier = $1 order by shipped_at',
  },
];

/** An index that was created and measured, one that waits for a decision, and an ignored one. */
export const indexSuggestions: StoryStep = {
  name: 'index-suggestions',
  isReady: async () => true,
  run: async (story) => {
    for (const suggestion of SUGGESTIONS) await insertSuggestion(story, suggestion);
  },
};

async function insertSuggestion({ db, owner, clock, staff }: Story, { table, column, status, estimate, measured, pattern, calls }: Suggestion): Promise<void> {
  const name = `advised_${table}_${column}`;
  const foundAt = new Date(clock.now().getTime() - 9 * DAY_MS);
  const doneAt = status === 'COMPLETED' ? new Date(foundAt.getTime() + DAY_MS) : null;
  if (status === 'COMPLETED') await sql`create index if not exists ${sql.ref(name)} on ${sql.ref(table)} (${sql.ref(column)})`.execute(owner.db);
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into index_suggestions (table_schema, table_name, index_name, method, keys, status, estimate, improvement_percent, size_bytes, writes, found_at,
        requested_by, started_at, finished_at, progress_percent, measured_percent, measured_at, table_oid)
      values ('public', ${table}, ${name}, 'btree', ${[column]}::text[], ${status}, 'PLANNER', ${estimate}, 81920, 12, ${foundAt},
        ${doneAt === null ? null : staff[0].id}, ${doneAt}, ${doneAt}, ${doneAt === null ? 0 : 100}, ${measured ?? null},
        ${measured === undefined ? null : new Date(clock.now().getTime() - 2 * DAY_MS)}, ${table}::regclass::oid::bigint)
      on conflict do nothing returning id`.execute(tx);
    const [added] = rows;
    if (added === undefined) return;
    const total = calls * 1.9;
    const after = measured === undefined ? null : total * (1 - measured / 100);
    await sql`
      insert into index_suggestion_statements (suggestion_id, fingerprint, query_ids, pattern, calls, total_ms, cost_before, cost_after, improvement_percent,
        calls_after, total_ms_after)
      values (${added.id}, ${`demo-${name}`}, '{}', ${pattern}, ${calls}, ${total}, 214.5, ${214.5 * (1 - estimate / 100)}, ${estimate},
        ${after === null ? null : calls}, ${after})`.execute(tx);
  });
}
