import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { isClaimOpen } from '../review/case-view.condition.ts';

interface DueClaim {
  readonly caseId: number;
  readonly days: number;
  readonly dueOn: string;
  /** How many days before its last day the case was created. */
  readonly knownDays: number;
  /** The owner, or else the person who opened the case. */
  readonly personId: number | null;
}

/**
 * Lists the open claims that are due within a number of days. Days are in UTC, unlike those of the lists: early in the morning, when the
 * notices are sent, Amazon still has the evening before the day that they are for.
 */
export async function listDueClaims(db: Database, now: Date, withinDays: number): Promise<DueClaim[]> {
  const today = sql`(${now}::timestamptz at time zone 'UTC')::date`;
  const { rows } = await sql<DueClaim>`
    select c.id as "caseId", c.due_on - ${today} as days, to_char(c.due_on, 'YYYY-MM-DD') as "dueOn", c.due_on - (c.created_at at time zone 'UTC')::date as "knownDays",
      coalesce(c.owner_id, c.created_by) as "personId"
    from return_cases c where ${isClaimOpen} and c.due_on between ${today} and ${today} + ${withinDays}::int order by c.due_on, c.id`.execute(db);
  return rows;
}
