import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { DatabaseConnection } from '../../platform/database/connection/connect.ts';
import { BEGIN_LONG_SESSION, NO_LIMIT } from '../../platform/database/connection/sessions.ts';
import { mayMigrate } from '../../platform/database/roles/runtime-role.ts';
import type { Partition } from './partition.repository.ts';

/** Held by `stowage archive`. */
const ARCHIVE_LOCK = 871_027;

/** The session of a killed command ends with its statement. */
const LOCK_PATIENCE_MS = 60_000;
const LOCK_POLL_MS = 200;
const LOCK_NOT_AVAILABLE = '55P03';

/** A session of the tables' owner, for statements that no transaction can contain. It holds the lock of the archive. */
export interface OwnerSession {
  /** The rows of a partition in the order of their ids, as COPY writes them in UTC. */
  copyRows(partition: string, columns: readonly string[]): Promise<Readable>;
  /** Takes rows into a partition that is not attached. */
  takeRows(partition: string, columns: readonly string[]): Writable & { readonly rowCount: number };
  /** Waits for the transactions that use the table; those that begin meanwhile don't wait. @returns false when the time was not enough */
  detach(partition: Partition, lockTimeoutMs: number): Promise<boolean>;
  close(): Promise<void>;
}

/** @throws Error when the role does not own the tables, or when another archive command runs */
export async function openOwnerSession(connection: DatabaseConnection): Promise<OwnerSession> {
  const client = new pg.Client({ ...connection, ...NO_LIMIT, application_name: 'stowage-archive' });
  // A lost connection also fails the running statement, which reports the error.
  client.on('error', () => {});
  await client.connect();
  try {
    await prepare(client);
  } catch (error) {
    await client.end();
    throw error;
  }
  const listOf = (columns: readonly string[]) => columns.map((name) => pg.escapeIdentifier(name)).join(', ');
  const nameOf = (partition: string) => `partitions.${pg.escapeIdentifier(partition)}`;
  return {
    async copyRows(partition, columns) {
      return client.query(copyTo(`copy (select ${listOf(columns)} from ${nameOf(partition)} order by id) to stdout`));
    },
    takeRows: (partition, columns) => client.query(copyFrom(`copy ${nameOf(partition)} (${listOf(columns)}) from stdin`)),
    async detach({ table, name, isDetaching }, lockTimeoutMs) {
      await client.query(`set lock_timeout = ${lockTimeoutMs}`);
      try {
        await client.query(`alter table public.${pg.escapeIdentifier(table)} detach partition ${nameOf(name)} ${isDetaching ? 'finalize' : 'concurrently'}`);
        return true;
      } catch (error) {
        if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false;
        throw error;
      } finally {
        await client.query('reset lock_timeout').catch(() => {});
      }
    },
    close: () => client.end(),
  };
}

async function prepare(client: pg.Client): Promise<void> {
  await client.query(BEGIN_LONG_SESSION);
  // COPY writes dates as the session shows them.
  await client.query(`set time zone 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'`);
  if (!(await mayMigrate(client))) {
    throw new Error('Only the owner of the tables can archive: set DATABASE_OWNER_URL for this command. See docs/database-roles.md');
  }
  for (const deadline = performance.now() + LOCK_PATIENCE_MS; ; await sleep(LOCK_POLL_MS)) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [ARCHIVE_LOCK]);
    if (rows[0]?.taken) return;
    if (performance.now() > deadline) throw new Error('Another archive command is running');
  }
}
