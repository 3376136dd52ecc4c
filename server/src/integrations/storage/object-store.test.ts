import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ObjectMissingError, type StoredObject } from './object-store.ts';
import { openObjectStore } from './open-object-store.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-objects-'));
/** A double of S3. It signs the path of a bucket without its slash, unlike AWS and its SDK, so it compares no signatures. */
const s3 = new S3rver({
  port: 0,
  silent: true,
  allowMismatchedSignatures: true,
  directory: path.join(folder, 's3'),
  configureBuckets: [{ name: 'backups', configs: [] }],
});
let endpoint = '';

beforeAll(async () => {
  const { port } = await s3.run();
  endpoint = `http://127.0.0.1:${port}`;
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' });
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true });
});

async function* inParts(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 100_000) yield content.subarray(at, at + 100_000);
}

async function whole(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

async function listed(objects: AsyncIterable<StoredObject>): Promise<StoredObject[]> {
  const all: StoredObject[] = [];
  for await (const object of objects) all.push(object);
  return all;
}

it.each([
  ['a folder', () => path.join(folder, 'objects')],
  ['a bucket', () => 's3://backups/warehouse/one'],
])('stores, replaces, lists and removes objects in %s', async (_, address) => {
  const store = await openObjectStore(address(), { endpoint, region: 'us-east-1' });
  const large = randomBytes(20 * 1024 * 1024);
  await store.put('wal/one/first', inParts(Buffer.from('first')));
  await store.put('wal/one/first', inParts(Buffer.from('replaced')));
  await store.put('backups/large', inParts(large));
  await store.put('empty/one', inParts(Buffer.alloc(0)));
  expect(String(await whole(await store.get('wal/one/first')))).toBe('replaced');
  expect((await whole(await store.get('backups/large'))).equals(large)).toBe(true);
  expect((await whole(await store.get('empty/one'))).length).toBe(0);
  expect(await listed(store.list('wal/'))).toEqual([{ name: 'wal/one/first', bytes: 8, at: expect.any(Date) }]);
  await store.remove('wal/one/first');
  await store.remove('wal/one/first');
  await expect(store.get('wal/one/first')).rejects.toBeInstanceOf(ObjectMissingError);
  expect(await listed(store.list('wal/'))).toEqual([]);
});

it('leaves nothing of an object whose content fails', async () => {
  const failing = async function* () {
    yield Buffer.alloc(10);
    throw new Error('the disk is gone');
  };
  for (const address of [path.join(folder, 'failing'), 's3://backups/failing']) {
    const store = await openObjectStore(address, { endpoint, region: 'us-east-1' });
    await expect(store.put('half/one', failing())).rejects.toThrow('the disk is gone');
    expect(await listed(store.list('half/'))).toEqual([]);
  }
  expect(readdirSync(path.join(folder, 'failing', '.drafts'))).toEqual([]);
});

it('names the object of a draft, so that only those which nobody writes are removed', async () => {
  const store = await openObjectStore(path.join(folder, 'drafts'), { endpoint, region: 'us-east-1' });
  const seen: string[] = [];
  const removingDrafts = async function* () {
    yield Buffer.from('half ');
    await store.removeDrafts((name) => {
      seen.push(name);
      return name.startsWith('backups/');
    });
    yield Buffer.from('and half');
  };
  await store.put('wal/one/first', removingDrafts());
  expect(String(await whole(await store.get('wal/one/first')))).toBe('half and half');
  expect(seen).toEqual(['wal/one/first']);
  await expect(store.put('backups/1/base', removingDrafts())).rejects.toThrow('ENOENT');
});

it('names the folder whose disk is full, and leaves nothing of the object', async () => {
  const full = path.join(folder, 'full');
  // biome-ignore lint/correctness/useYield: the write of the first part fails
  const content = async function* (): AsyncGenerator<Buffer> {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  const store = await openObjectStore(full, { endpoint, region: 'us-east-1' });
  await expect(store.put('wal/one', content())).rejects.toThrow(`The disk of ${full} is full`);
  expect(readdirSync(full, { recursive: true })).toEqual(['.drafts']);
});

it('names the bucket in what the service answers', async () => {
  const store = await openObjectStore('s3://missing/one', { endpoint, region: 'us-east-1' });
  await expect(store.put('wal/one', inParts(randomBytes(10)))).rejects.toThrow('s3://missing/one: The specified bucket does not exist');
  await expect(listed(store.list('wal/'))).rejects.toThrow('s3://missing/one: ');
});
