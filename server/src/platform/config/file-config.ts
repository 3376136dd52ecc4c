import * as z from 'zod';
import { wrongSetting } from './wrong-setting.ts';

const text = z.string().trim().min(1);

/** Where photos and documents are stored, and how S3 is reached, which backups use too. */
export const fileEnvironment = {
  /** Where new files go; both places are read. */
  STOWAGE_FILES: z.enum(['disk', 's3']).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: text.default('us-east-1'),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  S3_BUCKET: z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket; the folder in it is S3_PREFIX')
    .optional(),
  S3_PREFIX: text.optional(),
  /** A malware scanner that speaks ClamAV's protocol; every file is checked before it is stored. */
  STOWAGE_CLAMD: z
    .string()
    .trim()
    .regex(/^(\[[0-9a-f:]+\]|[^:\s]+):\d{1,5}$/i, 'must be a host and a port: 127.0.0.1:3310')
    .optional(),
};

type Value = z.output<z.ZodObject<typeof fileEnvironment>>;

export type FilePlace = 'disk' | 's3';

export interface S3Config {
  /** The address of a service other than AWS. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

export interface FilesConfig {
  /** Where new files are stored. */
  readonly place: FilePlace;
  readonly s3: (S3Config & { readonly bucket: string; readonly prefix: string; readonly answerMs?: number }) | undefined;
  readonly scanner?: { readonly host: string; readonly port: number } | undefined;
}

/** @throws Error when the settings contradict each other */
export function readFilesConfig(value: Value): { files: FilesConfig; s3: S3Config } {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_BUCKET: bucket } = value;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    const [missing, given] = accessKeyId === undefined ? ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] : ['S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID'];
    throw wrongSetting(missing, `is missing, ${given} is there`);
  }
  const place = value.STOWAGE_FILES ?? (bucket === undefined ? 'disk' : 's3');
  if (place === 's3' && bucket === undefined) throw wrongSetting('S3_BUCKET', 'is missing. STOWAGE_FILES=s3 stores files in it');
  const credentials = accessKeyId === undefined || secretAccessKey === undefined ? undefined : { accessKeyId, secretAccessKey };
  const s3 = { endpoint: value.S3_ENDPOINT, region: value.S3_REGION, credentials };
  const prefix = value.S3_PREFIX?.replace(/^\/+|\/+$/g, '') ?? '';
  const [, host, port] = /^\[?([^\]]+)\]?:(\d+)$/.exec(value.STOWAGE_CLAMD ?? '') ?? [];
  const scanner = host === undefined ? undefined : { host, port: Number(port) };
  return { files: { place, scanner, s3: bucket === undefined ? undefined : { ...s3, bucket, prefix } }, s3 };
}
