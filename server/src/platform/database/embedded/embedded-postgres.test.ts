import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { query, useClusterFolders } from '../../../../test/clusters/cluster-folders.ts';
import { DataInUseError, startEmbeddedPostgres } from './embedded-postgres.ts';

const clusters = useClusterFolders();

describe('the embedded PostgreSQL', () => {
  it('starts cold, stops, and starts warm with its data', async () => {
    const folder = clusters.empty();
    const first = await startEmbeddedPostgres({ folder, purpose: 'serve' });
    await query(first.connection, 'create table kept as select 7 as number');
    await first.stop();
    expect(existsSync(path.join(folder, 'postgres/data/postmaster.pid'))).toBe(false);
    const second = await startEmbeddedPostgres({ folder, purpose: 'serve' });
    expect(await query(second.connection, 'select number from kept')).toEqual([{ number: 7 }]);
    await second.stop();
  });

  it('serves one process and accepts connections of others', async () => {
    const folder = await clusters.copied();
    const server = await startEmbeddedPostgres({ folder, purpose: 'serve' });
    await expect(startEmbeddedPostgres({ folder, purpose: 'serve' })).rejects.toBeInstanceOf(DataInUseError);
    const visitor = await startEmbeddedPostgres({ folder, purpose: 'visit' });
    expect(await query(visitor.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await visitor.stop();
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
  });

  it('uses and protects a server that runs in another container, whose processes are not visible here', async () => {
    const folder = await clusters.copied();
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
    const folder = await clusters.copied();
    const owner = await clusters.serveElsewhere();
    const visitor = await startEmbeddedPostgres({ folder, purpose: 'visit' });
    await query(visitor.connection, 'create table kept as select 7 as number');
    owner.kill('SIGKILL');
    const next = await startEmbeddedPostgres({ folder, purpose: 'serve' });
    expect(await query(next.connection, 'select number from kept')).toEqual([{ number: 7 }]);
    await next.stop();
  });

  it('deletes an incompletely created cluster, also when the killed start had the same process id, as in a container', async () => {
    const folder = clusters.empty();
    const drafts = [4_194_304, process.pid].map((pid) => path.join(folder, 'postgres', `init-${pid}`));
    for (const draft of drafts) mkdirSync(path.join(draft, 'data'), { recursive: true });
    chmodSync(path.join(folder, 'postgres'), 0o711);
    const server = await startEmbeddedPostgres({ folder, purpose: 'serve' });
    expect(drafts.filter((draft) => existsSync(draft))).toEqual([]);
    await server.stop();
  });

  it.skipIf(process.platform === 'win32')('lets no other account read its log, also one from before', async () => {
    const folder = await clusters.copied();
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
    const folder = await clusters.copied();
    const server = await startEmbeddedPostgres({ folder, purpose: 'serve' });
    await expect(query({ ...server.connection, password: 'guess' }, 'select 1')).rejects.toThrow('password authentication failed');
    await server.stop();
  });
});
