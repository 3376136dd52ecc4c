import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connection/connect.ts';
import { DEMO_STAFF } from '../catalog.ts';
import { DEMO_LOCK, DEMO_RECORD } from '../demo-state.repository.ts';
import type { Staff } from './story-step.ts';

export const CREATED = 'CREATED';

/** The demo's people, in the order of `DEMO_STAFF`; fewer in an installation that is not the demo's. */
export async function listStaff(db: Database): Promise<Staff[]> {
  const emails = DEMO_STAFF.map(({ email }) => email);
  const { rows } = await sql<Staff>`
    select u.id, u.name from users u join unnest(${emails}::text[]) with ordinality e (email, nth) on lower(u.email) = e.email order by e.nth`.execute(db);
  return rows;
}

/** The steps whose end is in the audit log. */
export async function listDoneSteps(db: Database): Promise<Set<string | null>> {
  const { rows } = await sql<{ record_id: string | null }>`
    select record_id from audit_entries where record_kind = ${DEMO_RECORD} and action = ${CREATED}`.execute(db);
  return new Set(rows.map(({ record_id }) => record_id));
}

/** @returns false while another process works on the demo */
export async function tryLockDemo(tx: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${DEMO_LOCK}) as taken`.execute(tx);
  return rows[0]?.taken === true;
}

/** Whether an import has ended at least once. */
export async function isImported(db: Database, kinds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ kinds: number }>`
    select count(distinct kind)::int as kinds from job_runs where kind = any(${kinds}::text[]) and state = 'DONE'`.execute(db);
  return rows[0]?.kinds === kinds.length;
}

/** The names of the files under Bring in data. */
export async function listFileNames(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('spreadsheets').select('file_name').execute();
  return rows.map(({ file_name }) => file_name);
}

/** Records who shipped the imported orders of the past, and when. @param lateOneIn one in so many after its ship-by time */
export async function recordPastShipping(db: Database, people: readonly number[], lateOneIn: number): Promise<void> {
  await sql`
    update orders o set shipped_by = (${people}::bigint[])[1 + abs(hashtext(o.order_id)) % ${people.length}::int],
      shipped_at = case when abs(hashtext(o.order_id || 'late')) % ${lateOneIn}::int = 0 then o.ship_by + interval '7 hours'
        else least(o.ship_by - interval '90 minutes', o.ordered_at + make_interval(hours => 3 + abs(hashtext(o.order_id)) % 17)) end
    where o.stage = 'SHIPPED' and o.shipped_at is null and o.ship_by is not null`.execute(db);
}

export async function hasCounts(db: Database): Promise<boolean> {
  const { rows } = await sql<{ counted: number }>`select count(*)::int as counted from count_sessions`.execute(db);
  return (rows[0]?.counted ?? 0) > 0;
}

export async function backdateCount(db: Database, id: number, at: Date): Promise<void> {
  await sql`update count_sessions set created_at = ${at} where id = ${id}`.execute(db);
}

export async function listCountLines(db: Database, countId: number): Promise<{ id: number; expected: number }[]> {
  const { rows } = await sql<{ id: number; expected: number }>`select id, expected from count_lines where count_id = ${countId} order by id`.execute(db);
  return rows;
}

/** The lines whose counted quantity is another one than the booked. */
export async function listDifferentLines(db: Database, countId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from count_lines where count_id = ${countId} and counted <> booked order by id`.execute(db);
  return rows.map(({ id }) => id);
}
