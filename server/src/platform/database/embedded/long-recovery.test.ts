import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { postgresAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { clusterLayout, SOCKET_NAME } from './cluster.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-recovery-'));
  chmodSync(folder, 0o711);
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

/** Programs whose server begins its recovery, and starts once the returned file exists. */
function installSlowPrograms(): { native: string; begun: string; finish: string } {
  const [signs, bin] = [path.join(folder, 'signs'), path.join(folder, 'slow/native/bin')];
  for (const name of [signs, bin]) mkdirSync(name, { recursive: true, mode: 0o755 });
  const account = postgresAccount();
  if (account !== undefined) chownSync(signs, account.uid, account.gid);
  const { initdb, postgres } = findBinaries(account, path.join(folder, 'real'));
  const [begun, finish] = [path.join(signs, 'begun'), path.join(signs, 'finish')];
  const wait = `[ "$1" = --version ] || { touch '${begun}'; while [ ! -e '${finish}' ]; do sleep 0.05; done; }`;
  writeFileSync(path.join(bin, 'postgres'), `#!/bin/sh\n${wait}\nexec '${postgres}' "$@"\n`, { mode: 0o755 });
  writeFileSync(path.join(bin, 'initdb'), `#!/bin/sh\nexec '${initdb}' "$@"\n`, { mode: 0o755 });
  return { native: path.dirname(bin), begun, finish };
}

/** Answers on the socket as PostgreSQL does during a recovery. */
async function refuseConnections(): Promise<{ count(): number; close(): Promise<void> }> {
  const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is starting up', ''].join('\0');
  const message = Buffer.from(`E....${fields}\0`);
  message.writeInt32BE(message.length - 1, 1);
  let count = 0;
  const server: Server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(message));
    count += 1;
  });
  await new Promise<void>((resolve) => server.listen(path.join(clusterLayout(folder).socketFolder, SOCKET_NAME), resolve));
  return { count: () => count, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

it.skipIf(process.platform === 'win32')(
  'lets a server recover for as long as it takes, and says so',
  async () => {
    const { native, begun, finish } = installSlowPrograms();
    const said: string[] = [];
    const starting = startEmbeddedPostgres({ folder, purpose: 'serve', native, log: (line) => said.push(line) });
    const failed = starting.catch((error: Error) => error);
    await expect.poll(() => existsSync(begun)).toBe(true);
    const recovery = await refuseConnections();
    await expect.poll(recovery.count).toBeGreaterThan(0);
    vi.useFakeTimers({ toFake: ['performance'] });
    vi.advanceTimersByTime(10 * 60_000);
    const before = recovery.count();
    await expect.poll(recovery.count).toBeGreaterThan(before + 1);
    await recovery.close();
    writeFileSync(finish, '');
    expect(await failed).not.toBeInstanceOf(Error);
    const { connection, stop } = await starting;
    vi.useRealTimers();
    const client = new pg.Client(connection);
    await client.connect();
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();
    await stop();
    expect(said).toEqual([expect.stringContaining('PostgreSQL is still recovering')]);
  },
  120_000,
);

it.skipIf(process.platform === 'win32')('waits for a server as long as before when the clock is set forward', async () => {
  const { native, begun, finish } = installSlowPrograms();
  const starting = startEmbeddedPostgres({ folder, purpose: 'serve', native });
  const failed = starting.catch((error: Error) => error);
  await expect.poll(() => existsSync(begun)).toBe(true);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 });
  // The start looks every 15 ms.
  await new Promise((resolve) => setTimeout(resolve, 100));
  writeFileSync(finish, '');
  expect(await failed).not.toBeInstanceOf(Error);
  await (await starting).stop();
});
