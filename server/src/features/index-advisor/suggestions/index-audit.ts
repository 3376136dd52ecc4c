import { writeAuditEntry } from '../../../platform/audit/audit-entry.repository.ts';
import type { DatabasePool } from '../../../platform/database/connection/connect.ts';
import type { SuggestedIndex } from './suggestion.repository.ts';

/** Audits a schema change before it runs, because it can't run in a transaction. */
export async function auditStatement({ db }: { readonly db: DatabasePool }, index: SuggestedIndex | undefined, statement: string): Promise<void> {
  await db
    .transaction()
    .execute((tx) => writeAuditEntry(tx, { action: 'EXECUTED', record: { kind: 'index_suggestions', id: index?.id ?? null }, after: { statement } }));
}

const LONGEST = 2_000;

/**
 * Audits the planned statements in one entry, each once with its count. The statements were not run, and the entry contains no
 * values.
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
