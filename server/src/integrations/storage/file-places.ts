import type { open as openFile } from 'node:fs/promises';
import path from 'node:path';
import type { FilePlace, FilesConfig } from '../../platform/config/file-config.ts';
import { createFileStore, type FileStore } from './file-store.ts';
import { openBucket } from './s3-bucket.ts';
import { abortLeftUploads } from './s3-draft.ts';
import { throughS3 } from './s3-failures.ts';
import { createS3FileStore, listSince } from './s3-file-store.ts';
import { createTwoPlaceFileStore } from './two-place-file-store.ts';

/** The places of people's files. Content is passed on as it is stored: encrypted files stay encrypted. */
export interface FilePlaces {
  /** Where new files are stored. */
  readonly current: FilePlace;
  /** The files of a folder of the data directory, in either place. */
  open(folder: string): FileStore;
  /** The files of one place only. @returns undefined for a place that is not set up */
  openIn(place: FilePlace, folder: string): FileStore | undefined;
  /** `s3://bucket/prefix`; undefined while no bucket is set up. */
  readonly bucketAddress: string | undefined;
  /** The names of files of a folder in the bucket that were written since this time. */
  listSince(folder: string, since: Date): AsyncIterable<string>;
  /** Aborts uploads to the bucket that killed processes left before this time. @returns their number */
  abortLeftUploads(before: Date): Promise<number>;
}

interface Options {
  readonly dataFolder: string;
  readonly files: FilesConfig;
  /** Replaced in tests of disk failures. */
  readonly openFile?: typeof openFile | undefined;
}

export function createFilePlaces({ dataFolder, files, openFile }: Options): FilePlaces {
  const bucket = files.s3 && openBucket(files.s3);
  const onDisk = (folder: string) => createFileStore(path.join(dataFolder, folder), openFile);
  return {
    current: files.place,
    open(folder) {
      if (bucket === undefined) return onDisk(folder);
      const stores = [createS3FileStore(bucket, folder), onDisk(folder)] as const;
      return files.place === 's3' ? createTwoPlaceFileStore(...stores) : createTwoPlaceFileStore(stores[1], stores[0]);
    },
    openIn: (place, folder) => (place === 'disk' ? onDisk(folder) : bucket && createS3FileStore(bucket, folder)),
    bucketAddress: files.s3 && `s3://${[files.s3.bucket, files.s3.prefix].filter((part) => part !== '').join('/')}`,
    async *listSince(folder, since) {
      if (bucket !== undefined) yield* listSince(bucket, folder, since);
    },
    abortLeftUploads: async (before) => (bucket === undefined ? 0 : throughS3(() => abortLeftUploads(bucket, before).catch(noneWhenUnlisted))),
  };
}

/** A service that can't list uploads removes them by a rule of the bucket. */
function noneWhenUnlisted(error: Error): number {
  if (error.name !== 'NotImplemented') throw error;
  return 0;
}
