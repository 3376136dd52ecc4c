import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { UNANSWERED } from './credit-states.condition.ts';

export interface OverdueCredits {
  /** null when no order names the vendor. */
  readonly vendor: string | null;
  readonly count: number;
  readonly newestId: number;
}

/** Credits owed since before a time, by vendor. Plan: the index of open credits, each vendor's oldest first. */
export async function listOverdueCredits(db: Database, before: Date): Promise<OverdueCredits[]> {
  const { rows } = await sql<OverdueCredits>`
    select max(vendor) as vendor, count(*)::int as count, max(id) as "newestId" from vendor_credits
    where state in ${UNANSWERED} and created_at < ${before} group by vendor_key order by vendor_key`.execute(db);
  return rows;
}

/** Refunds due since before a time, by vendor. Plan: the index of due refunds. */
export async function listOverdueRefunds(db: Database, before: Date): Promise<OverdueCredits[]> {
  const { rows } = await sql<OverdueCredits>`
    select max(vendor) as vendor, count(*)::int as count, max(id) as "newestId" from vendor_credits
    where refund_due > 0 and applied_at < ${before} group by vendor_key order by vendor_key`.execute(db);
  return rows;
}
