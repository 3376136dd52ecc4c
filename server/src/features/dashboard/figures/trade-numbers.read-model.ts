import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { ORDER_DUE } from '../../orders/index.ts';
import { sumExpected } from '../../purchasing/index.ts';

/** Orders that are to be shipped. Plan: the index of stages. */
export async function countToShip(db: Database, { now, endOfDay }: { now: Date; endOfDay: Date }): Promise<{ toShip: number; late: number; today: number }> {
  const { rows } = await sql<{ toShip: number; late: number; today: number }>`
    select count(*)::int as "toShip", count(*) filter (where ${ORDER_DUE} < ${now})::int as late,
      count(*) filter (where ${ORDER_DUE} >= ${now} and ${ORDER_DUE} < ${endOfDay})::int as today
    from orders o where o.stage = 'TO_SHIP'`.execute(db);
  return rows[0] ?? { toShip: 0, late: 0, today: 0 };
}

/**
 * Orders that were due in a time and that we shipped or still have to; and those of them that left late or wait.
 * Plan: a row or few per day of the sums; what waits from the index of stages.
 * @param from day @param to day, excluded
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
  /** Cases whose amount nobody has entered. */
  readonly unknown: number;
}

/** What is open now. */
export async function sumOpenCases(db: Database, kind: 'OPEN' | 'NEEDS_PHOTOS'): Promise<CaseSum> {
  const { rows } = await sql<CaseSum>`
    select coalesce(sum(cases), 0)::int as cases, coalesce(sum(amount), 0)::numeric(16, 2)::text as amount, coalesce(sum(unknown), 0)::int as unknown
    from case_sums where kind = ${kind}`.execute(db);
  return rows[0] ?? { cases: 0, amount: '0.00', unknown: 0 };
}

/** What was paid on some days, and whether there ever was a case. @param from day @param to day, excluded */
export async function sumPaid(db: Database, from: string, to: string): Promise<{ amount: string; hasCases: boolean }> {
  const { rows } = await sql<{ amount: string; hasCases: boolean }>`
    select (select coalesce(sum(amount), 0)::numeric(16, 2)::text from case_sums where kind = 'PAID' and day >= ${from}::date and day < ${to}::date) as amount,
      exists (select from return_cases) as "hasCases"`.execute(db);
  return rows[0] ?? { amount: '0.00', hasCases: false };
}

/** Units of purchase orders that are to come soon, and whether any order says when it is expected. @param today day */
export async function sumExpectedUnits(db: Database, today: string): Promise<{ units: number; isTold: boolean }> {
  const { rows } = await sql<{ isTold: boolean }>`
    select exists (select from purchase_order_lines where expected_on is not null) as "isTold"`.execute(db);
  return { units: await sumExpected(db, today), isTold: rows[0]?.isTold ?? false };
}
