import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestS3 } from '../../../test/fixtures/test-s3.ts';
import { fixedKeyring } from '../../platform/keys/keyring.ts';
import { createFileStore, type FileStore } from './file-store.ts';
import { openBucket } from './s3-bucket.ts';
import { createS3FileStore } from './s3-file-store.ts';
import { createSealedFileStore } from './sealed-file-store.ts';
import { createTwoPlaceFileStore } from './two-place-file-store.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-store-'));
afterAll(() => rmSync(folder, { recursive: true }));
const s3 = await startTestS3();
const bucket = openBucket(s3.location);
const sealed = (store: FileStore) => createSealedFileStore(store, { key: fixedKeyring(Buffer.alloc(32, 7)), isOn: async () => true });
const LARGE = 20 * 1024 * 1024;

const stores = {
  'on the disk': createFileStore(path.join(folder, 'plain')),
  'on the disk, encrypted': sealed(createFileStore(path.join(folder, 'sealed'))),
  'in S3': createS3FileStore(bucket, 'plain'),
  'in S3, encrypted': sealed(createS3FileStore(bucket, 'sealed')),
  'in S3, beside the disk': createTwoPlaceFileStore(createS3FileStore(bucket, 'two'), createFileStore(path.join(folder, 'two'))),
  'on the disk, beside S3': createTwoPlaceFileStore(createFileStore(path.join(folder, 'other')), createS3FileStore(bucket, 'other')),
};

async function whole(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

async function names(store: FileStore): Promise<string[]> {
  const all: string[] = [];
  for await (const page of store.folders()) all.push(...page);
  return all.sort();
}

describe.each(Object.entries(stores))('files %s', (_, store) => {
  it('are written, read in parts, replaced, listed and removed', async () => {
    await store.put('3/one.jpg', Buffer.from('first'));
    const first = await store.open('3/one.jpg');
    await store.put('3/one.jpg', Buffer.from('second'));
    const second = await store.open('3/one.jpg');
    expect([first.bytes, second.bytes, first.mark === second.mark]).toEqual([5, 6, false]);
    expect(second.mark).toMatch(/^[\w-]+$/);
    expect(String(await store.read('3/one.jpg'))).toBe('second');
    expect(String(await whole(await second.read({ first: 1, last: 3 })))).toBe('eco');
    expect(Math.abs(Date.now() - ((await store.writtenAt('3/one.jpg'))?.getTime() ?? 0))).toBeLessThan(60_000);
    await store.put('empty', Buffer.alloc(0));
    expect((await store.read('empty')).length).toBe(0);
    expect(await names(store)).toEqual(['3/one.jpg', 'empty']);
    expect([await store.replace('3/one.jpg', Buffer.from('third')), await store.replace('3/gone.jpg', Buffer.from('x'))]).toEqual([true, false]);
    expect(String(await store.read('3/one.jpg'))).toBe('third');
    await store.remove('3/one.jpg');
    await store.remove('3/one.jpg');
    await store.remove('empty');
    await expect(store.read('3/one.jpg')).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(store.open('3/one.jpg')).rejects.toMatchObject({ code: 'ENOENT' });
    expect([await store.writtenAt('3/one.jpg'), await names(store)]).toEqual([undefined, []]);
  });

  it('grow from parts at offsets, and begin again', async () => {
    await store.writeAt('5/photo.parts', 0, Buffer.from('an earlier '));
    await store.writeAt('5/photo.parts', 11, Buffer.from('attempt'));
    await store.writeAt('5/photo.parts', 0, Buffer.from('all '));
    await store.writeAt('5/photo.parts', 4, Buffer.from('of '));
    await store.writeAt('5/photo.parts', 4, Buffer.from('the '));
    await store.writeAt('5/photo.parts', 8, Buffer.from('parts'));
    expect(String(await store.read('5/photo.parts'))).toBe('all the parts');
    expect(String(await whole(await (await store.open('5/photo.parts')).read({ first: 2, last: 9 })))).toBe('l the pa');
    expect(await names(store)).toEqual(['5/photo.parts']);
    await store.remove('5/photo.parts');
    expect(await names(store)).toEqual([]);
  });

  it.each([10, LARGE])('of %s bytes are written while their content is made, or discarded', async (bytes) => {
    const content = randomBytes(bytes);
    const draft = await store.begin();
    for (let at = 0; at < bytes; at += 300_000) await draft.append(content.subarray(at, at + 300_000));
    const name = createHash('sha256').update(content).digest('hex');
    await draft.keepAs(name);
    const { bytes: size, read } = await store.open(name);
    expect([size, (await whole(await read())).equals(content)]).toEqual([bytes, true]);
    expect((await whole(await read({ first: bytes - 5, last: bytes - 1 }))).equals(content.subarray(-5))).toBe(true);
    const other = await store.begin();
    await other.append(content);
    await other.discard();
    await store.remove(name);
    expect(await names(store)).toEqual([]);
  });
});
