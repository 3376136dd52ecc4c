import { sql } from 'kysely';
import { isArchived } from '../../features/archives/index.ts';
import type { Database } from '../../platform/database/connection/connect.ts';
import { DEMO_STAFF } from '../catalog.ts';

/** The audit log's record of the demo. Its entries are final, so they also remember that the demo was removed. */
export const DEMO_RECORD = 'demo';
export const REMOVED = 'REMOVED';

/** Whether the demo seller's data is in this database, also when the demo is off. Its people are created first and deleted with it. */
export async function hasDemoData(db: Database): Promise<boolean> {
  const [{ email }] = DEMO_STAFF;
  const { rows } = await sql`select from users where lower(email) = ${email}`.execute(db);
  return rows.length > 0;
}

/** Whether a person removed the demo data: then no start creates it again. */
export async function isDemoRemoved(db: Database): Promise<boolean> {
  const { rows } = await sql`select from audit_entries where record_kind = ${DEMO_RECORD} and action = ${REMOVED} limit 1`.execute(db);
  // The entry may be in a file: an installation with archives and without the demo's people does not get the demo again.
  return rows.length > 0 || ((await isArchived(db, 'audit_entries')) && !(await hasDemoData(db)));
}
