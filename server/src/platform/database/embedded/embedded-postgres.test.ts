import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataInUseError, startEmbeddedPostgres } from './embedded-postgres.ts';

let folder = '';
/** A stopped cluster, created once by the first test and copied for the tests that can share one. */
const made = mkdtempSync(path.join(os.tmpdir(), 'stowage-embedded-made-'));
chmodSync(made, 0o711);

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-embedded-'));
  chmodSync(folder, 0o711);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => rmSync(made, { recursive: true, force: true }));

/** Copies that cluster into the folder with its owners, which PostgreSQL checks. */
async function copyCluster(): Promise<void> {
  if (!existsSync(path.join(made, 'postgres/data'))) await (await startEmbeddedPostgres({ folder: made, purpose: 'serve' })).stop();
  if (process.platform === 'win32') cpSync(made, folder, { recursive: true });
  else execFileSync('cp', ['-a', `${made}/.`, folder]);
}

async function query<T>(connection: pg.ClientConfig, text: string): Promise<T[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  return client
    .query(text)
    .then(
      ({ rows }) => rows as T[],
      (error) => {
        throw error;
      },
    )
    .finally(() => client.end());
}

/** A separate process that serves the folder, to be killed. */
async function serveElsewhere(): Promise<ChildProcess> {
  const script = path.resolve('server/test/serve-database.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()));
  return child;
}

/** The ids of the processes whose command line contains a text. */
function processesWith(text: string): number[] {
  const commandOf = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && commandOf(name).includes(text))
    .map(Number);
}

const postmasterPid = () => Number(readFileSync(path.join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);

describe('the embedded PostgreSQL', () => {
  it('starts cold, stops, and starts warm with its data', async () => {
    const first = await startEmbeddedPostgres({ folder, purpose: 'serve' });
    await query(first.connection, 'create table kept as select 7 as number');
    await first.stop();
    expect(existsSync(path.join(folder, 'postgres/data/postmaster.pid'))).toBe(false);
    const second = await startEmbeddedPostgres({ folder, purpose: 'serve' });
    expect(await query(second.connection, 'select number from kept')).toEqual([{ number: 7 }]);
    await second.stop();
  });

  it('serves one process and accepts connections of others', async () => {
    await copyCluster();
    const server = await startEmbeddedPostgres({ folder, purpose: 'serve' });
    await expect(startEmbeddedPostgres({ folder, purpose: 'serve' })).rejects.toBeInstanceOf(DataInUseError);
    const visitor = await startEmbeddedPostgres({ folder, purpose: 'visit' });
    expect(await query(visitor.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await visitor.stop();
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
  });

  it('uses and protects a server that runs in another container, whose processes are not visible here', async () => {
    await copyCluster();
    const server = await startEmbeddedPostgres({ folder, purpose: 'serve' });
    const lockFile = path.join(folder, 'postgres/data/postmaster.pid');
    const written = readFileSync(lockFile, 'utf8');
    // The first process of that container: here it is another one.
    const elsewhere = written.replace(/^\d+/, '1');
    writeFileSync(lockFile, elsewhere);
    await expect(startEmbeddedPostgres({ folder, purpose: 'serve' })).rejects.toBeInstanceOf(DataInUseError);
    const visitor = await startEmbeddedPostgres({ folder, purpose: 'visit' });
    expect(await query(visitor.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await visitor.stop();
    expect(readFileSync(lockFile, 'utf8')).toBe(elsewhere);
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    writeFileSync(lockFile, written);
    await server.stop();
  });

  it('loses nothing and starts again after its owner was killed', async () => {
    await copyCluster();
    const owner = await serveElsewhere();
    const visitor = await startEmbeddedPostgres({ folder, purpose: 'visit' });
    await query(visitor.connection, 'create table kept as select 7 as number');
    owner.kill('SIGKILL');
    const next = await startEmbeddedPostgres({ folder, purpose: 'serve' });
    expect(await query(next.connection, 'select number from kept')).toEqual([{ number: 7 }]);
    await next.stop();
  });

  it.runIf(process.platform === 'linux')('waits for a busy machine to notice that its owner was killed', async () => {
    await copyCluster();
    const owner = await serveElsewhere();
    const visitor = await startEmbeddedPostgres({ folder, purpose: 'visit' });
    const [lock] = await query<{ pid: number }>(visitor.connection, "select pid from pg_stat_activity where application_name like 'stowage-lock %'");
    // The processes that notice it: PostgreSQL's side of the lock, and the watchdog.
    const late = [lock?.pid ?? 0, ...processesWith(`kill -INT ${postmasterPid()}`)];
    expect(late).toHaveLength(2);
    for (const pid of late) process.kill(pid, 'SIGSTOP');
    owner.kill('SIGKILL');
    setTimeout(() => late.forEach((pid) => void process.kill(pid, 'SIGCONT')), 4_000);
    const next = await startEmbeddedPostgres({ folder, purpose: 'serve' });
    expect(await query(next.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await next.stop();
  });

  it('starts again after the whole tree was killed, also when another process has the old process id', async () => {
    await copyCluster();
    const owner = await serveElsewhere();
    const pid = postmasterPid();
    process.kill(pid, 'SIGKILL');
    owner.kill('SIGKILL');
    const lockFile = path.join(folder, 'postgres/data/postmaster.pid');
    await expect.poll(() => existsSync(lockFile)).toBe(true);
    writeFileSync(lockFile, readFileSync(lockFile, 'utf8').replace(/^\d+/, String(process.pid)));
    const next = await startEmbeddedPostgres({ folder, purpose: 'serve' });
    expect(await query(next.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await next.stop();
  });

  it('deletes an incompletely created cluster, also when the killed start had the same process id, as in a container', async () => {
    const drafts = [4_194_304, process.pid].map((pid) => path.join(folder, 'postgres', `init-${pid}`));
    for (const draft of drafts) mkdirSync(path.join(draft, 'data'), { recursive: true });
    chmodSync(path.join(folder, 'postgres'), 0o711);
    const server = await startEmbeddedPostgres({ folder, purpose: 'serve' });
    expect(drafts.filter((draft) => existsSync(draft))).toEqual([]);
    await server.stop();
  });

  it('is restarted when only the database dies', async () => {
    await copyCluster();
    const server = await startEmbeddedPostgres({ folder, purpose: 'serve' });
    process.kill(postmasterPid(), 'SIGKILL');
    await expect.poll(() => query(server.connection, 'select 1 as one').catch(() => undefined)).toEqual([{ one: 1 }]);
    await server.stop();
  });

  it.skipIf(process.platform === 'win32')('lets no other account read its log, also one from before', async () => {
    await copyCluster();
    const logs = ['server.log', 'server.log.1'].map((name) => path.join(folder, 'postgres', name));
    for (const log of logs) writeFileSync(log, 'from before', { mode: 0o644 });
    for (const log of logs) chmodSync(log, 0o644);
    const server = await startEmbeddedPostgres({ folder, purpose: 'serve' });
    await server.stop();
    expect(logs.map((log) => statSync(log).mode & 0o777)).toEqual([0o600, 0o600]);
    rmSync(logs[0] ?? '');
    await (await startEmbeddedPostgres({ folder, purpose: 'serve' })).stop();
    expect(statSync(logs[0] ?? '').mode & 0o777).toBe(0o600);
  });

  it('protects its password from other users', async () => {
    await copyCluster();
    const server = await startEmbeddedPostgres({ folder, purpose: 'serve' });
    await expect(query({ ...server.connection, password: 'guess' }, 'select 1')).rejects.toThrow('password authentication failed');
    await server.stop();
  });
});
