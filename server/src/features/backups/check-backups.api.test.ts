import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { HOUR_MS, MINUTE_MS } from '@stowage/contract/formats/durations';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/test-app.ts';
import { endRun, startRun } from './backup-run.repository.ts';
import { backupState } from './backup-state.ts';
import { createBackups } from './backups.ts';
import { checkBackupsTask, problemsOf } from './check-backups.task.ts';

const { app, db, clock, signIn, context } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const staff = await signIn();
const spool = mkdtempSync(path.join(os.tmpdir(), 'stowage-spool-'));
afterAll(() => rmSync(spool, { recursive: true }));
const check = async (isSetUp = true) => checkBackupsTask({ db, clock, isSetUp, spool, since: clock.now() }).run({}, new AbortController().signal);
/** Signs in again, because the clock passes the life of a token. */
const alerts = async ({ email: username, password }: SignedIn): Promise<string[]> => {
  const { token } = (await app.inject({ method: 'POST', url: '/api/login', payload: { username, password } })).json();
  const answer = await app.inject({ url: '/api/notifications?tab=ALERTS', headers: { authorization: `Bearer ${token}` } });
  return answer.json().data.flatMap(({ kind, title }: { kind: string; title: string }) => (kind === 'backup-problem' ? [title] : []));
};

it('alerts administrators once a day to a failed or late backup and to changes that wait, and to nothing while none is set up', async () => {
  clock.set(new Date());
  await check();
  expect(await alerts(admin)).toEqual([]);

  const run = await startRun(db, 'BACKUP', { name: '20261120T023000Z', now: clock.now() });
  await endRun(db, run, { finishedAt: clock.now(), bytes: 7 });
  clock.advance(27 * HOUR_MS);
  await check(false);
  expect(await alerts(admin)).toEqual([]);
  await check();
  await check();
  expect(await alerts(admin)).toEqual(['The last backup is older than 26 hours']);

  // A run that was killed counts as failed when the next one begins.
  await startRun(db, 'BACKUP', { name: '20261121T023000Z', now: clock.now() });
  await startRun(db, 'BACKUP', { name: '20261121T024500Z', now: clock.now() });
  mkdirSync(spool, { recursive: true });
  writeFileSync(path.join(spool, '000000010000000000000007'), 'a segment');
  utimesSync(path.join(spool, '000000010000000000000007'), new Date(), new Date());
  clock.set(new Date(Date.now() + 11 * MINUTE_MS));
  await check();
  expect(await alerts(admin)).toEqual(expect.arrayContaining(['Changes are not reaching the backup target']));
  expect(await alerts(staff)).toEqual([]);
});

it('alerts about settings with which no backup can begin, and about changes that reach no target, also with an external database', async () => {
  await sql`delete from backups`.execute(db);
  await sql`delete from notifications`.execute(db);
  clock.set(new Date());
  const backup = { target: path.join(spool, 'target'), passphraseFile: path.join(spool, 'missing'), at: '02:30', keep: '7d', s3: context.backup.s3 };
  const backups = createBackups({ ...context, backup, databaseServer: { isEmbedded: false }, fileFolders: [] });
  const stop = backups.start();
  try {
    await expect.poll(async () => (await backups.state()).failure).toContain("The passphrase can't be read");
    await expect.poll(async () => (await backups.state()).waitingSince).toEqual(clock.now());
    clock.advance(11 * MINUTE_MS);
    await backups.tasks[0]?.run({}, new AbortController().signal);
    expect((await alerts(admin)).toSorted()).toEqual(['Changes are not reaching the backup target', 'The backup failed']);
  } finally {
    await stop();
  }
});

it('counts the age of a missing backup from the first one that was tried, not from the start of the process', async () => {
  await sql`delete from backups`.execute(db);
  const at = new Date(clock.now().getTime() - 27 * HOUR_MS);
  await startRun(db, 'BACKUP', { name: '20261101T023000Z', now: at });
  const state = await backupState({ db, clock, isSetUp: true, spool: undefined });
  expect(problemsOf(state, { now: clock.now(), since: clock.now() })).toMatchObject([{ title: 'There is no backup yet' }]);
});
