import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

interface NewScan {
  readonly listId: number;
  readonly code: string;
  readonly clientScanId: string | null;
  readonly actorId: number;
}

/** Keeps a beep whose code is on no line of the list. */
export async function insertUnexpected(tx: Database, { listId, code, clientScanId, actorId }: NewScan): Promise<void> {
  await tx.insertInto('unexpected_scans').values({ packing_list_id: listId, scanned_code: code, client_scan_id: clientScanId, actor_id: actorId }).execute();
}

/** Says what the beeps of a code are that nobody has explained yet. @returns how many */
export async function settleScans(
  tx: Database,
  { listId, code, outcome, actorId }: { readonly listId: number; readonly code: string; readonly outcome: string; readonly actorId: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update unexpected_scans set outcome = ${outcome}, settled_by = ${actorId}, settled_at = now()
    where packing_list_id = ${listId} and upper(scanned_code) = upper(${code}) and outcome is null`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export async function countUnexpected(tx: Database, listId: number): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from unexpected_scans where packing_list_id = ${listId} and outcome is null`.execute(tx);
  return rows[0]?.count ?? 0;
}
