import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connection/connect.ts';
import { DEMO_STAFF } from '../catalogue.ts';
import { DEMO_RECORD } from '../removal/demo-state.repository.ts';
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
export async function tryLockDemo(tx: DatabaseTransaction, lock: number): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${lock}) as taken`.execute(tx);
  return rows[0]?.taken === true;
}

/** Whether an import has ended at least once. */
export async function isImported(db: Database, kinds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ kinds: number }>`
    select count(distinct kind)::int as kinds from job_runs where kind = any(${kinds}::text[]) and state = 'DONE'`.execute(db);
  return rows[0]?.kinds === kinds.length;
}
