import type { Kysely } from 'kysely';
import { writeAuditEntry } from '../../platform/audit/audit-entry.repository.ts';
import type { DB } from '../../platform/database/schema.generated.ts';
import type { SuggestedIndex } from './suggestion.repository.ts';

/** Writes down a statement that changes the database's shape, before it is run: it can't be part of a transaction. */
export async function auditStatement({ db }: { readonly db: Kysely<DB> }, index: SuggestedIndex | undefined, statement: string): Promise<void> {
  await db
    .transaction()
    .execute((tx) => writeAuditEntry(tx, { action: 'EXECUTED', record: { kind: 'index_suggestions', id: index?.id ?? null }, after: { statement } }));
}
