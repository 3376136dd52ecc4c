import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import { type ClusterLayout, clusterPassword, isAlive } from './cluster.ts';

const STOP_TIMEOUT_MS = 20_000;

export function connectionTo(layout: ClusterLayout, port: number): pg.ClientConfig {
  const host = process.platform === 'win32' ? '127.0.0.1' : layout.socketFolder;
  return { host, port, user: 'stowage', password: clusterPassword(layout), database: 'postgres' };
}

export async function probe(connection: pg.ClientConfig): Promise<'ready' | 'not ready'> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return 'ready';
  } catch {
    return 'not ready';
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Holds the lock that says "this data is being served". It ends with the connection, so a crash frees it.
 * @returns undefined when another process holds it
 */
export async function takeServerLock(connection: pg.ClientConfig): Promise<pg.Client | undefined> {
  const client = new pg.Client({ ...connection, application_name: 'stowage-lock' });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [ADVISORY_LOCKS.server]);
  if (rows[0]?.taken) return client;
  await client.end();
  return undefined;
}

export async function stopProcess(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (isAlive(pid)) process.kill(pid, signal);
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (isAlive(pid) && Date.now() < deadline) await sleep(10);
    if (!isAlive(pid)) return;
  }
}
