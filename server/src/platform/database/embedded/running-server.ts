import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import { type ClusterLayout, clusterPassword, SOCKET_NAME } from './cluster.ts';
import { findPostmaster } from './postmaster.ts';
import { isAlive } from './process-alive.ts';

const STOP_TIMEOUT_MS = 20_000;
/** The name of the lock's connection, followed by the id of the process that holds it. */
const LOCK_NAME = 'stowage-lock';

export function connectionTo(layout: ClusterLayout, port: number): pg.ClientConfig {
  const host = process.platform === 'win32' ? '127.0.0.1' : layout.socketFolder;
  return { host, port, user: 'stowage', password: clusterPassword(layout), database: 'postgres' };
}

/** How a new connection ends. `none`: no server accepts it. `starting`: the server says that it starts, recovers or stops. */
type Answer = 'ready' | 'starting' | 'not ready' | 'none';

const CANNOT_CONNECT_NOW = '57P03';

export async function probe(connection: pg.ClientConfig): Promise<Answer> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return 'ready';
  } catch (error) {
    return answerIn(error as NodeJS.ErrnoException);
  } finally {
    await client.end().catch(() => {});
  }
}

function answerIn({ code, syscall }: NodeJS.ErrnoException): Answer {
  if (code === CANNOT_CONNECT_NOW) return 'starting';
  // A busy server's queue of connections may be full.
  return syscall === 'connect' && code !== 'EAGAIN' ? 'none' : 'not ready';
}

interface RunningServer {
  /** Undefined when its process is not visible here: it runs in another container. */
  readonly pid: number | undefined;
  readonly connection: pg.ClientConfig;
  readonly answer: Answer;
}

/**
 * The server that runs on this data, if one does. Its process shows that, or its socket: containers that share the data see each
 * other's sockets, and not each other's processes.
 */
export async function findServer(layout: ClusterLayout): Promise<RunningServer | undefined> {
  const visible = findPostmaster(layout);
  if (visible === undefined && !existsSync(path.join(layout.socketFolder, SOCKET_NAME))) return undefined;
  const connection = connectionTo(layout, visible?.port ?? 5432);
  const answer = await probe(connection);
  if (visible === undefined && answer === 'none') return undefined;
  // It may have started since.
  return { pid: (visible ?? findPostmaster(layout))?.pid, connection, answer };
}

/**
 * Holds the lock that says "this data is being served". It ends with the connection, so a crash frees it.
 * @returns undefined when another process holds it
 */
export async function takeServerLock(connection: pg.ClientConfig): Promise<pg.Client | undefined> {
  const client = new pg.Client({ ...connection, application_name: `${LOCK_NAME} ${process.pid}` });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [ADVISORY_LOCKS.server]);
  if (rows[0]?.taken) return client;
  await client.end();
  return undefined;
}

/**
 * Whether a living process serves this data. On a busy machine PostgreSQL notices only after seconds that the process with the
 * lock was killed; a server that accepts no connection is stopping.
 */
export async function isServed(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  try {
    await client.connect();
    const text = 'select split_part(application_name, $1, 2) as owner from pg_stat_activity where application_name like $2';
    const { rows } = await client.query<{ owner: string }>(text, [`${LOCK_NAME} `, `${LOCK_NAME}%`]);
    return rows.some(({ owner }) => isAlive(Number(owner)));
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

export async function stopProcess(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (isAlive(pid)) process.kill(pid, signal);
    const deadline = performance.now() + STOP_TIMEOUT_MS;
    while (isAlive(pid) && performance.now() < deadline) await sleep(10);
    if (!isAlive(pid)) return;
  }
}
