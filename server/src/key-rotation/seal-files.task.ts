import type { SealedFileStore } from '../integrations/storage/sealed-file-store.ts';
import type { Task } from '../platform/jobs/task.ts';
import type { Logger } from '../platform/logger.ts';

const UNFINISHED = /^incoming\/|\.(?:draft|parts)$/;

interface Options {
  readonly stores: readonly SealedFileStore[];
  readonly logger: Logger;
}

/** Encrypts the files on the disk that were stored before files were encrypted, once that is turned on. In a bucket each look would cost a request. */
export function sealFilesTask({ stores, logger }: Options): Task {
  return {
    name: 'seal-files',
    cron: '10 * * * *',
    async run(_, signal) {
      const sealed = await sealFiles(stores, signal);
      if (sealed > 0) logger.info({ sealed }, 'plain files were encrypted');
    },
  };
}

/** Continues where it was stopped: a sealed file is left alone. @returns the number of files that it encrypted */
export async function sealFiles(stores: readonly SealedFileStore[], signal?: AbortSignal): Promise<number> {
  let sealed = 0;
  for (const store of stores) {
    for await (const name of storedNames(store)) {
      if (signal?.aborted) return sealed;
      if (await store.sealPlain(name)) sealed += 1;
    }
  }
  return sealed;
}

/** The names of finished files. */
export async function* storedNames(store: SealedFileStore): AsyncIterable<string> {
  for await (const names of store.folders()) {
    for (const name of names) if (!UNFINISHED.test(name)) yield name;
  }
}
