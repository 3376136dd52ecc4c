import { createHash, randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@stowage/contract/formats/durations';
import type { FileDraft } from './file-store.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { throughS3 } from './s3-failures.ts';

/** In an object's metadata: the hash of its content. Services compute others themselves, of parts or of encrypted content. */
export const SHA256 = 'sha256';
/** S3 takes at most 10,000 parts, so a file may have 80 GB on its way; a copy, and so a file, at most 5 GB. */
const PART_BYTES = 8 * 1024 * 1024;
/** The store writes the whole file again. */
const COPY = { requestTimeout: 10 * MINUTE_MS };

export function md5Of(content: Uint8Array): string {
  return createHash('md5').update(content).digest('base64');
}

interface Naming {
  readonly keyOf: (name: string) => string;
  readonly put: (key: string, content: Uint8Array) => Promise<void>;
}

/**
 * A file of at most one part waits in memory, and is stored under its name at once. A larger one is uploaded in parts under a name
 * of its own and copied inside the store, because objects can't be renamed.
 */
export async function beginS3Draft(bucket: S3Bucket, { keyOf, put }: Naming): Promise<FileDraft> {
  const { client, sdk } = await bucket.open();
  const { bucket: Bucket } = bucket.location;
  const Key = keyOf(`incoming/${randomUUID()}.draft`);
  const hash = createHash('sha256');
  const parts: { ETag: string | undefined; PartNumber: number }[] = [];
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let UploadId: string | undefined;

  const sendPart = async () => {
    const Body = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    UploadId ??= (await client.send(new sdk.CreateMultipartUploadCommand({ Bucket, Key }))).UploadId;
    const PartNumber = parts.length + 1;
    const { ETag } = await client.send(new sdk.UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body, ContentMD5: md5Of(Body) }));
    parts.push({ ETag, PartNumber });
  };
  return {
    append: (content) =>
      throughS3(async () => {
        hash.update(content);
        waiting.push(Buffer.from(content));
        waitingBytes += content.length;
        if (waitingBytes >= PART_BYTES) await sendPart();
      }),
    keepAs: (name) =>
      throughS3(async () => {
        if (UploadId === undefined) return put(keyOf(name), Buffer.concat(waiting));
        if (waitingBytes > 0) await sendPart();
        await client.send(new sdk.CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts: parts } }), COPY);
        UploadId = undefined;
        const copy = {
          CopySource: `${Bucket}/${Key.split('/').map(encodeURIComponent).join('/')}`,
          MetadataDirective: 'REPLACE',
          Metadata: { [SHA256]: hash.digest('hex') },
        } as const;
        await client.send(new sdk.CopyObjectCommand({ Bucket, Key: keyOf(name), ...copy }), COPY);
        await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));
      }),
    async discard() {
      waiting = [];
      // What can't be removed now is aborted later, or found as a file without a row.
      if (UploadId !== undefined) await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {});
      else if (parts.length > 0) await client.send(new sdk.DeleteObjectCommand({ Bucket, Key })).catch(() => {});
    },
  };
}

/** Aborts the uploads of killed processes: their parts take space and no listing shows them. @returns their number */
export async function abortLeftUploads(bucket: S3Bucket, before: Date): Promise<number> {
  const { client, sdk } = await bucket.open();
  const { bucket: Bucket, prefix } = bucket.location;
  let aborted = 0;
  let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined;
  do {
    const page = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix: prefix === '' ? '' : `${prefix}/`, ...from }));
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!Key?.endsWith('.draft') || Initiated === undefined || Initiated >= before) continue;
      await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      aborted += 1;
    }
    from = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined;
  } while (from !== undefined);
  return aborted;
}
