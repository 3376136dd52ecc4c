import { Readable } from 'node:stream';
import { ObjectMissingError, type ObjectStore } from './object-store.ts';
import { isMissing, listPages, openS3, type S3Options } from './s3-client.ts';

/** S3 takes at most 10,000 parts, so an object may have 160 GB. Four parts are in memory at a time. */
const PART_BYTES = 16 * 1024 * 1024;

/** Objects of a bucket, under a prefix. */
export async function createS3ObjectStore(bucket: string, prefix: string, options: S3Options): Promise<ObjectStore> {
  const [s3, { Upload }] = await Promise.all([openS3(options), import('@aws-sdk/lib-storage')]);
  const { client, sdk } = s3;
  const keyOf = (name: string) => (prefix === '' ? name : `${prefix}/${name}`);
  return {
    address: `s3://${[bucket, prefix].filter((part) => part !== '').join('/')}`,
    async put(name, content) {
      // One object needs no parts while it is smaller than one; an upload that fails is aborted.
      const upload = new Upload({ client, params: { Bucket: bucket, Key: keyOf(name), Body: Readable.from(content) }, partSize: PART_BYTES });
      await upload.done();
    },
    async get(name) {
      const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: keyOf(name) })).catch((error: Error) => {
        if (!isMissing(error)) throw error;
        throw new ObjectMissingError(`${name} is missing in s3://${bucket}`);
      });
      if (!(Body instanceof Readable)) throw new Error(`S3 returned no content for ${name}`);
      return Body;
    },
    async *list(listed) {
      for await (const page of listPages(s3, bucket, keyOf(listed))) {
        for (const { key, bytes, at } of page) yield { name: prefix === '' ? key : key.slice(prefix.length + 1), bytes, at };
      }
    },
    async remove(name) {
      await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: keyOf(name) }));
    },
    // S3 shows an upload only when it is complete. A rule of the bucket removes the parts of an upload that was killed.
    removeDrafts: async () => {},
  };
}
