import { sql } from 'kysely';
import { isArchived } from '../features/archives/index.ts';
import type { Database, DatabaseConnection, DatabaseTransaction } from '../platform/database/connection/connect.ts';
import { onlyRow } from '../platform/database/only-row.ts';
import { whenLocked } from '../platform/database/session-lock.ts';
import { DEMO_STAFF } from './catalog.ts';

/** Held while demo data is created. */
export const DEMO_LOCK = 871_002;

/** The audit log's record of the demo. Its entries are final, so they also remember that the demo was removed. */
export const DEMO_RECORD = 'demo';
export const REMOVED = 'REMOVED';

const [FIRST_STAFF] = DEMO_STAFF;
/** Its people are created first and deleted with it. */
const hasPeople = sql<boolean>`exists (select from users where lower(email) = ${FIRST_STAFF.email})`;

/** Whether the demo seller's data is in this database, also when the demo is off. */
export async function hasDemoData(db: Database): Promise<boolean> {
  return onlyRow(await sql<{ has: boolean }>`select ${hasPeople} as has`.execute(db)).has;
}

/**
 * Whether a person removed the demo data: then no start creates it again. The entry may be in a file: an installation with archives
 * and without the demo's people does not get the demo again.
 */
export async function isDemoRemoved(db: Database): Promise<boolean> {
  const result = await sql<{ is_removed: boolean }>`
    select exists (select from audit_entries where record_kind = ${DEMO_RECORD} and action = ${REMOVED})
      or ${isArchived('audit_entries')} and not ${hasPeople} as is_removed`.execute(db);
  return onlyRow(result).is_removed;
}

/** Until the end of the transaction, no other process creates or removes demo data. */
export async function lockDemo(tx: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${DEMO_LOCK})`.execute(tx);
}

/** The same until the work ends, for work in many transactions: a transaction around them would need a second connection of the pool for each. */
export function whileDemoLocked(connection: DatabaseConnection, work: () => Promise<void>): Promise<void> {
  return whenLocked(connection, DEMO_LOCK, work);
}

/** Without statistics, the planner takes the tables that were just filled for empty ones. */
export async function analyzeTables(db: Database): Promise<void> {
  await sql`analyze`.execute(db);
}
