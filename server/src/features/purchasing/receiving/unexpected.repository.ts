import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';

interface Scan {
  readonly listId: number;
  readonly code: string;
  readonly actorId: number;
}

/** Stores scans that match no line of their lists. */
export async function insertUnexpected(tx: Database, scans: readonly Scan[]): Promise<void> {
  const rows = scans.map(({ listId, code, actorId }) => ({ packing_list_id: listId, scanned_code: code, actor_id: actorId }));
  await tx.insertInto('unexpected_scans').values(rows).execute();
}

/** Resolves the unresolved scans of a code. @returns their number */
export async function resolveScans(tx: Database, { listId, code, outcome, actorId }: Scan & { readonly outcome: string }): Promise<number> {
  const { numAffectedRows } = await sql`
    update unexpected_scans set outcome = ${outcome}, settled_by = ${actorId}, settled_at = now()
    where packing_list_id = ${listId} and upper(scanned_code) = upper(${code}) and outcome is null`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export async function countUnexpected(tx: Database, listId: number): Promise<number> {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from unexpected_scans where packing_list_id = ${listId} and outcome is null`.execute(tx);
  return onlyRow(counted).count;
}

/** Assigns a code to a line of a list, for the scans that follow. */
export async function assignCode(tx: Database, listId: number, code: string, lineId: number): Promise<void> {
  await sql`
    insert into packing_list_codes (packing_list_id, code_key, purchase_order_line_id) values (${listId}, upper(${code}), ${lineId})
    on conflict (packing_list_id, code_key) do update set purchase_order_line_id = excluded.purchase_order_line_id`.execute(tx);
}
