import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createFileStore } from './file-store.ts';
import { createSealedFileStore } from './sealed-file-store.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-sealed-'));
afterAll(() => rmSync(folder, { recursive: true }));
const store = createSealedFileStore(createFileStore(folder), Buffer.alloc(32, 7));
const onDisk = (name: string) => readFileSync(path.join(folder, name));
const BLOCK = 64 * 1024;

it.each([0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK, 3 * BLOCK + 17])('stores %s bytes encrypted, and reads them whole and in parts', async (size) => {
  const content = randomBytes(size);
  await store.put('put.bin', content);
  const draft = await store.begin();
  for (let at = 0; at < size; at += 50_000) await draft.append(content.subarray(at, at + 50_000));
  await draft.keepAs('drafted.bin');
  for (const name of ['put.bin', 'drafted.bin']) {
    const whole = await store.read(name);
    expect(whole).toEqual(content);
    // Libraries for pictures read the memory from its beginning.
    expect(whole.byteOffset).toBe(0);
    const opened = await store.open(name);
    expect(opened.bytes).toBe(size);
    for (const [first, last] of [
      [0, 0],
      [BLOCK - 1, BLOCK],
      [BLOCK, size - 1],
      [5, size - 2],
    ] as const) {
      if (first > last || last >= size) continue;
      const parts: Uint8Array[] = [];
      for await (const part of await opened.read({ first, last })) parts.push(part);
      expect(Buffer.concat(parts).equals(content.subarray(first, last + 1))).toBe(true);
    }
    if (size > 16) expect(onDisk(name).includes(content.subarray(0, 16))).toBe(false);
  }
});

it('opens no file that was changed, shortened, or sealed with another key', async () => {
  await store.put('whole.bin', randomBytes(2 * BLOCK + 5));
  const sealed = onDisk('whole.bin');
  const changed = Buffer.from(sealed);
  changed[100] = (changed[100] ?? 0) ^ 1;
  writeFileSync(path.join(folder, 'changed.bin'), changed);
  writeFileSync(path.join(folder, 'short.bin'), sealed.subarray(0, 24 + BLOCK + 16));
  for (const name of ['changed.bin', 'short.bin']) await expect(store.read(name)).rejects.toThrow();
  await expect(createSealedFileStore(createFileStore(folder), Buffer.alloc(32, 8)).read('whole.bin')).rejects.toThrow();
});

it('reads a plain file from before and encrypts it in place, once', async () => {
  writeFileSync(path.join(folder, 'old.txt'), 'the address of a buyer');
  expect(String(await store.read('old.txt'))).toBe('the address of a buyer');
  expect(await store.sealPlain('old.txt')).toBe(true);
  expect(onDisk('old.txt').includes('address')).toBe(false);
  expect(String(await store.read('old.txt'))).toBe('the address of a buyer');
  expect([await store.sealPlain('old.txt'), await store.sealPlain('gone.txt')]).toEqual([false, false]);
});
