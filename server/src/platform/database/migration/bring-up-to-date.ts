import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '@stowage/contract/errors';
import { counted } from '@stowage/contract/formats/text/counted';
import pg from 'pg';
import { migrateQueue } from '../../jobs/migrate-queue.ts';
import { BEGIN_LONG_SESSION, NO_LIMIT } from '../connection/sessions.ts';
import { migrate, type PendingChanges, readPendingChanges } from '../migrate.ts';
import { isSeparate, mayMigrate, prepareRuntimeRole, type RuntimeRole, readRoleRights } from '../roles/runtime-role.ts';

interface Options {
  readonly mode: 'auto' | 'wait' | 'refuse';
  readonly say: (line: string) => void;
  /** Ends the wait. Commands give none: they never wait. */
  readonly stopped?: Promise<unknown> | undefined;
  /** Gets its rights; undefined when the session is not that of another role, the owner. */
  readonly runtime?: RuntimeRole | undefined;
  readonly pollMs?: number;
}

const POLL_MS = 1_000;
const OLDEST_SERVER = 150_000;
const INSUFFICIENT_PRIVILEGE = '42501';

/** Opens a session for migrations. @throws Error when PostgreSQL is too old */
export async function withMigrationSession<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  // A migration takes as long as its table is large; what it waits for has limits of its own.
  const client = new pg.Client({ ...connection, ...NO_LIMIT, application_name: 'stowage-migrate' });
  // A session that waits may be lost; the next statement reports it.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(BEGIN_LONG_SESSION);
    await refuseOld(client);
    return await work(client);
  } catch (error) {
    if ((error as pg.DatabaseError).code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new Error(`The role of the database may not do this: ${messageOf(error)}. See docs/database-roles.md`, { cause: error });
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * What a start does about pending changes: applies them, waits until `stowage migrate` has, or refuses.
 * @throws Error when it refuses, was stopped while it waited, or can't work with the database
 */
export async function bringUpToDate(connection: pg.ClientConfig, { mode, say, stopped, runtime, pollMs = POLL_MS }: Options): Promise<void> {
  await withMigrationSession(connection, async (client) => {
    const pending = await readPendingChanges(client);
    if (mode === 'auto' && (await mayMigrate(client))) {
      const applied = (await migrate(client, { connection, say })).length;
      if (applied > 0) say(`The database was brought up to date (${counted(applied, 'migration')})`);
    } else if (isPending(pending)) {
      const advice = mode === 'auto' ? 'set DATABASE_OWNER_URL to the owner of its tables' : 'set STOWAGE_MIGRATE=auto';
      if (mode !== 'wait' || stopped === undefined) throw new Error(`The database lacks ${summaryOf(pending)}. Run stowage migrate first, or ${advice}`);
      await waitUntilApplied(client, { say, stopped, pollMs });
    }
    if (pending.later.length > 0) say(`The database has ${counted(pending.later.length, 'migration')} of a later version. This version works with it`);
    await prepareFor(runtime, { owner: client, connection });
    if (runtime === undefined) await sayUnlessSeparate(client, say);
  });
}

/**
 * Makes a migrated database ready for processes: a web process enqueues jobs before it runs any, or runs none.
 * @param runtime gets its rights; undefined when the owner is the role of the processes
 */
export async function prepareFor(runtime: RuntimeRole | undefined, { owner, connection }: { owner: pg.Client; connection: pg.ClientConfig }): Promise<void> {
  if (runtime === undefined) {
    if (!(await hasQueue(owner)) && (await mayMigrate(owner))) await migrateQueue(connection);
    return;
  }
  await migrateQueue(connection);
  await prepareRuntimeRole(owner, runtime);
}

async function hasQueue(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('graphile_worker.jobs') is not null as exists`);
  return rows[0]?.exists === true;
}

async function sayUnlessSeparate(client: pg.Client, say: Options['say']): Promise<void> {
  const rights = await readRoleRights(client);
  if (rights === undefined || isSeparate(rights)) return;
  say(`The role ${rights.role} owns the tables that it uses, and could change the audit log: see docs/database-roles.md`);
}

async function waitUntilApplied(
  client: pg.Client,
  { say, stopped, pollMs }: { say: Options['say']; stopped: Promise<unknown>; pollMs: number },
): Promise<void> {
  const first = await readPendingChanges(client);
  say(`Waiting until stowage migrate has applied ${summaryOf(first)} …`);
  const isStopped = stopped.then(() => true);
  do {
    if (await Promise.race([isStopped, sleep(pollMs, false)])) throw new Error('Stopped while waiting for migrations');
  } while (isPending(await readPendingChanges(client)));
}

export function isPending({ migrations, functions }: PendingChanges): boolean {
  return migrations.length + functions.length > 0;
}

function summaryOf({ migrations, functions }: PendingChanges): string {
  return [...count(migrations, 'migration'), ...count(functions, 'function file')].join(' and ');
}

function count(names: readonly string[], word: string): string[] {
  return names.length === 0 ? [] : [counted(names.length, word)];
}

async function refuseOld(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: string; version: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as version`,
  );
  if (Number(rows[0]?.number) < OLDEST_SERVER) throw new Error(`Stowage needs PostgreSQL 15 or later; this one is ${rows[0]?.version}`);
}
