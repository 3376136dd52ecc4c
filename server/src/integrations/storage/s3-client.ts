import type { S3Client } from '@aws-sdk/client-s3';
import '../aws-notices.ts';

/** How a bucket is reached. */
export interface S3Options {
  /** The address of a service other than AWS: `https://s3.example.com`. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Without them the SDK's own chain decides: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or the role of the machine. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

export interface S3 {
  readonly client: S3Client;
  readonly sdk: typeof import('@aws-sdk/client-s3');
}

const CONNECT_WITHIN_MS = 3_000;
/** A connection over which nothing is sent for so long is given up. */
const SILENT_MS = 30_000;
/** Each download holds one. */
const MAX_SOCKETS = 200;

/** The SDK is loaded with the first client, because it takes a quarter of a second. */
export async function openS3({ endpoint, region, credentials }: S3Options): Promise<S3> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region,
    // Other services than AWS don't know the checksums that the SDK adds otherwise. Files send their MD5, and backups authenticate their content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_WITHIN_MS,
      socketTimeout: SILENT_MS,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: MAX_SOCKETS },
      httpsAgent: { maxSockets: MAX_SOCKETS },
    },
    ...(credentials !== undefined && { credentials }),
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
  });
  return { client, sdk };
}

/** Objects whose keys start with the prefix, in pages. */
export async function* listPages({ client, sdk }: S3, bucket: string, prefix: string): AsyncIterable<readonly ListedObject[]> {
  let next: string | undefined;
  do {
    const page = await client.send(new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: next }));
    yield (page.Contents ?? []).map(({ Key = '', Size = 0, LastModified = new Date() }) => ({ key: Key, bytes: Size, at: LastModified }));
    next = page.NextContinuationToken;
  } while (next !== undefined);
}

export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
  readonly at: Date;
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}
