import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { postgresAccount } from '../src/platform/database/embedded/account.ts';

export const PGBOUNCER_MISSING = 'PgBouncer is not installed here: apt-get install pgbouncer';

export function hasPgBouncer(): boolean {
  return spawnSync('pgbouncer', ['--version'], { env: ENVIRONMENT }).status === 0;
}

const ENVIRONMENT = { PATH: `${process.env.PATH}:/usr/sbin` };
const START_MS = 10_000;

export interface PgBouncer {
  readonly connection: pg.ClientConfig;
  /** A paused one answers nothing, and keeps its connections. */
  pause(isOn: boolean): void;
  stop(): Promise<void>;
}

/** A real PgBouncer in transaction mode before the tests' PostgreSQL, with few connections, so that sessions are mixed. */
export async function startPgBouncer(connection: pg.ClientConfig): Promise<PgBouncer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-pgbouncer-'));
  const port = await freePort();
  const { host, port: serverPort, user = '', password = '' } = connection;
  writeFileSync(path.join(folder, 'users.txt'), `"${user}" "${password}"\n`);
  writeFileSync(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${host} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = 4
server_reset_query_always = 0
`,
  );
  const account = postgresAccount();
  for (const name of ['.', 'users.txt', 'pgbouncer.ini']) {
    if (account !== undefined) chownSync(path.join(folder, name), account.uid, account.gid);
    chmodSync(path.join(folder, name), name === '.' ? 0o700 : 0o600);
  }
  const child = spawn('pgbouncer', ['-q', path.join(folder, 'pgbouncer.ini')], { env: ENVIRONMENT, stdio: ['ignore', 'ignore', 'inherit'], ...account });
  const pooled = { ...connection, host: '127.0.0.1', port };
  await untilItAnswers(child, pooled);
  return {
    connection: pooled,
    pause: (isOn) => void child.kill(isOn ? 'SIGSTOP' : 'SIGCONT'),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilItAnswers(child: ChildProcess, connection: pg.ClientConfig): Promise<void> {
  for (const until = Date.now() + START_MS; ; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
    const client = new pg.Client(connection);
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
    } finally {
      await client.end().catch(() => {});
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
