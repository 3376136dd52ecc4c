import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { DAY_MS } from '@stowage/contract/formats/durations';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createFolderObjectStore } from '../../integrations/storage/folder-object-store.ts';
import { removeUnfinished } from './backup/remove-unfinished.ts';
import { prune } from './retention/prune.ts';
import { lineOf } from './settings.ts';
import { objectOf, toLines } from './vault/file-list.ts';
import { baseName, fileListName, idOf, lastOfAll, lastOfLine, listBackups, manifestName, writeLine, writeManifest } from './vault/manifest.ts';
import { openVault } from './vault/vault.ts';
import { walName } from './vault/wal.rules.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'stowage-shared-target-'));
afterAll(() => rmSync(root, { recursive: true }));
const vault = await openVault(createFolderObjectStore(root), 'a passphrase of tests', { create: true });
beforeEach(() => {
  for (const name of ['backups', 'wal']) rmSync(path.join(root, name), { recursive: true, force: true });
});

const now = new Date();
const ago = (days: number) => idOf(new Date(now.getTime() - days * DAY_MS));
const content = () => Readable.from([Buffer.from('content')]);

async function complete(line: string, id: string): Promise<void> {
  await vault.write(fileListName(id), toLines((async function* () {})()));
  const at = now.toISOString();
  const files = { count: 0, plainBytes: 0, sha256: '' };
  await writeManifest(vault, { format: 1, id, startedAt: at, finishedAt: at, migrations: [], keyFingerprint: '', line, base: null, files });
}

/** A backup of a version after this one. */
async function completeNewer(line: string, id: string): Promise<void> {
  await writeLine(vault, id, line);
  await vault.write(fileListName(id), content());
  await vault.write(manifestName(id), Readable.from([Buffer.from(JSON.stringify({ format: 2, id, history: line }))]));
}

async function begin(line: string, id: string): Promise<void> {
  await writeLine(vault, id, line);
  await vault.write(baseName(id), content());
}

async function names(prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of vault.store.list(prefix)) found.push(name);
  return found.sort();
}

it('removes unfinished backups of its own line, and those of others after a day', async () => {
  await begin('one', ago(0.1));
  await begin('two', ago(0.2));
  await begin('two', ago(1.1));
  await complete('two', ago(2));
  await removeUnfinished(vault, 'one', now);
  const ids = new Set((await names('backups/')).map((name) => name.split('/')[1]));
  expect(ids).toEqual(new Set([ago(0.2), ago(2)]));
});

it('applies the retention to each line, and ends that of a line without new backups', async () => {
  for (const days of [0, 1, 2, 3]) await complete('one', ago(days));
  for (const days of [0.5, 1.5, 2.5]) await complete('two', ago(days));
  await complete('three', ago(40));
  await vault.write(walName('four', '000000010000000000000001'), content());
  expect(await lastOfLine(vault, 'two')).toBe(ago(0.5));
  expect(await prune(vault, { retention: { days: 1, weeks: 0, months: 1 }, line: 'one', now })).toEqual({ removed: 4, unknown: [] });
  const kept = await listBackups(vault);
  expect(kept).toEqual([ago(1.5), ago(1), ago(0.5), ago(0)].sort());
  // An installation may be taking its first backup.
  expect(await names('wal/')).toEqual([`${walName('four', '000000010000000000000001')}`]);
});

it('leaves a backup of a newer version as it is, with what it may need, and names it', async () => {
  for (const days of [0, 1, 5]) await complete('one', ago(days));
  await completeNewer('two', ago(4));
  const [ofOne, ofTwo] = ['one', 'two'].map((line) => walName(line, '000000010000000000000001'));
  for (const name of [ofOne ?? '', ofTwo ?? '']) {
    await vault.write(name, content());
    const old = new Date(now.getTime() - 9 * DAY_MS);
    utimesSync(path.join(root, name), old, old);
  }
  const orphan = objectOf('ab'.repeat(32));
  await vault.write(orphan, content());
  utimesSync(path.join(root, orphan), new Date(0), new Date(0));
  expect(await lastOfLine(vault, 'two')).toBeUndefined();
  expect(await lastOfAll(vault)).toBe(ago(0));
  expect(await prune(vault, { retention: { days: 1, weeks: 0, months: 0 }, line: 'one', now })).toEqual({ removed: 1, unknown: [ago(4)] });
  expect(await listBackups(vault)).toEqual([ago(4), ago(1), ago(0)]);
  expect(await names('files/')).toEqual([orphan]);
  expect(await names('wal/')).toContain(ofTwo);
  rmSync(path.join(root, 'backups', ago(4)), { recursive: true });
  await complete('one', ago(5));
  expect(await prune(vault, { retention: { days: 1, weeks: 0, months: 0 }, line: 'one', now })).toEqual({ removed: 1, unknown: [] });
  expect([...(await names('files/')), ...(await names('wal/'))]).not.toContain(orphan);
});

it('begins a new line with a new cluster, and keeps it otherwise', () => {
  const folder = path.join(root, 'data');
  const [first, again, other] = [lineOf(folder, '7001'), lineOf(folder, '7001'), lineOf(folder, '7002')];
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  expect(lineOf(path.join(root, 'restored'), '7001')).not.toBe(first);
});

it.runIf(process.platform === 'linux')('a target where the system takes no folders is refused', async () => {
  for (const folder of ['/proc', '/proc/stowage/backups'])
    await expect(openVault(createFolderObjectStore(folder), 'a passphrase of tests', { create: true })).rejects.toThrow('ENOENT');
});
