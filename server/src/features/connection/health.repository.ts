import { sql } from 'kysely';
import type { OperationHealth } from '../../integrations/marketplace/transport/transport.ts';
import type { Database } from '../../platform/database/connection/connect.ts';
import type { KnownHealth } from './api-health.rules.ts';

/** Stores the health of operations. Several processes write it, and the latest success and error win. */
export async function saveHealth(db: Database, operations: readonly OperationHealth[], now: Date): Promise<void> {
  if (operations.length === 0) return;
  const rows = operations.map(({ operation, rate, burst, tokens, lastSuccessAt, lastErrorAt, lastError }) => ({
    operation,
    rate,
    burst,
    tokens,
    last_success_at: lastSuccessAt,
    last_error_at: lastErrorAt,
    last_error: lastError,
  }));
  await sql`
    insert into marketplace_health as old (operation, rate, burst, tokens, last_success_at, last_error_at, last_error, updated_at)
    select operation, rate, burst, tokens, last_success_at, last_error_at, last_error, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i (operation text, rate float8, burst float8, tokens float8,
      last_success_at timestamptz, last_error_at timestamptz, last_error text) order by operation
    on conflict (operation) do update set rate = excluded.rate, burst = excluded.burst, tokens = excluded.tokens, updated_at = excluded.updated_at,
      last_success_at = greatest(old.last_success_at, excluded.last_success_at),
      last_error = case when excluded.last_error_at >= coalesce(old.last_error_at, '-infinity') then excluded.last_error else old.last_error end,
      last_error_at = greatest(old.last_error_at, excluded.last_error_at)`.execute(db);
}

/** Removes all health records, because another account starts without any. */
export async function forgetHealth(tx: Database): Promise<void> {
  await tx.deleteFrom('marketplace_health').execute();
}

export async function listHealth(db: Database): Promise<KnownHealth[]> {
  const rows = await db.selectFrom('marketplace_health').selectAll().execute();
  return rows.map((row) => ({
    operation: row.operation,
    rate: row.rate,
    burst: row.burst,
    tokens: row.tokens,
    lastSuccessAt: row.last_success_at ?? undefined,
    lastErrorAt: row.last_error_at ?? undefined,
    lastError: row.last_error ?? undefined,
    updatedAt: row.updated_at,
  }));
}
