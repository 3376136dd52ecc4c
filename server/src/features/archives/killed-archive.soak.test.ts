import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { openArchives } from '../../../test/fixtures/archives/test-archives.ts';
import { seedMovements } from '../../../test/fixtures/races/many-movements.ts';
import { urlOf } from '../../../test/server-process.ts';
import { createTestApp, TEST_SECRETS } from '../../../test/test-app.ts';
import { verifyStock } from '../../commands/audit.ts';
import { encryptionKeyOf, fixedKeyring } from '../../platform/keys/keyring.ts';
import { checkoutRoot } from '../../platform/paths.ts';
import { listCountDifferences } from '../inventory/internals.ts';

const MOVEMENTS = 200_000;
const LISTINGS = 1_000;
const KILLS = 8;
/** From the moment on in which the command has its session. */
const LONGEST_WORK_MS = 2_000;
const KEY = 'an encryption key that the command shares with the test';

const secrets = { ...TEST_SECRETS, encryptionKey: fixedKeyring(encryptionKeyOf(KEY).key) };
const test = await createTestApp({ secrets });
const { client, run, fileOf, folder, partitions, nextPartition } = await openArchives(test);
const home = mkdtempSync(path.join(os.tmpdir(), 'stowage-killed-archive-'));
chmodSync(home, 0o711);
afterAll(() => rmSync(home, { recursive: true, force: true }));

const summary = async () =>
  (await client.query(`select count(*)::int as rows, sum(hashtextextended(m::text, 0)) as hash from stock_movements m where id < 10000000`)).rows[0];

let sessions = 0;
/** Whether a command has begun to work that had not before. */
async function hasSession(): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>(`select coalesce(max(pid), 0) as pid from pg_stat_activity where application_name = 'stowage-archive'`);
  const pid = rows[0]?.pid ?? 0;
  if (pid === 0 || pid === sessions) return false;
  sessions = pid;
  return true;
}

/** Runs a command in a process of its own. @param workMs when it is killed @returns its exit code, null when it was killed, and what it said */
async function command(words: readonly string[], workMs?: number): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [path.join(checkoutRoot(), 'server/dist/cli.js'), ...words], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: urlOf(test.connection),
      DATABASE_OWNER_URL: urlOf(test.owner.connection),
      STOWAGE_DATA_DIR: home,
      STOWAGE_ENCRYPTION_KEY: KEY,
      STOWAGE_TOKEN_KEY: 'a token key of tests that is long enough',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (workMs !== undefined) {
    const isOver = ended.then(() => true);
    while (!(await Promise.race([isOver, hasSession()]))) await sleep(20);
    await Promise.race([isOver, sleep(workMs)]);
    child.kill('SIGKILL');
  }
  return { code: await ended, said };
}

/** Kills the command several times at moments that differ, and then lets it end. */
async function insist(words: readonly string[]): Promise<void> {
  const ends = [];
  for (let nth = 1; nth <= KILLS; nth += 1) ends.push(await command(words, (LONGEST_WORK_MS * nth) / KILLS));
  ends.push(await command(words));
  // One of them did the work to its end, and those after it had nothing to do.
  expect(
    ends.map(({ code }) => code),
    ends.map(({ said }) => said).join('---'),
  ).toContain(0);
}

const scans = { acknowledged: 0, slowestMs: 0, refused: [] as string[], isOver: false };
let scanning: Promise<void> | undefined;
afterAll(async () => {
  scans.isOver = true;
  await scanning;
});

it('loses no movement when the commands are killed again and again, while people scan', async () => {
  await seedMovements(client, MOVEMENTS, LISTINGS);
  const person = await test.signIn('ROLE_ADMIN');
  const before = await summary();
  await nextPartition('stock_movements');
  scanning = (async () => {
    while (!scans.isOver) {
      const started = performance.now();
      const answer = await person.post('/api/sfinventory', { productId: `M-${1 + (scans.acknowledged % LISTINGS)}`, locationId: 1 + (scans.acknowledged % 8) });
      scans.slowestMs = Math.max(scans.slowestMs, performance.now() - started);
      if (answer.statusCode === 200) scans.acknowledged += 1;
      else scans.refused.push(answer.body);
      await sleep(10);
    }
  })();
  await expect
    .poll(
      async () => {
        await run('seal-ledger');
        return (await client.query<{ is: boolean }>('select coalesce(max(last_id) >= 10000000, false) as is from ledger_seals')).rows[0]?.is;
      },
      { timeout: 120_000, interval: 200 },
    )
    .toBe(true);

  await insist(['archive', '--before', '2100-01-01', '--to', folder]);
  expect(await partitions('stock_movements')).not.toContain('stock_movements_p1');
  expect(await summary()).toEqual({ rows: 0, hash: null });
  expect(await listCountDifferences(test.db)).toEqual([]);
  const said: string[] = [];
  expect(await verifyStock({ db: test.db, secrets }, (line) => said.push(line)), said.join()).toBe(0);

  await insist(['archive', 'attach', fileOf('stock_movements_p1')]);
  scans.isOver = true;
  await scanning;
  console.log(`${scans.acknowledged} scans beside the archive, slowest ${Math.round(scans.slowestMs)} ms`);
  expect(scans.refused).toEqual([]);
  expect(await summary()).toEqual(before);
  expect(await listCountDifferences(test.db)).toEqual([]);
  expect(await verifyStock({ db: test.db, secrets }, () => {})).toBe(0);
  expect((await client.query('select count(*)::int as scans from stock_movements where id >= 10000000')).rows).toEqual([{ scans: scans.acknowledged }]);
}, 600_000);
