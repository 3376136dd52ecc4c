import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { BytePart, StoredContent } from '../../platform/http/files/served-file.ts';
import type { FileStore } from './file-store.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { isMissing, type ListedObject, listPages } from './s3-client.ts';
import { beginS3Draft, md5Of, SHA256 } from './s3-draft.ts';
import { missingFile, throughS3 } from './s3-failures.ts';

/** Before the offset in the key of a part, so that parts sort by their offset. */
const AT = '.at-';
const OFFSET_DIGITS = 12;
const PART = new RegExp(`\\${AT}(\\d{${OFFSET_DIGITS}})$`);

/** The names and content of a folder of the disk, in a bucket. A part that is written at an offset is an object of its own, because objects are written whole. */
export function createS3FileStore(bucket: S3Bucket, folder: string): FileStore {
  const { bucket: Bucket, prefix } = bucket.location;
  const base = [prefix, folder].filter((part) => part !== '').join('/');
  const keyOf = (name: string) => `${base}/${name}`;
  const put = async (key: string, content: Uint8Array, ifMatch?: string) => {
    const { client, sdk } = await bucket.open();
    const sha256 = createHash('sha256').update(content).digest('hex');
    await client.send(
      new sdk.PutObjectCommand({ Bucket, Key: key, Body: content, ContentMD5: md5Of(content), Metadata: { [SHA256]: sha256 }, IfMatch: ifMatch }),
    );
  };
  const removeKeys = async (keys: readonly string[]) => {
    const { client, sdk } = await bucket.open();
    await Promise.all(keys.map((Key) => client.send(new sdk.DeleteObjectCommand({ Bucket, Key }))));
  };
  const partsOf = async (name: string) => {
    const parts: ListedObject[] = [];
    for await (const page of listPages(await bucket.open(), Bucket, keyOf(name) + AT)) parts.push(...page);
    return parts;
  };
  const head = async (name: string) => {
    const { client, sdk } = await bucket.open();
    return client.send(new sdk.HeadObjectCommand({ Bucket, Key: keyOf(name) })).catch(undefinedWhenMissing);
  };
  const open = async (name: string): Promise<StoredContent> => {
    const found = await head(name);
    if (found === undefined) return joined(bucket, await partsOf(name), name);
    const { ContentLength: bytes = 0, ETag = '', Metadata = {} } = found;
    return {
      bytes,
      mark: ETag.replace(/[^\w-]/g, ''),
      read: (part) => throughS3(() => readObject(bucket, { key: keyOf(name), etag: ETag, part, sha256: Metadata[SHA256] })),
    };
  };
  return {
    put: (name, content) => throughS3(() => put(keyOf(name), content)),
    replace: (name, content) =>
      throughS3(async () => {
        const found = await head(name);
        if (found === undefined) return false;
        return put(keyOf(name), content, found.ETag)
          .catch((error: Error) => {
            if (error.name !== 'NotImplemented') throw error;
            // Without conditional writes, a removal in this moment would be undone.
            return put(keyOf(name), content);
          })
          .then(() => true, refusedWhenChanged);
      }),
    writeAt: (name, offset, content) =>
      throughS3(async () => {
        if (offset === 0) await removeKeys((await partsOf(name)).map(({ key }) => key));
        await put(`${keyOf(name)}${AT}${String(offset).padStart(OFFSET_DIGITS, '0')}`, content);
      }),
    read: (name) => throughS3(async () => Buffer.concat(await Readable.from(await (await open(name)).read()).toArray())),
    open: (name) => throughS3(() => open(name)),
    remove: (name) => throughS3(async () => removeKeys([keyOf(name), ...(await partsOf(name)).map(({ key }) => key)])),
    begin: () => throughS3(() => beginS3Draft(bucket, { keyOf, put })),
    async *folders() {
      const pages = listPages(await throughS3(bucket.open), Bucket, `${base}/`)[Symbol.asyncIterator]();
      for (let page = await throughS3(() => pages.next()); !page.done; page = await throughS3(() => pages.next())) {
        const names = page.value.map(({ key }) => key.slice(base.length + 1).replace(PART, ''));
        if (names.length > 0) yield [...new Set(names)];
      }
    },
    writtenAt: (name) => throughS3(async () => (await head(name))?.LastModified ?? (await partsOf(name)).at(-1)?.at),
  };
}

/** The names of complete files that were written since this time. */
export async function* listSince(bucket: S3Bucket, folder: string, since: Date): AsyncIterable<string> {
  const { bucket: Bucket, prefix } = bucket.location;
  const start = `${[prefix, folder].filter((part) => part !== '').join('/')}/`;
  for await (const page of listPages(await bucket.open(), Bucket, start)) {
    for (const { key, at } of page) if (at >= since && !PART.test(key)) yield key.slice(start.length);
  }
}

interface Reading {
  readonly key: string;
  readonly etag?: string;
  readonly part?: BytePart | undefined;
  readonly sha256?: string | undefined;
}

/** @throws an error with the code ENOENT when the object is gone */
async function readObject(bucket: S3Bucket, { key, etag, part, sha256 }: Reading): Promise<AsyncIterable<Uint8Array>> {
  const { client, sdk } = await bucket.open();
  const range = part && { Range: `bytes=${part.first}-${part.last}` };
  const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: bucket.location.bucket, Key: key, IfMatch: etag, ...range })).catch((error: Error) => {
    throw isMissing(error) ? missingFile(key) : error;
  });
  if (!(Body instanceof Readable)) throw new Error(`S3 returned no content for ${key}`);
  // Breaks off after the time-out of the connection when nobody reads.
  Body.on('error', () => {});
  return part === undefined && sha256 !== undefined ? verified(Body, { sha256, key }) : Body;
}

/** The end of changed content fails, so that it is not taken for whole. */
async function* verified(content: AsyncIterable<Uint8Array>, { sha256, key }: { sha256: string; key: string }): AsyncIterable<Uint8Array> {
  const hash = createHash('sha256');
  for await (const bytes of content) {
    hash.update(bytes);
    yield bytes;
  }
  if (hash.digest('hex') !== sha256) throw new Error(`${key} is not what was stored: its SHA-256 differs`);
}

/** The parts of a file that is not complete yet, as one. */
function joined(bucket: S3Bucket, parts: readonly ListedObject[], name: string): StoredContent {
  if (parts.length === 0) throw missingFile(name);
  let bytes = 0;
  for (const part of parts) {
    if (Number(PART.exec(part.key)?.[1]) !== bytes) throw missingFile(`${name} from byte ${bytes}`);
    bytes += part.bytes;
  }
  async function* read({ first, last }: BytePart): AsyncIterable<Uint8Array> {
    let start = 0;
    for (const { key, bytes: length } of parts) {
      const wanted = { first: Math.max(0, first - start), last: Math.min(length - 1, last - start) };
      if (wanted.first <= wanted.last) yield* await throughS3(() => readObject(bucket, { key, part: wanted }));
      start += length;
    }
  }
  const mark = createHash('sha256')
    .update(parts.map(({ at }) => at.getTime()).join())
    .digest('hex');
  return { bytes, mark: mark.slice(0, 32), read: async (part = { first: 0, last: bytes - 1 }) => read(part) };
}

function undefinedWhenMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

function refusedWhenChanged(error: Error): false {
  if (!['PreconditionFailed', 'ConditionalRequestConflict'].includes(error.name) && !isMissing(error)) throw error;
  return false;
}
