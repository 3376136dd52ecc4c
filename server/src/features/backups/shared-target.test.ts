import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { DAY_MS } from '@stowage/contract/formats/durations';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createFolderObjectStore } from '../../integrations/storage/folder-object-store.ts';
import { removeUnfinished } from './backup/remove-unfinished.ts';
import { prune } from './retention/prune.ts';
import { lineOf } from './settings.ts';
import { toLines } from './vault/file-list.ts';
import { baseName, fileListName, idOf, lastOfLine, listBackups, writeLine, writeManifest } from './vault/manifest.ts';
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
  expect(await prune(vault, { retention: { days: 1, weeks: 0, months: 1 }, line: 'one', now })).toBe(4);
  const kept = await listBackups(vault);
  expect(kept).toEqual([ago(1.5), ago(1), ago(0.5), ago(0)].sort());
  // An installation may be taking its first backup.
  expect(await names('wal/')).toEqual([`${walName('four', '000000010000000000000001')}`]);
});

it('begins a new line with a new cluster, and keeps it otherwise', () => {
  const folder = path.join(root, 'data');
  const [first, again, other] = [lineOf(folder, '7001'), lineOf(folder, '7001'), lineOf(folder, '7002')];
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  expect(lineOf(path.join(root, 'restored'), '7001')).not.toBe(first);
});
