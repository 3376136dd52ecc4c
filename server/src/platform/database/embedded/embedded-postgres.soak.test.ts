import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { query, useClusterFolders } from '../../../../test/clusters/cluster-folders.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const clusters = useClusterFolders();

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

const postmasterPid = (folder: string) => Number(readFileSync(path.join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);

it.runIf(process.platform === 'linux')('a start waits for a busy machine to notice that the owner was killed', async () => {
  const folder = await clusters.copied();
  const owner = await clusters.serveElsewhere();
  const visitor = await startEmbeddedPostgres({ folder, purpose: 'visit' });
  const [lock] = await query<{ pid: number }>(visitor.connection, "select pid from pg_stat_activity where application_name like 'stowage-lock %'");
  // The processes that notice it: PostgreSQL's side of the lock, and the watchdog.
  const late = [lock?.pid ?? 0, ...processesWith(`kill -INT ${postmasterPid(folder)}`)];
  expect(late).toHaveLength(2);
  for (const pid of late) process.kill(pid, 'SIGSTOP');
  owner.kill('SIGKILL');
  setTimeout(() => late.forEach((pid) => void process.kill(pid, 'SIGCONT')), 4_000);
  const next = await startEmbeddedPostgres({ folder, purpose: 'serve' });
  expect(await query(next.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await next.stop();
});

it('a server starts again after the whole tree was killed, also when another process has the old process id', async () => {
  const folder = await clusters.copied();
  const owner = await clusters.serveElsewhere();
  const pid = postmasterPid(folder);
  process.kill(pid, 'SIGKILL');
  owner.kill('SIGKILL');
  const lockFile = path.join(folder, 'postgres/data/postmaster.pid');
  await expect.poll(() => existsSync(lockFile)).toBe(true);
  writeFileSync(lockFile, readFileSync(lockFile, 'utf8').replace(/^\d+/, String(process.pid)));
  const next = await startEmbeddedPostgres({ folder, purpose: 'serve' });
  expect(await query(next.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await next.stop();
});

it('a database that dies alone is restarted', async () => {
  const folder = await clusters.copied();
  const server = await startEmbeddedPostgres({ folder, purpose: 'serve' });
  process.kill(postmasterPid(folder), 'SIGKILL');
  await expect.poll(() => query(server.connection, 'select 1 as one').catch(() => undefined)).toEqual([{ one: 1 }]);
  await server.stop();
});
