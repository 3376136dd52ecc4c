import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DAY_MS } from '@stowage/contract/formats/durations';
import { afterAll, expect, it } from 'vitest';
import { startTestS3 } from '../../../test/fixtures/test-s3.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { readRunTimes } from './backup-run.repository.ts';
import { openBackupRunner } from './backup-runner.ts';
import { planRestore } from './restore/plan-restore.ts';
import { restore } from './restore/restore.ts';
import { entriesOf } from './restore/restore-files.ts';
import { openTarget } from './settings.ts';
import { type FileEntry, objectOf } from './vault/file-list.ts';
import { keyOf } from './vault/keys-file.ts';
import { listBackups } from './vault/manifest.ts';
import { verify } from './verify/verify.ts';

const { db, connection, owner, documentFolder, filePlaces, signIn, app } = await createTestApp();
const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-files-backup-'));
afterAll(() => rmSync(folder, { recursive: true }));
const passphraseFile = path.join(folder, 'passphrase');
writeFileSync(passphraseFile, 'a passphrase of tests');
const target = { target: path.join(folder, 'target'), passphraseFile, s3: { endpoint: undefined, region: 'us-east-1' } };
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };
const keys = { accessTokenKey: 'a key', encryptionKey: 'a key of tests' };
const FOLDERS = ['documents/files'];

/** As with an external database, whose own tools back it up. */
const open = (to = target, options = { mayBegin: false }) =>
  openBackupRunner(
    {
      ...{ db, connection, owner, clock, secrets: { encryptionKey: keyOf(keys) }, databaseServer: { isEmbedded: false } },
      ...{ backup: { ...to, at: 'off', keep: '7d' }, dataFolder: path.resolve(documentFolder, '../..'), filePlaces, fileFolders: FOLDERS },
    },
    options,
  );
const runner = await open();

it('backs up the files beside an external database, each once, and restores them with those that were shipped later', async () => {
  const admin = await signIn('ROLE_ADMIN');
  const upload = async (text: string) => {
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/octet-stream' };
    const answer = await app.inject({ method: 'POST', url: `/api/documents?name=${text}.txt&type=OTHER`, payload: Buffer.from(text.repeat(50_000)), headers });
    expect(answer.statusCode).toBe(200);
  };
  await upload('first');
  const first = await runner.backUp();
  expect(first.manifest).toMatchObject({ base: null, files: { count: 1 } });
  aheadMs = 2_000;
  const second = await runner.backUp();
  expect([first.bytes > 250_000, second.bytes < 2_000]).toEqual([true, true]);
  await upload('later');
  await runner.shipOnce();

  const vault = await openTarget(target, { create: false });
  expect(await verify(vault, undefined)).toMatchObject({ files: 2, faults: [] });
  const restored = path.join(folder, 'restored');
  await expect(restore(vault, { keys: { ...keys, encryptionKey: 'another' }, folder: restored, say: () => {} })).rejects.toThrow('The keys are not those');
  expect(existsSync(restored)).toBe(false);
  await restore(vault, { keys, folder: restored, say: () => {} });
  const filesIn = (root: string) => (readdirSync(root, { recursive: true }) as string[]).filter((name) => statSync(path.join(root, name)).isFile()).sort();
  const stored = filesIn(documentFolder);
  expect(stored.length).toBe(2);
  const files = path.join(restored, 'documents/files');
  expect(filesIn(files)).toEqual(stored);
  for (const name of stored) expect(readFileSync(path.join(files, name)).equals(readFileSync(path.join(documentFolder, name)))).toBe(true);
  expect(JSON.parse(readFileSync(path.join(restored, 'encryption-key.json'), 'utf8'))).toEqual({ key: keys.encryptionKey });
});

it('restores everything else without files that the target has lost, once a person accepts that', async () => {
  const vault = await openTarget(target, { create: false });
  const { plan } = await verify(vault, undefined);
  const entries: FileEntry[] = [];
  for await (const entry of entriesOf(vault, plan)) entries.push(entry);
  const [first, second] = entries;
  if (first === undefined || second === undefined) throw new Error('the test above backs two files up');
  writeFileSync(path.join(folder, 'target', objectOf(first.sha256)), '');
  const restored = path.join(folder, 'restored in part');
  const lines: string[] = [];
  const given = { keys, folder: restored, say: (line: string) => void lines.push(line) };
  await expect(restore(vault, given)).rejects.toThrow("1 file can't be restored. Restore everything else with --accept-lost-files");
  expect(existsSync(restored)).toBe(false);
  expect(lines).toContain(`documents/files/${first.name}: ${objectOf(first.sha256)} in the backups is damaged: This is not a whole file of age`);
  await restore(vault, { ...given, acceptsLostFiles: true });
  expect([first, second].map(({ name }) => existsSync(path.join(restored, 'documents/files', name)))).toEqual([false, true]);
});

it('refuses a target that has another passphrase', async () => {
  writeFileSync(path.join(folder, 'other'), 'another passphrase of tests');
  await expect(openTarget({ ...target, passphraseFile: path.join(folder, 'other') }, { create: true })).rejects.toThrow('does not open');
  expect(readFileSync(path.join(folder, 'target/key.age'), 'latin1')).toContain('scrypt');
});

it('says of a cut key that it is damaged, not that the passphrase is wrong', async () => {
  const cut = { ...target, target: path.join(folder, 'cut') };
  mkdirSync(cut.target);
  writeFileSync(path.join(cut.target, 'key.age'), readFileSync(path.join(folder, 'target/key.age')).subarray(0, 80));
  await expect(openTarget(cut, { create: false })).rejects.toThrow('key.age in');
  await expect(openTarget(cut, { create: false })).rejects.toThrow('is damaged');
});

it('takes a target without backups for a disk that is not mounted, unless a person begins there', async () => {
  const empty = { ...target, target: path.join(folder, 'not mounted') };
  await expect(open(empty)).rejects.toThrow(`There is no backup in ${empty.target}, although this installation has backups: mount its disk`);
  expect(existsSync(empty.target)).toBe(false);
  await open(empty, { mayBegin: true });
  expect(await (await open(empty)).hasBackup()).toBe(false);
});

it('backs up the files of a bucket, and restores them to the disk', async () => {
  const s3 = await startTestS3();
  const other = await createTestApp({ files: { place: 's3', s3: s3.location } });
  const own = { ...target, target: path.join(folder, 'of the bucket') };
  const { db, connection, owner, filePlaces, dataFolder } = other;
  const fromBucket = await openBackupRunner({
    ...{ db, connection, owner, filePlaces, dataFolder, clock, secrets: { encryptionKey: keyOf(keys) }, databaseServer: { isEmbedded: false } },
    ...{ backup: { ...own, at: 'off', keep: '7d' }, fileFolders: FOLDERS },
  });
  const store = other.openFiles('documents/files');
  await store.put('aa/first', Buffer.from('first'));
  expect((await fromBucket.backUp()).manifest.files.count).toBe(1);
  await store.put('bb/later', Buffer.alloc(300_000, 'later'));
  aheadMs += 60_000;
  await fromBucket.shipOnce();
  const vault = await openTarget(own, { create: false });
  expect(await verify(vault, undefined)).toMatchObject({ files: 2, faults: [] });
  const restored = path.join(folder, 'restored from the bucket');
  await restore(vault, { keys, folder: restored, say: () => {} });
  for (const name of ['aa/first', 'bb/later']) {
    const inBucket = await filePlaces.openIn('s3', 'documents/files')?.read(name);
    expect(inBucket?.equals(readFileSync(path.join(restored, 'documents/files', name)))).toBe(true);
  }
});

it('goes on after a backup that was taken while the clock was ahead', async () => {
  const own = { ...target, target: path.join(folder, 'of a wrong clock') };
  const now = -60_000;
  aheadMs = 400 * DAY_MS;
  const { manifest: wrong } = await (await open(own, { mayBegin: true })).backUp();
  aheadMs = now;
  expect((await readRunTimes(db, clock.now())).startedAt).not.toEqual(new Date(wrong.startedAt));
  const corrected = await open(own);
  // What follows needs a backup of its own.
  expect(await corrected.hasBackup()).toBe(false);
  const ids = [];
  for (let second = 0; second < 3; second++, aheadMs += 1_000) ids.push((await corrected.backUp()).manifest.id);
  const vault = await openTarget(own, { create: false });
  expect(await listBackups(vault)).toEqual([...ids, wrong.id]);
  expect((await planRestore(vault, {}, undefined)).manifest.id).toBe(ids.at(-1));
});

it('takes no backup into a folder whose disk is not mounted any more', async () => {
  const own = { ...target, target: path.join(folder, 'mounted') };
  const before = await open(own, { mayBegin: true });
  await before.backUp();
  renameSync(own.target, `${own.target} away`);
  mkdirSync(own.target);
  aheadMs += 1_000;
  await expect(before.backUp()).rejects.toThrow('has no longer the key of the backups: its disk is not mounted, or backups began anew there');
  expect(readdirSync(own.target)).toEqual([]);
});
