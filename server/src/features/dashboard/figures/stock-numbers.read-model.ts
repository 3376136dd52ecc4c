import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

/** Returns the units on hand and the change since a time. Plan: a row for each location, and a range of hours in an index. */
export async function readUnitsOnHand(db: Database, since: Date): Promise<{ units: number; change: number }> {
  const { rows } = await sql<{ units: number; change: number }>`
    select (select coalesce(sum(on_hand), 0)::int from location_counts) as units,
      (select coalesce(sum(case when kind in ('RECEIVED', 'SCANNED', 'RETURNED') then quantity when kind in ('SHIPPED', 'REMOVED') then -quantity end), 0)::int
       from movement_sums where hour >= ${since}) as change`.execute(db);
  return rows[0] ?? { units: 0, change: 0 };
}

interface MovementCost {
  /** Decimal text. */
  value: string;
  known: number;
  unknown: number;
}

/** Sums the cost of units received minus units removed after a movement. Plan: the end of the ledger's primary key, then keys. */
export async function sumCostSince(db: Database, movementId: number): Promise<MovementCost> {
  const { rows } = await sql<MovementCost>`
    select coalesce(sum(m.quantity_change * coalesce(u.cost, p.cost)), 0)::numeric(16, 2)::text as value,
      coalesce(sum(m.quantity_change) filter (where coalesce(u.cost, p.cost) is not null), 0)::int as known,
      coalesce(sum(m.quantity_change) filter (where coalesce(u.cost, p.cost) is null), 0)::int as unknown
    from stock_movements m join units u on u.id = m.unit_id left join listings l on l.id = u.listing_id
    left join lateral (select cost from product_prices v where v.product_id = l.product_id) p on true
    where m.id > ${movementId} and m.quantity_change <> 0`.execute(db);
  return rows[0] ?? { value: '0.00', known: 0, unknown: 0 };
}

/** Counts the lines of counts posted in a period, and those that matched the expected quantity. Plan: the index of posted counts. */
export async function sumCountLines(db: Database, from: Date, to: Date): Promise<{ counted: number; equal: number }> {
  const { rows } = await sql<{ counted: number; equal: number }>`
    select coalesce(sum(counted_lines), 0)::int as counted, coalesce(sum(equal_lines), 0)::int as equal
    from count_sessions where state = 'POSTED' and closed_at > ${from} and closed_at <= ${to}`.execute(db);
  return rows[0] ?? { counted: 0, equal: 0 };
}

interface ViolationSum {
  readonly violations: number;
  readonly isSampled: boolean;
  /** The number of ASINs with imported offers on the newest day with any. */
  readonly sampled: number;
}

/** Sums the violations of a period. Plan: the index of days. @param from the first day @param to the day after the last */
export async function sumViolations(db: Database, from: string, to: string): Promise<ViolationSum> {
  const { rows } = await sql<ViolationSum>`
    select (select coalesce(sum(violations), 0)::int from map_violation_days where day >= ${from}::date and day < ${to}::date) as violations,
      exists (select from map_sample_days where day >= ${from}::date and day < ${to}::date and asins > 0) as "isSampled",
      coalesce((select asins from map_sample_days where day >= ${from}::date and day < ${to}::date and asins > 0 order by day desc limit 1), 0) as sampled`.execute(
    db,
  );
  return rows[0] ?? { violations: 0, isSampled: false, sampled: 0 };
}
