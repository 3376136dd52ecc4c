import { createFolderObjectStore } from './folder-object-store.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3Options } from './s3-client.ts';
import { createS3ObjectStore } from './s3-object-store.ts';

const S3_ADDRESS = /^s3:\/\/([^/]+)\/?(.*?)\/*$/;

/** @param address a folder's path, or `s3://bucket/prefix` */
export async function openObjectStore(address: string, s3: S3Options): Promise<ObjectStore> {
  const [, bucket, prefix = ''] = S3_ADDRESS.exec(address) ?? [];
  return bucket === undefined ? createFolderObjectStore(address) : createS3ObjectStore(bucket, prefix, s3);
}
