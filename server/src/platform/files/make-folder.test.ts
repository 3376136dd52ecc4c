import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { reasonOf } from '../formats/reason-of.ts';
import { makeFolder, makeFolderSync } from './make-folder.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'stowage-make-folder-'));
afterAll(() => rmSync(root, { recursive: true }));

it('makes a folder with those above it, also when several make it together', async () => {
  const folder = path.join(root, 'a/b/c');
  await Promise.all([1, 2, 3].map(() => makeFolder(folder, 0o700)));
  await makeFolder(folder, 0o700);
  makeFolderSync(folder, 0o700);
  expect(statSync(folder).isDirectory()).toBe(true);
});

it('says that a file has the name, or is above it', async () => {
  const file = path.join(root, 'a file');
  writeFileSync(file, 'content');
  const reason = (folder: string) => makeFolder(folder, 0o700).then(() => 'none', reasonOf);
  expect(await reason(file)).toBe(`The folder ${file} can't be created: there is a file of this name`);
  expect(await reason(path.join(file, 'below'))).toContain('a part of its path is a file');
});

it.runIf(existsSync('/proc/self'))('ends where the system takes no folders', async () => {
  await expect(makeFolder('/proc/stowage/backups', 0o700)).rejects.toThrow('ENOENT');
  expect(() => makeFolderSync('/proc/stowage/backups', 0o700)).toThrow('ENOENT');
});
