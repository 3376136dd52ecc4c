import type { ClaimMonth, FlowDay } from '@stowage/contract/dashboard/dashboard';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';

type FlowHour = Omit<FlowDay, 'day'> & { readonly hour: Date };

/** Sums units in and out by hour. Plan: a range of hours in an index, with a few rows for each hour. */
export async function listFlow(db: Database, since: Date): Promise<FlowHour[]> {
  const { rows } = await sql<FlowHour>`
    select hour, coalesce(sum(quantity) filter (where kind in ('RECEIVED', 'SCANNED')), 0)::int as received, coalesce(sum(quantity) filter (where kind = 'RETURNED'), 0)::int as returned,
      coalesce(sum(quantity) filter (where kind = 'SHIPPED'), 0)::int as shipped, coalesce(sum(quantity) filter (where kind = 'REMOVED'), 0)::int as removed
    from movement_sums where hour >= ${since} and kind <> 'SCAN' group by hour order by hour`.execute(db);
  return rows;
}

interface ScanHour {
  readonly hour: Date;
  readonly userId: number;
  readonly name: string;
  readonly scans: number;
}

/** Sums scans by hour and person. */
export async function listScans(db: Database, since: Date): Promise<ScanHour[]> {
  const { rows } = await sql<ScanHour>`
    select s.hour, s.actor_id as "userId", u.name, s.scans from (
      select hour, actor_id, sum(quantity)::int as scans from movement_sums where hour >= ${since} and kind in ('SCAN', 'SCANNED') group by 1, 2
    ) s join users u on u.id = s.actor_id order by u.name, u.id, s.hour`.execute(db);
  return rows;
}

/** Sums claims and payments by month. Plan: a few rows for each day. @param from the first day of a month */
export async function listClaimMonths(db: Database, from: string): Promise<ClaimMonth[]> {
  const { rows } = await sql<ClaimMonth>`
    select to_char(day, 'YYYY-MM') as month, coalesce(sum(amount) filter (where kind = 'CLAIMED'), 0)::numeric(16, 2)::text as claimed,
      coalesce(sum(amount) filter (where kind = 'PAID'), 0)::numeric(16, 2)::text as paid, coalesce(sum(unknown) filter (where kind = 'CLAIMED'), 0)::int as unknown
    from case_sums where kind in ('CLAIMED', 'PAID') and day >= ${from}::date group by 1 order by 1`.execute(db);
  return rows;
}
