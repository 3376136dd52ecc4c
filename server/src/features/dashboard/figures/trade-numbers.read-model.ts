import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { ORDER_DUE } from '../../orders/index.ts';
import { sumExpectedUnits as sumUnits } from '../../purchasing/index.ts';

/** Counts the orders to ship. Plan: the index of stages. */
export async function countToShip(db: Database, { now, endOfDay }: { now: Date; endOfDay: Date }): Promise<{ toShip: number; late: number; today: number }> {
  const { rows } = await sql<{ toShip: number; late: number; today: number }>`
    select count(*)::int as "toShip", count(*) filter (where ${ORDER_DUE} < ${now})::int as late,
      count(*) filter (where ${ORDER_DUE} >= ${now} and ${ORDER_DUE} < ${endOfDay})::int as today
    from orders o where o.stage = 'TO_SHIP'`.execute(db);
  return rows[0] ?? { toShip: 0, late: 0, today: 0 };
}

/**
 * Counts the orders due in a period that shipped or still wait, and those that shipped late or wait.
 * Plan: a few rows of sums for each day, and the waiting orders from the index of stages.
 * @param from the first day @param to the day after the last
 */
export async function countShipments(db: Database, { from, to, now }: { from: string; to: string; now: Date }): Promise<{ due: number; late: number }> {
  const { rows } = await sql<{ due: number; late: number }>`
    select (s.shipped + w.waiting)::int as due, (s.late + w.waiting)::int as late
    from (select coalesce(sum(shipped), 0) as shipped, coalesce(sum(late), 0) as late from shipment_sums where due_on >= ${from}::date and due_on < ${to}::date) s
    cross join (
      select count(*) as waiting from orders o
      where o.stage = 'TO_SHIP' and ${ORDER_DUE} < least(${now}::timestamptz, ${to}::date::timestamp at time zone 'UTC') and ${ORDER_DUE} >= ${from}::date::timestamp at time zone 'UTC'
    ) w`.execute(db);
  return rows[0] ?? { due: 0, late: 0 };
}

export interface CaseSum {
  readonly cases: number;
  /** Decimal text. */
  readonly amount: string;
  /** Cases without an amount. */
  readonly unknown: number;
}

export async function sumOpenCases(db: Database, kind: 'OPEN' | 'NEEDS_PHOTOS'): Promise<CaseSum> {
  const { rows } = await sql<CaseSum>`
    select coalesce(sum(cases), 0)::int as cases, coalesce(sum(amount), 0)::numeric(16, 2)::text as amount, coalesce(sum(unknown), 0)::int as unknown
    from case_sums where kind = ${kind}`.execute(db);
  return rows[0] ?? { cases: 0, amount: '0.00', unknown: 0 };
}

/** Sums the payments of a period. @param from the first day @param to the day after the last */
export async function sumPaid(db: Database, from: string, to: string): Promise<{ amount: string; hasCases: boolean }> {
  const { rows } = await sql<{ amount: string; hasCases: boolean }>`
    select (select coalesce(sum(amount), 0)::numeric(16, 2)::text from case_sums where kind = 'PAID' and day >= ${from}::date and day < ${to}::date) as amount,
      exists (select from return_cases) as "hasCases"`.execute(db);
  return rows[0] ?? { amount: '0.00', hasCases: false };
}

/** Sums the units expected soon. `hasDates` is false if no purchase order has an expected date. */
export async function sumExpectedUnits(db: Database, today: string): Promise<{ units: number; hasDates: boolean }> {
  const { rows } = await sql<{ hasDates: boolean }>`
    select exists (select from purchase_order_lines where expected_on is not null) as "hasDates"`.execute(db);
  return { units: await sumUnits(db, today), hasDates: rows[0]?.hasDates ?? false };
}
