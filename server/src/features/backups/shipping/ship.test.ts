import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createFileStore } from '../../../integrations/storage/file-store.ts';
import { createFolderObjectStore } from '../../../integrations/storage/folder-object-store.ts';
import { TargetChangedError } from '../backup-error.ts';
import { listLine } from '../retention/prune.ts';
import { readEntries } from '../vault/file-list.ts';
import { openVault, readWhole, type Vault } from '../vault/vault.ts';
import { isBefore, journalName, missingSegment, segmentAfter, segmentOf, walName } from '../vault/wal.rules.ts';
import { followFiles } from './changed-files.ts';
import { boundSpool, ship } from './ship.ts';
import { closeGap, readGap } from './wal-gap.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'stowage-ship-'));
afterAll(() => rmSync(root, { recursive: true }));
const target = createFolderObjectStore(path.join(root, 'target'));
const vault = await openVault(target, 'a passphrase of tests', { create: true });
const spool = path.join(root, 'spool');
const data = path.join(root, 'data');
const FIRST = '000000010000000000000001';
const SECOND = '000000010000000000000002';
const LINE = 'one';
const folders = [{ folder: 'photos', files: createFileStore(path.join(data, 'photos')) }];
const started = new Date(Date.now() - 60_000);
const changes = followFiles(data, ['photos'], started);
const shipNow = (to = vault) => ship(to, { spool, folders, changes, line: LINE, now: new Date() });

beforeEach(() => {
  rmSync(spool, { recursive: true, force: true });
  mkdirSync(spool);
  for (const name of [FIRST, SECOND, `archtemp.${SECOND}.7.8`]) writeFileSync(path.join(spool, name), name);
});

it('sends finished segments and new files, and removes from the spool only what arrived', async () => {
  await folders[0]?.files.put('cases/1/a.jpg', Buffer.from('a photo'));
  await folders[0]?.files.put('cases/1/b.jpg.parts', Buffer.from('half a photo'));
  expect(await shipNow()).toBe(2);
  expect(readdirSync(spool)).toEqual([`archtemp.${SECOND}.7.8`]);
  expect(await listLine(vault, 'wal', LINE)).toEqual([`${FIRST}.gz.age`, `${SECOND}.gz.age`]);
  expect(String(await readWhole(await vault.read(walName(LINE, FIRST))))).toBe(FIRST);
  const [journal = ''] = await listLine(vault, 'journal', LINE);
  const entries = [];
  for await (const entry of readEntries(vault, journalName(LINE, journal.replace('.jsonl.gz.age', '')))) entries.push(`${entry.folder}/${entry.name}`);
  expect(entries).toEqual(['photos/cases/1/a.jpg']);
});

it('finds the files that are written after the clock was set back', async () => {
  const ahead = new Date(Date.now() + 3_600_000);
  const following = followFiles(data, ['photos'], ahead);
  await following.since(ahead);
  following.confirm();
  await folders[0]?.files.put('cases/2/later.jpg', Buffer.from('a photo'));
  expect(await following.since(new Date())).toContainEqual({ folder: 'photos', name: 'cases/2/later.jpg' });
});

it('keeps the segments while the target is away, up to the limit', async () => {
  const away = { ...vault, write: () => Promise.reject(new Error('the target is away')) };
  await expect(shipNow(away)).rejects.toThrow('the target is away');
  expect(existsSync(path.join(spool, FIRST))).toBe(true);
  expect(await boundSpool(spool, 2 * FIRST.length)).toEqual([]);
  expect(await readGap(spool)).toBeUndefined();
  expect(await boundSpool(spool, FIRST.length)).toEqual([FIRST]);
  expect(await readGap(spool)).toBe(FIRST);
  await closeGap(spool, SECOND);
  expect(await readGap(spool)).toBe(FIRST);
  await closeGap(spool, FIRST);
  expect(await readGap(spool)).toBeUndefined();
});

it('never replaces a segment by other content, and takes the same content for sent', async () => {
  await shipNow();
  writeFileSync(path.join(spool, FIRST), FIRST);
  expect(await shipNow()).toBe(1);
  writeFileSync(path.join(spool, FIRST), 'a segment of another database');
  await expect(shipNow()).rejects.toThrow(`${walName(LINE, FIRST)} exists in ${target.address} with other content`);
  expect(existsSync(path.join(spool, FIRST))).toBe(true);
  expect(String(await readWhole(await vault.read(walName(LINE, FIRST))))).toBe(FIRST);
});

it('sends nothing to a folder whose disk is not mounted any more, and everything once it is back', async () => {
  await folders[0]?.files.put('cases/1/c.jpg', Buffer.from('a third photo'));
  const [mounted, away] = [path.join(root, 'target'), path.join(root, 'away')];
  renameSync(mounted, away);
  mkdirSync(mounted);
  await expect(shipNow()).rejects.toThrow(TargetChangedError);
  await openVault(target, 'a passphrase of tests', { create: true });
  await expect(shipNow()).rejects.toThrow('has no longer the key of the backups: its disk is not mounted, or backups began anew there');
  expect(readdirSync(mounted).filter((name) => !name.startsWith('.'))).toEqual(['key.age']);
  rmSync(mounted, { recursive: true });
  renameSync(away, mounted);
  expect(await shipNow()).toBe(2);
});

it('removes no segment from the spool that went to such a folder', async () => {
  const [mounted, away] = [path.join(root, 'target'), path.join(root, 'away')];
  writeFileSync(path.join(spool, '000000010000000000000003'), 'a third segment');
  rmSync(path.join(spool, FIRST));
  rmSync(path.join(spool, SECOND));
  const unmounted: Vault['write'] = (name, content) => {
    if (!existsSync(away)) renameSync(mounted, away);
    return vault.write(name, content);
  };
  await expect(shipNow({ ...vault, write: unmounted })).rejects.toThrow(TargetChangedError);
  expect(existsSync(path.join(spool, '000000010000000000000003'))).toBe(true);
  rmSync(mounted, { recursive: true });
  renameSync(away, mounted);
  expect(await shipNow()).toBe(1);
});

it('names the file that is cut or changed', async () => {
  await shipNow();
  const file = path.join(root, 'target', walName(LINE, SECOND));
  truncateSync(file, statSync(file).size - 5);
  await expect(vault.read(walName(LINE, SECOND)).then(readWhole)).rejects.toThrow(`${walName(LINE, SECOND)} in the backups is damaged: `);
  rmSync(file);
});

it('knows the order of segments', () => {
  expect(segmentOf('1/2A000028', 3)).toBe('00000003000000010000002A');
  expect(segmentAfter('0000000100000001000000FF')).toBe('000000010000000200000000');
  expect([isBefore(FIRST, SECOND), isBefore(SECOND, FIRST), isBefore('00000002.history', FIRST)]).toEqual([true, false, false]);
  expect(missingSegment([FIRST, SECOND, '000000020000000000000002', '000000020000000000000003'])).toBeUndefined();
  expect(missingSegment([FIRST, '000000010000000000000003'])).toBe(SECOND);
});
