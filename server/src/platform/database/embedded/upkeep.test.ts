import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postgresAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { clusterLayout, hasCluster } from './cluster.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { rotateLog } from './server-log.ts';
import { memorySettings } from './settings.ts';
import { finishSwap, markComplete } from './upgrade/swap-clusters.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-upkeep-'));
  chmodSync(folder, 0o711);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function makeFile(name: string, content: string): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), content);
}
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');

describe('a start', () => {
  const start = () => startEmbeddedPostgres({ folder, purpose: 'serve' });

  it('refuses a database of another major version, with the way out', async () => {
    makeFile('postgres/data/PG_VERSION', '17\n');
    const account = postgresAccount();
    if (account !== undefined) chownSync(path.join(folder, 'postgres/data'), account.uid, account.gid);
    await expect(start()).rejects.toThrow('was made by PostgreSQL 17, and this version of Stowage has PostgreSQL 18. Run stowage upgrade-postgres');
    makeFile('postgres/data/PG_VERSION', '99\n');
    await expect(start()).rejects.toThrow('was made by PostgreSQL 99, which is newer than the PostgreSQL 18 of this version');
  });
});

describe.runIf(process.getuid?.() === 0)('programs that another account can’t reach', () => {
  it('are copied, and again when the package has changed', () => {
    const account = postgresAccount();
    const copies = path.join(folder, 'postgres/native');
    const install = (version: string) => {
      makeFile('closed/package.json', JSON.stringify({ version }));
      makeFile('closed/native/bin/postgres', `#!/bin/sh\necho 'postgres (PostgreSQL) ${version}'\n`);
      for (const name of ['closed/native/bin/postgres', 'closed/native', 'closed/native/bin']) chmodSync(path.join(folder, name), 0o755);
      chmodSync(path.join(folder, 'closed'), 0o700);
      return findBinaries(account, copies, path.join(folder, 'closed/native'));
    };
    makeFile('postgres/native/bin/postgres', 'copied before copies had a version');
    expect(install('18.1.0')).toMatchObject({ postgres: `${copies}-18.1.0/bin/postgres`, major: 18 });
    expect(install('18.2.0-beta.17').postgres).toBe(`${copies}-18.2.0-beta.17/bin/postgres`);
    expect([existsSync(copies), existsSync(`${copies}-18.1.0`)]).toEqual([false, false]);
  });
});

describe('the log of the server', () => {
  it('is moved once it is large, in place of the one before', () => {
    makeFile('server.log', 'short');
    rotateLog(path.join(folder, 'server.log'), 5);
    expect(existsSync(path.join(folder, 'server.log.1'))).toBe(false);
    makeFile('server.log', 'longer');
    rotateLog(path.join(folder, 'server.log'), 5);
    expect([read('server.log'), read('server.log.1')]).toEqual(['', 'longer']);
  });
});

describe('the memory settings', () => {
  it.each([
    [0.5, '128MB', '256MB', '64MB', '512MB'],
    [2, '256MB', '1024MB', '64MB', '512MB'],
    [16, '2048MB', '8192MB', '512MB', '4096MB'],
    [512, '8192MB', '65536MB', '1024MB', '4096MB'],
  ])('follow a machine with %s GB', (gigabytes, shared_buffers, effective_cache_size, maintenance_work_mem, max_wal_size) => {
    expect(memorySettings(gigabytes * 1024 ** 3)).toEqual({ shared_buffers, effective_cache_size, maintenance_work_mem, max_wal_size });
  });
});

describe('the swap after an upgrade', () => {
  const data = (root: string) => `${root}/data/PG_VERSION`;
  const swapped = () => [read(data('postgres')), read(data('postgres-17')), existsSync(path.join(folder, 'postgres-upgrade'))];

  beforeEach(() => {
    makeFile(data('postgres'), '17');
    makeFile(data('postgres-upgrade/postgres'), '18');
  });

  it('waits for the decision', () => {
    finishSwap(folder);
    expect(read(data('postgres'))).toBe('17');
  });

  it('is finished by the next start, wherever it was killed', () => {
    markComplete(folder, 17);
    // Killed between the two renames.
    makeFile(data('postgres-17'), '17');
    rmSync(clusterLayout(folder).folder, { recursive: true });
    expect(hasCluster(folder)).toBe(true);
    finishSwap(folder);
    expect(swapped()).toEqual(['18', '17', false]);
    // Killed after both.
    makeFile('postgres-upgrade/complete', 'postgres-17');
    finishSwap(folder);
    expect(swapped()).toEqual(['18', '17', false]);
  });

  it('keeps the old clusters of earlier upgrades', () => {
    makeFile(data('postgres-17'), 'earlier');
    markComplete(folder, 17);
    finishSwap(folder);
    expect([read(data('postgres-17')), read(data('postgres-17-2'))]).toEqual(['earlier', '17']);
  });
});
