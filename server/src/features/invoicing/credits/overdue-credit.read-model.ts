import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';

export interface OverdueCredits {
  /** null where no order said whose it is. */
  readonly vendor: string | null;
  readonly count: number;
  readonly newestId: number;
}

/** Credits that vendors have owed since before a moment, by vendor. Plan: the index of open credits, each vendor's oldest first. */
export async function listOverdueCredits(db: Database, before: Date): Promise<OverdueCredits[]> {
  const { rows } = await sql<OverdueCredits>`
    select max(vendor) as vendor, count(*)::int as count, max(id) as "newestId" from vendor_credits
    where state in ('EXPECTED', 'REQUESTED') and created_at < ${before} group by vendor_key order by vendor_key`.execute(db);
  return rows;
}

/** Refunds that have been due since before a moment, by vendor. Plan: the index of refunds that are due. */
export async function listOverdueRefunds(db: Database, before: Date): Promise<OverdueCredits[]> {
  const { rows } = await sql<OverdueCredits>`
    select max(vendor) as vendor, count(*)::int as count, max(id) as "newestId" from vendor_credits
    where refund_due > 0 and applied_at < ${before} group by vendor_key order by vendor_key`.execute(db);
  return rows;
}
