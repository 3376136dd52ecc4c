import { sql } from 'kysely';
import { clearLocationTotals } from '../../features/inventory/internals.ts';
import { ADVISORY_LOCKS } from '../../platform/database/advisory-locks.ts';
import type { DatabaseTransaction } from '../../platform/database/connection/connect.ts';
import { isWorkerAliveSql } from '../../platform/jobs/worker-presence.ts';
import { DEMO_STAFF } from '../catalog.ts';
import { EMPTIED_TABLES, RETAINED_TABLES } from './demo-tables.ts';

const EMAILS = DEMO_STAFF.map(({ email }) => email);

const LOCK_TIMEOUT = '5s';

/** Waits only briefly for the locks of others: the caller tries again. */
export async function limitWaiting(tx: DatabaseTransaction): Promise<void> {
  await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(tx);
}

/**
 * Locks the queue until the end of the transaction. A job of a process that was killed does not run.
 * @returns false while a job runs, which could write demo data afterwards
 */
export async function lockIdleQueue(tx: DatabaseTransaction): Promise<boolean> {
  // A starting worker may hold jobs before it can announce itself.
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.workers})`.execute(tx);
  await sql`lock table graphile_worker._private_jobs in share row exclusive mode`.execute(tx);
  const { rows } = await sql`
    select from graphile_worker._private_jobs where locked_at is not null and ${sql.raw(isWorkerAliveSql('locked_by'))} limit 1`.execute(tx);
  return rows.length === 0;
}

/** Drops the indexes that the advisor created for the demo's queries. */
export async function dropAdvisedIndexes(tx: DatabaseTransaction): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', s.table_schema, s.index_name) as name from index_suggestions s where s.status = 'COMPLETED'`.execute(tx);
  for (const { name } of rows) await sql`drop index if exists ${sql.raw(name)}`.execute(tx);
}

/**
 * Deletes the demo's people and what `EMPTIED_TABLES` hold. Tables of final rows have triggers against that, which the owner of
 * the tables disables within this transaction.
 */
export async function emptyTables(tx: DatabaseTransaction): Promise<void> {
  const guards = await listGuards(tx);
  for (const { on, name } of guards) await sql`alter table ${sql.ref(on)} disable trigger ${sql.ref(name)}`.execute(tx);
  await sql`truncate ${sql.join(EMPTIED_TABLES.map((name) => sql.ref(name)))}`.execute(tx);
  await deletePeople(tx);
  await sql`update case_totals set cases = 0`.execute(tx);
  await clearLocationTotals(tx);
  await sql`update price_list_total set items = 0, version = version + 1`.execute(tx);
  // The people's rows were deleted with entries of their own, of which only the removal's stays.
  await sql`truncate audit_entries, audit_chain`.execute(tx);
  await sql`delete from graphile_worker._private_jobs`.execute(tx);
  for (const { on, name } of guards) await sql`alter table ${sql.ref(on)} enable trigger ${sql.ref(name)}`.execute(tx);
}

/** The triggers that refuse to empty a table, and the one that refuses to delete a person. */
async function listGuards(tx: DatabaseTransaction): Promise<{ on: string; name: string }[]> {
  const { rows } = await sql<{ on: string; name: string }>`
    select n.nspname || '.' || c.relname as on, t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'partitions')
    where not t.tgisinternal and t.tgtype & 32 <> 0 and t.tgenabled <> 'D' order by 1, 2`.execute(tx);
  return rows;
}

/** Deletes the demo's people with all that names them in the tables that stay. */
async function deletePeople(tx: DatabaseTransaction): Promise<void> {
  const { rows } = await sql<{ on: string; column: string; isOptional: boolean }>`
    select c.relname as on, a.attname as column, not a.attnotnull as "isOptional" from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'users'::regclass and c.relname = any(${RETAINED_TABLES}) order by 1, 2`.execute(tx);
  const staff = sql`(select id from users where lower(email) = any(${EMAILS}))`;
  for (const { on, column, isOptional } of rows) {
    const [table, name] = [sql.ref(on), sql.ref(column)];
    await (isOptional ? sql`update ${table} set ${name} = null where ${name} in ${staff}` : sql`delete from ${table} where ${name} in ${staff}`).execute(tx);
  }
  await sql`delete from users where lower(email) = any(${EMAILS})`.execute(tx);
}
