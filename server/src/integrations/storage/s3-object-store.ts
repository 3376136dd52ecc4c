import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { ObjectMissingError, type ObjectStore, type StoredObject } from './object-store.ts';

export interface S3Options {
  /** Of a service other than AWS: `https://s3.example.com`. */
  readonly endpoint: string | undefined;
  readonly region: string;
}

/** S3 takes at most 10,000 parts, so an object may have 160 GB. Four parts are in memory at a time. */
const PART_BYTES = 16 * 1024 * 1024;

/**
 * Objects of a bucket, under a prefix. Credentials come from the SDK's own chain: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY,
 * a profile, or the role of the machine. The SDK is loaded with the first store, because it takes a quarter of a second.
 */
export async function createS3ObjectStore(bucket: string, prefix: string, { endpoint, region }: S3Options): Promise<ObjectStore> {
  const [sdk, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  const client = new sdk.S3Client({
    region,
    // Other services than AWS don't know the checksums that the SDK adds otherwise. The content is authenticated by its encryption.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
  });
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
        if (error.name !== 'NoSuchKey' && error.name !== 'NotFound') throw error;
        throw new ObjectMissingError(`${name} is missing in s3://${bucket}`);
      });
      if (!(Body instanceof Readable)) throw new Error(`S3 returned no content for ${name}`);
      return Body;
    },
    list: (listed) => objectsOf(client, sdk, { bucket, prefix, listed: keyOf(listed) }),
    async remove(name) {
      await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: keyOf(name) }));
    },
    // S3 shows an upload only when it is complete. A rule of the bucket removes the parts of an upload that was killed.
    removeDrafts: async () => {},
  };
}

async function* objectsOf(
  client: S3Client,
  sdk: typeof import('@aws-sdk/client-s3'),
  { bucket, prefix, listed }: { bucket: string; prefix: string; listed: string },
): AsyncIterable<StoredObject> {
  let next: string | undefined;
  do {
    const page = await client.send(new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: listed, ContinuationToken: next }));
    for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? []) {
      yield { name: prefix === '' ? Key : Key.slice(prefix.length + 1), bytes: Size, at: LastModified };
    }
    next = page.NextContinuationToken;
  } while (next !== undefined);
}
