import { sql, type Transaction } from 'kysely';
import type { DB } from '../database/schema.generated.ts';

interface NewEntry {
  /** A business verb in the past tense: `REVEALED`. */
  readonly action: string;
  readonly record: { readonly kind: string; readonly id: string | number | null };
  readonly before?: object;
  readonly after?: object;
  /** The number of records, when one action changed many. */
  readonly records?: number;
}

/**
 * Writes an entry in the transaction of the change; the actor comes from `actingAs()`. Triggers already record writes to
 * audited tables: this is for actions that change no table, and for many changes at once.
 * An entry must hold neither secrets nor personal data.
 */
export async function writeAuditEntry(tx: Transaction<DB>, { action, record, before, after, records = 1 }: NewEntry): Promise<void> {
  const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));
  await sql`
    insert into audit_entries (action, record_kind, record_id, before, after, records)
    values (${action}, ${record.kind}, ${record.id?.toString() ?? null}, ${json(before)}::jsonb, ${json(after)}::jsonb, ${records})`.execute(tx);
}
