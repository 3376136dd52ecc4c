import { sql, type Transaction } from 'kysely';
import type { DB } from '../database/schema.generated.ts';

interface NewEntry {
  /** A verb of the trade in the past: `REVEALED`. */
  readonly action: string;
  readonly record: { readonly kind: string; readonly id: string | number | null };
  readonly before?: object;
  readonly after?: object;
  /** How many records it was done to, where it was done to many at once. */
  readonly records?: number;
}

/**
 * Writes an entry in the transaction of what it tells of; who did it is known already. Writes to tables make entries by
 * themselves (`database/functions/audit-log.sql`): this is for what changes no table, and for many changes at once.
 * Neither secrets nor personal data may be in it.
 */
export async function writeAuditEntry(tx: Transaction<DB>, { action, record, before, after, records = 1 }: NewEntry): Promise<void> {
  const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));
  await sql`
    insert into audit_entries (action, record_kind, record_id, before, after, records)
    values (${action}, ${record.kind}, ${record.id?.toString() ?? null}, ${json(before)}::jsonb, ${json(after)}::jsonb, ${records})`.execute(tx);
}
