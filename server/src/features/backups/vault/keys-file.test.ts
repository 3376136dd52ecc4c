import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
