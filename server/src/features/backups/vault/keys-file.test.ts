import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createFaultyDisk } from '../../../../test/faulty-disk.ts';
import { readKeysFile, writeKeysFile } from './keys-file.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, 'keys.age');
const keys = { accessTokenKey: 'a key', encryptionKey: 'another' };

it('leaves nothing of the keys on a full disk, and writes them whole afterwards, but over no other file', async () => {
  const disk = createFaultyDisk();
  disk.break('ENOSPC');
  await expect(writeKeysFile(file, keys, 'a passphrase', disk.openFile)).rejects.toThrow(`The disk is full. ${file} was not written`);
  expect(readdirSync(folder)).toEqual([]);
  disk.repair();
  await writeKeysFile(file, keys, 'a passphrase', disk.openFile);
  expect(await readKeysFile(file, 'a passphrase')).toEqual(keys);
  expect([readdirSync(folder), statSync(file).mode & 0o777]).toEqual([['keys.age'], 0o600]);
  const other = path.join(folder, 'other.age');
  writeFileSync(other, 'other');
  await expect(writeKeysFile(other, keys, 'a passphrase', disk.openFile)).rejects.toThrow('exists');
  expect(readdirSync(folder)).toEqual(['keys.age', 'other.age']);
});

it('leaves no file when it is killed before the keys are in place, and writes them at the next attempt', async () => {
  const started = path.join(folder, 'started.age');
  const kill = "fs.promises.link = fs.promises.rename = () => process.kill(process.pid, 'SIGKILL'); syncBuiltinESMExports();";
  const write = `const { writeKeysFile } = await import(${JSON.stringify(new URL('keys-file.ts', import.meta.url))});
    await writeKeysFile(process.argv[1], ${JSON.stringify(keys)}, 'a passphrase');`;
  const script = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'; ${kill} ${write}`;
  const run = () => execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, started], { stdio: 'pipe' });
  expect(run).toThrow(expect.objectContaining({ signal: 'SIGKILL' }));
  await writeKeysFile(started, keys, 'a passphrase');
  expect(await readKeysFile(started, 'a passphrase')).toEqual(keys);
  expect(readdirSync(folder)).toEqual(['keys.age', 'other.age', 'started.age']);
});

it('says whether the passphrase is wrong or the file is damaged, and that a folder is missing', async () => {
  await expect(readKeysFile(file, 'another passphrase')).rejects.toThrow('The passphrase does not open the file of keys');
  const cut = path.join(folder, 'cut.age');
  writeFileSync(cut, readFileSync(file).subarray(0, -10));
  await expect(readKeysFile(cut, 'a passphrase')).rejects.toThrow('is damaged');
  await expect(writeKeysFile(path.join(folder, 'absent/keys.age'), keys, 'a passphrase')).rejects.toThrow(
    `The folder ${path.join(folder, 'absent')} does not exist`,
  );
});
