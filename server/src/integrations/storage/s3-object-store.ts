import { Readable } from 'node:stream';
import { reasonOf } from '../../platform/formats/reason-of.ts';
import { ObjectMissingError, type ObjectStore, type StoredObject } from './object-store.ts';
import { isMissing, listPages, openS3, type S3Options } from './s3-client.ts';
import { isFromStore } from './s3-failures.ts';

/** S3 takes at most 10,000 parts, so an object may have 160 GB. Four parts are in memory at a time. */
const PART_BYTES = 16 * 1024 * 1024;

/** Objects of a bucket, under a prefix. What the service answers names neither. */
export async function createS3ObjectStore(bucket: string, prefix: string, options: S3Options): Promise<ObjectStore> {
  const [s3, { Upload }] = await Promise.all([openS3(options), import('@aws-sdk/lib-storage')]);
  const { client, sdk } = s3;
  const address = `s3://${[bucket, prefix].filter((part) => part !== '').join('/')}`;
  const keyOf = (name: string) => (prefix === '' ? name : `${prefix}/${name}`);
  const fail = (error: unknown): never => {
    throw isFromStore(error) ? new Error(`${address}: ${reasonOf(error)}`, { cause: error }) : error;
  };
  async function* list(listed: string): AsyncIterable<StoredObject> {
    for await (const page of listPages(s3, bucket, keyOf(listed))) {
      for (const { key, bytes, at } of page) yield { name: prefix === '' ? key : key.slice(prefix.length + 1), bytes, at };
    }
  }
  return {
    address,
    async put(name, content) {
      // One object needs no parts while it is smaller than one; an upload that fails is aborted.
      const upload = new Upload({ client, params: { Bucket: bucket, Key: keyOf(name), Body: Readable.from(content) }, partSize: PART_BYTES });
      await upload.done().catch(fail);
    },
    async get(name) {
      const answer = client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: keyOf(name) })).catch((error: Error) => {
        if (!isMissing(error)) throw error;
        throw new ObjectMissingError(`${name} is missing in s3://${bucket}`);
      });
      const { Body } = await answer.catch(fail);
      if (!(Body instanceof Readable)) throw new Error(`S3 returned no content for ${name}`);
      return Body;
    },
    async *list(listed) {
      try {
        yield* list(listed);
      } catch (error) {
        fail(error);
      }
    },
    async remove(name) {
      await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: keyOf(name) })).catch(fail);
    },
    // S3 shows an upload only when it is complete. A rule of the bucket removes the parts of an upload that was killed.
    removeDrafts: async () => {},
  };
}
