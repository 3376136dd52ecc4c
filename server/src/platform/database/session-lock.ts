import pg from 'pg';
import type { DatabaseConnection } from './connection/connect.ts';
import { BEGIN_LONG_SESSION, NO_LIMIT } from './connection/sessions.ts';

/**
 * Does the work while a session of its own holds a lock, which ends with the session, also when the process is killed. Not on the
 * pool: a pooler in transaction mode gives each statement another session.
 * @returns undefined when another session holds the lock
 */
export async function withSessionLock<R>(connection: DatabaseConnection, lock: number, work: () => Promise<R>): Promise<{ readonly result: R } | undefined> {
  return withSession(connection, async (client) => {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock]);
    return rows[0]?.taken ? { result: await work() } : undefined;
  });
}

/** The same, and waits for the lock. */
export async function whenLocked<R>(connection: DatabaseConnection, lock: number, work: () => Promise<R>): Promise<R> {
  return withSession(connection, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lock]);
    return work();
  });
}

async function withSession<R>(connection: DatabaseConnection, use: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client({ ...connection, ...NO_LIMIT, application_name: 'stowage-lock' });
  // A session that breaks frees its lock; the work goes on, as after any lost lock.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(BEGIN_LONG_SESSION);
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}
