import { writeAuditEntry } from '../../../platform/audit/audit-entry.repository.ts';
import type { DatabasePool } from '../../../platform/database/connect.ts';
import type { SuggestedIndex } from './suggestion.repository.ts';

/** Writes down a statement that changes the database's shape, before it is run: it can't be part of a transaction. */
export async function auditStatement({ db }: { readonly db: DatabasePool }, index: SuggestedIndex | undefined, statement: string): Promise<void> {
  await db
    .transaction()
    .execute((tx) => writeAuditEntry(tx, { action: 'EXECUTED', record: { kind: 'index_suggestions', id: index?.id ?? null }, after: { statement } }));
}

const LONGEST = 2_000;

/**
 * Writes down what the planner was asked: one entry for all of it, each statement once with how often it was sent. None of
 * them was run, and none is told with its values.
 */
export async function auditPlanning(db: DatabasePool, sent: ReadonlyMap<string, number>): Promise<void> {
  if (sent.size === 0) return;
  const statements = [...sent].map(([text, times]) => ({ times, statement: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text }));
  await db
    .transaction()
    .execute((tx) =>
      writeAuditEntry(tx, { action: 'PLANNED', record: { kind: 'index_suggestions', id: null }, records: statements.length, after: { statements } }),
    );
}
