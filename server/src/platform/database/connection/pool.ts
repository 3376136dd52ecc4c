import { once } from 'node:events';
import pg from 'pg';
import type { Sessions } from './sessions.ts';

/** A server that does not answer keeps no process from ending. */
const CLOSE_MS = 2_000;

/** The sessions that each pool has opened and that are not closed yet. */
const counts = new WeakMap<pg.Pool, number>();

/** @param onError receives the errors of idle sessions, which the pool replaces itself */
export function openPool({ connection }: Pick<Sessions, 'connection'>, own: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ ...connection, ...own });
  // The pool has copied its options, and this one changes with the host in use.
  const address = Object.getOwnPropertyDescriptor(connection, 'connectionString');
  if (address !== undefined) Object.defineProperty(pool.options, 'connectionString', address);
  pool.on('error', onError);
  pool.on('connect', (client) => {
    count(pool, 1);
    // A checked-out client reports a broken connection by an event; without a listener it would end the process.
    client.on('error', onError);
  });
  return pool.on('remove', () => count(pool, -1));
}

function count(pool: pg.Pool, change: number): void {
  counts.set(pool, (counts.get(pool) ?? 0) + change);
}

/** Ends a pool, and waits until its sessions are closed. The driver's own end does not: a server that stops next would break them. */
export async function endPool(pool: pg.Pool): Promise<void> {
  await pool.end();
  const late = AbortSignal.timeout(CLOSE_MS);
  try {
    while ((counts.get(pool) ?? 0) > 0) await once(pool, 'remove', { signal: late });
  } catch {
    // Too late, or a session broke: it is gone either way.
  }
}
