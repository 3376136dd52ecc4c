import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { fixedKeyring, type Keyring } from '../../platform/keys/keyring.ts';
import { createFileStore } from './file-store.ts';
import { createSealedFileStore } from './sealed-file-store.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-sealed-'));
afterAll(() => rmSync(folder, { recursive: true }));
const isOn = async () => true;
const store = createSealedFileStore(createFileStore(folder), { key: fixedKeyring(Buffer.alloc(32, 7)), isOn });
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
  await expect(createSealedFileStore(createFileStore(folder), { key: fixedKeyring(Buffer.alloc(32, 8)), isOn }).read('whole.bin')).rejects.toThrow();
});

it('reads a plain file from before and encrypts it in place, once', async () => {
  writeFileSync(path.join(folder, 'old.txt'), 'the address of a buyer');
  expect(String(await store.read('old.txt'))).toBe('the address of a buyer');
  expect(await store.sealPlain('old.txt')).toBe(true);
  expect(onDisk('old.txt').includes('address')).toBe(false);
  expect(String(await store.read('old.txt'))).toBe('the address of a buyer');
  expect([await store.sealPlain('old.txt'), await store.sealPlain('gone.txt')]).toEqual([false, false]);
});

it('writes plain files, which earlier versions read, until encryption is turned on', async () => {
  let on = false;
  const switched = createSealedFileStore(createFileStore(folder), { key: fixedKeyring(Buffer.alloc(32, 7)), isOn: async () => on });
  const write = async (name: string) => {
    await switched.put(`${name}.put`, Buffer.from('plain text'));
    const draft = await switched.begin();
    await draft.append(Buffer.from('plain text'));
    await draft.keepAs(`${name}.draft-kept`);
    return [onDisk(`${name}.put`), onDisk(`${name}.draft-kept`)].map((bytes) => bytes.includes('plain text'));
  };
  expect(await write('before')).toEqual([true, true]);
  expect(await switched.sealPlain('before.put')).toBe(false);
  on = true;
  expect(await write('after')).toEqual([false, false]);
  expect(await switched.sealPlain('before.put')).toBe(true);
  for (const name of ['before.put', 'before.draft-kept', 'after.put', 'after.draft-kept']) expect(String(await switched.read(name))).toBe('plain text');
});

it.each(['STWGSEA1', 'STWGSEA2'])('stores content that begins like a sealed file unchanged, before encryption is turned on: %s', async (start) => {
  const off = createSealedFileStore(createFileStore(folder), { key: fixedKeyring(Buffer.alloc(32, 7)), isOn: async () => false });
  for (const rest of ['', ' and more', ` ${'x'.repeat(BLOCK)}`]) {
    const content = Buffer.from(`${start}${rest}`);
    await off.put('like.put', content);
    expect(await off.replace('like.put', content)).toBe(true);
    const draft = await off.begin();
    for (const [from, to] of [[0, 5], [5, 12], [12]] as const) await draft.append(content.subarray(from, to));
    await draft.keepAs('like.draft-kept');
    for (const name of ['like.put', 'like.draft-kept']) {
      expect((await off.read(name)).equals(content)).toBe(true);
      // A later process, with encryption.
      expect((await store.read(name)).equals(content)).toBe(true);
    }
  }
});

it.each(['before its draft', 'after its draft', 'when it was put in place'])(
  'does not bring back a file that is removed while it is encrypted: %s',
  async (moment) => {
    const remover = createFileStore(folder);
    let isRemoved = false;
    const removeAt = async (now: string) => {
      if (now !== moment || isRemoved) return;
      isRemoved = true;
      await remover.remove('removed.jpg');
    };
    const openFile: typeof open = async (file, ...rest) => {
      await removeAt('before its draft');
      const handle = await open(file, ...rest);
      const close = handle.close.bind(handle);
      handle.close = async () => {
        await close();
        await removeAt('after its draft');
      };
      return handle;
    };
    writeFileSync(path.join(folder, 'removed.jpg'), 'a photo');
    const racing = createSealedFileStore(createFileStore(folder, openFile), { key: fixedKeyring(Buffer.alloc(32, 7)), isOn });
    await racing.sealPlain('removed.jpg');
    await removeAt('when it was put in place');
    expect(readdirSync(folder).filter((name) => name.startsWith('removed.jpg'))).toEqual([]);
  },
);

it('opens files of a former key, with and without its id, and seals them anew', async () => {
  const [former, current] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const files = createFileStore(folder);
  const storeOf = (key: Keyring) => createSealedFileStore(files, { key, isOn });
  const content = Buffer.alloc(200_000, 'x');
  await storeOf(fixedKeyring(former)).put('old.bin', content);
  await storeOf(fixedKeyring(former, current)).put('named.bin', content);
  const ring = storeOf(fixedKeyring(current, former));
  for (const name of ['old.bin', 'named.bin']) {
    expect(await ring.read(name)).toEqual(content);
    expect(await ring.needsReseal(name)).toBe(true);
    await ring.reseal(name);
    expect(await ring.needsReseal(name)).toBe(false);
    expect(await storeOf(fixedKeyring(current)).read(name)).toEqual(content);
    await expect(storeOf(fixedKeyring(former)).read(name)).rejects.toThrow('which is not there');
  }
});
