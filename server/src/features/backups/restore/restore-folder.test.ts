import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeNewCluster } from '../../../platform/database/embedded/new-cluster.ts';
import { openRestoreFolder, refuseUnfinishedRestore } from './restore-folder.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'stowage-restore-folder-'));
afterAll(() => rmSync(root, { recursive: true }));
const NO_PROCESS = 2 ** 22 + 1;

function folderWith(name: string, ...entries: string[]): string {
  const folder = path.join(root, name);
  for (const entry of entries) mkdirSync(path.join(folder, entry), { recursive: true });
  return folder;
}

it('removes what killed restores left, also those that had the number of this process', async () => {
  const folder = folderWith('left', `.restoring-${NO_PROCESS}/photos`, `.restoring-${process.pid}/postgres`);
  const place = await openRestoreFolder(folder, 0);
  expect(readdirSync(folder)).toEqual([path.basename(place.work)]);
  expect(readdirSync(place.work)).toEqual([]);
});

it.runIf(process.platform === 'linux')('refuses a folder where the system takes none, and a file', async () => {
  await expect(openRestoreFolder('/proc/stowage', 0)).rejects.toThrow("ENOENT: no such file or directory, mkdir '/proc/stowage'");
  const file = path.join(root, 'a file');
  writeFileSync(file, 'content');
  await expect(openRestoreFolder(file, 0)).rejects.toThrow('EEXIST');
});

it('keeps all other content, beside which a killed restore counts for nothing', async () => {
  const folder = folderWith('content', `.restoring-${NO_PROCESS}`, 'documents');
  writeFileSync(path.join(folder, 'documents/contract.pdf'), 'a contract');
  await expect(openRestoreFolder(folder, 0)).rejects.toThrow('is not empty');
  expect(readdirSync(folder)).toEqual([`.restoring-${NO_PROCESS}`, 'documents']);
  expect(readdirSync(path.join(folder, 'documents'))).toEqual(['contract.pdf']);
});

it('refuses beside a restore that runs, unless its process began after it', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  try {
    const folder = folderWith('running', `.restoring-${other.pid}`);
    await expect(openRestoreFolder(folder, 0)).rejects.toThrow('Another restore');
    expect(readdirSync(folder)).toEqual([`.restoring-${other.pid}`]);
    if (process.platform !== 'linux') return;
    utimesSync(path.join(folder, `.restoring-${other.pid}`), 0, Date.now() / 1000 - 60);
    const { work } = await openRestoreFolder(folder, 0);
    expect(readdirSync(folder)).toEqual([path.basename(work)]);
  } finally {
    other.kill();
  }
});

it('lets no installation start where a restore was killed, or runs, and its database is not in place', async () => {
  const killed = folderWith('killed', `.restoring-${NO_PROCESS}/postgres/data`, 'documents');
  // A start makes the database of a new installation while it loads.
  await makeNewCluster(killed);
  await expect(refuseUnfinishedRestore(killed)).rejects.toThrow(`A restore into ${killed} did not finish`);
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  try {
    await expect(refuseUnfinishedRestore(folderWith('not done', `.restoring-${other.pid}`))).rejects.toThrow('is running');
  } finally {
    other.kill();
  }
  await refuseUnfinishedRestore(folderWith('done', `.restoring-${NO_PROCESS}`, 'postgres'));
  await refuseUnfinishedRestore(folderWith('done without a database', `.restoring-${NO_PROCESS}`, 'documents'));
  await refuseUnfinishedRestore(path.join(root, 'absent'));
});
