import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';

/** How many units there are, and how many more than at a moment. Plan: a row per location; the hours since then of an index. */
export async function readUnitsOnHand(db: Database, since: Date): Promise<{ units: number; change: number }> {
  const { rows } = await sql<{ units: number; change: number }>`
    select (select coalesce(sum(on_hand), 0)::int from location_counts) as units,
      (select coalesce(sum(case when kind in ('RECEIVED', 'RETURNED') then quantity when kind in ('SHIPPED', 'REMOVED') then -quantity end), 0)::int
       from movement_sums where hour >= ${since}) as change`.execute(db);
  return rows[0] ?? { units: 0, change: 0 };
}

interface CostOfMoved {
  /** Decimal text. */
  value: string;
  known: number;
  unknown: number;
}

/** What came in less what went out after a movement, at cost. Plan: the end of the ledger's primary key, then by keys. */
export async function sumCostSince(db: Database, movementId: number): Promise<CostOfMoved> {
  const { rows } = await sql<CostOfMoved>`
    select coalesce(sum(m.quantity_change * coalesce(u.cost, p.cost)), 0)::numeric(16, 2)::text as value,
      coalesce(sum(m.quantity_change) filter (where coalesce(u.cost, p.cost) is not null), 0)::int as known,
      coalesce(sum(m.quantity_change) filter (where coalesce(u.cost, p.cost) is null), 0)::int as unknown
    from stock_movements m join units u on u.id = m.unit_id left join listings l on l.id = u.listing_id
    left join lateral (select cost from product_prices v where v.product_id = l.product_id) p on true
    where m.id > ${movementId} and m.quantity_change <> 0`.execute(db);
  return rows[0] ?? { value: '0.00', known: 0, unknown: 0 };
}

/** Lines of counts that were posted in a time, and those of them that were as booked. Plan: the index of what is posted. */
export async function sumCountLines(db: Database, from: Date, to: Date): Promise<{ counted: number; equal: number }> {
  const { rows } = await sql<{ counted: number; equal: number }>`
    select coalesce(sum(counted_lines), 0)::int as counted, coalesce(sum(equal_lines), 0)::int as equal
    from count_sessions where state = 'POSTED' and closed_at > ${from} and closed_at <= ${to}`.execute(db);
  return rows[0] ?? { counted: 0, equal: 0 };
}

interface ViolationSum {
  readonly violations: number;
  readonly isSampled: boolean;
  /** ASINs that were looked at on the newest of the days on which any were. */
  readonly sampled: number;
}

/** Violations on days, and whether anything was sampled on them. Plan: the index of days. @param from day; @param to day, excluded */
export async function sumViolations(db: Database, from: string, to: string): Promise<ViolationSum> {
  const { rows } = await sql<ViolationSum>`
    select (select coalesce(sum(violations), 0)::int from map_violation_days where day >= ${from}::date and day < ${to}::date) as violations,
      exists (select from map_sample_days where day >= ${from}::date and day < ${to}::date and asins > 0) as "isSampled",
      coalesce((select asins from map_sample_days where day >= ${from}::date and day < ${to}::date and asins > 0 order by day desc limit 1), 0) as sampled`.execute(
    db,
  );
  return rows[0] ?? { violations: 0, isSampled: false, sampled: 0 };
}
