import { DOCUMENT_TRASH_DAYS } from '@stowage/contract/documents/documents';
import { DAY_MS } from '@stowage/contract/formats/durations';
import type { FileStore } from '../../integrations/storage/file-store.ts';
import type { Context } from '../../platform/context.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { deleteExpired, listOrphanedFiles, lockFilesExclusive, purgeDeleted } from './document.repository.ts';
import { removeUnnamedFiles } from './unnamed-files.ts';

const AT_A_TIME = 200;

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly files: FileStore;
}

/**
 * Every night: deletes documents after their retention, permanently deletes those in the trash for 30 days and those filed with
 * orders delivered 30 days ago, and removes files without a row. Safe to run twice.
 */
export function purgeDocumentsTask(deps: Dependencies): Task {
  const { db, clock } = deps;
  return {
    name: 'purge-documents',
    cron: '35 3 * * *',
    run: async (_payload, stopping) => {
      const now = clock.now();
      await deleteExpired(db, now);
      const before = new Date(now.getTime() - DOCUMENT_TRASH_DAYS * DAY_MS);
      await forget(deps, { before, limit: AT_A_TIME }, stopping);
      // They can show the recipient, who is deleted at that time.
      await forget(deps, { ofOrdersAt: now, limit: AT_A_TIME }, stopping);
      await sweep(deps, new Date(now.getTime() - DAY_MS), stopping);
    },
  };
}

async function forget({ db, files }: Dependencies, which: Parameters<typeof purgeDeleted>[1], stopping: AbortSignal): Promise<void> {
  for (let isMore = true; isMore && !stopping.aborted; ) {
    const { documents, places } = await db.transaction().execute(async (tx) => {
      // Otherwise documents of the same content, purged at the same time, would each leave the file to the other.
      await lockFilesExclusive(tx);
      return purgeDeleted(tx, which);
    });
    await removeUnnamedFiles({ db, files }, places);
    isMore = documents === AT_A_TIME;
  }
}

/**
 * Removes the remains of a crash: files without a row and incomplete uploads. Recently written files are skipped, because
 * somebody may still be uploading them.
 */
async function sweep({ db, files, logger }: Dependencies, before: Date, stopping: AbortSignal): Promise<void> {
  const isOld = async (name: string) => ((await files.writtenAt(name)) ?? before) < before;
  let named = 0;
  let unnamed = 0;
  for await (const names of inParts(files, stopping)) {
    const left = await listOrphanedFiles(db, names);
    named += names.length - left.length;
    unnamed += left.length;
  }
  // Crashes are rare: so many files without a row mean another database's folder, or a backup that is older than the files.
  if (unnamed > named) return logger.warn({ named, unnamed }, 'most files of documents belong to no document: they are left where they are');
  for await (const names of inParts(files, stopping)) {
    const old: string[] = [];
    for (const name of await listOrphanedFiles(db, names)) if (await isOld(name)) old.push(name);
    await removeUnnamedFiles({ db, files }, old, isOld);
  }
}

async function* inParts(files: FileStore, stopping: AbortSignal): AsyncIterable<readonly string[]> {
  for await (const names of files.folders()) {
    for (let at = 0; at < names.length && !stopping.aborted; at += AT_A_TIME) yield names.slice(at, at + AT_A_TIME);
  }
}
