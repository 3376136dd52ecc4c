import { DOCUMENT_TRASH_DAYS } from '@stowage/contract/documents/documents';
import { DAY_MS } from '@stowage/contract/formats/durations';
import * as z from 'zod';
import type { FileStore } from '../../integrations/storage/file-store.ts';
import type { Context } from '../../platform/context.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { deleteExpired, listOrphanedFiles, lockFilesExclusive, purgeDeleted } from './document.repository.ts';

const AT_A_TIME = 200;

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly files: FileStore;
}

/**
 * Every night: deletes what has been kept for its time, forgets what was deleted a month ago and what was filed with orders that
 * were delivered a month ago, files included, and removes files that no document names. Safe to run twice.
 */
export function purgeDocumentsTask(deps: Dependencies): Task {
  const { db, clock } = deps;
  return {
    name: 'purge-documents',
    payload: z.object({}).loose(),
    cron: '35 3 * * *',
    run: async (_payload, stopping) => {
      const now = clock.now();
      await deleteExpired(db, now);
      const before = new Date(now.getTime() - DOCUMENT_TRASH_DAYS * DAY_MS);
      await forget(deps, { before, limit: AT_A_TIME }, stopping);
      // They may show whom it went to, and the recipient is forgotten then.
      await forget(deps, { ofOrdersAt: now, limit: AT_A_TIME }, stopping);
      await sweep(deps, new Date(now.getTime() - DAY_MS), stopping);
    },
  };
}

async function forget({ db, files }: Dependencies, which: Parameters<typeof purgeDeleted>[1], stopping: AbortSignal): Promise<void> {
  for (let isMore = true; isMore && !stopping.aborted; ) {
    const forgotten = await db.transaction().execute(async (tx) => {
      // Nobody keeps the same content meanwhile: its file would go with the other one's.
      await lockFilesExclusive(tx);
      const gone = await purgeDeleted(tx, which);
      for (const place of gone.places) await files.remove(place);
      return gone.documents;
    });
    isMore = forgotten === AT_A_TIME;
  }
}

/**
 * Removes what a crash left: files that were kept and never got a row, and drafts that nobody finished. Whatever was written to
 * since is left alone, because somebody may be at it.
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
  // Crashes are rare: this is the folder of another database, or of a backup that is older than the files.
  if (unnamed > named) return logger.warn({ named, unnamed }, 'most files of documents belong to no document: they are left where they are');
  for await (const names of inParts(files, stopping)) {
    const old: string[] = [];
    for (const name of await listOrphanedFiles(db, names)) if (await isOld(name)) old.push(name);
    if (old.length === 0) continue;
    await db.transaction().execute(async (tx) => {
      // A file of the same content may have come since, and its row with it: asked again while nobody keeps any.
      await lockFilesExclusive(tx);
      for (const name of await listOrphanedFiles(tx, old)) if (await isOld(name)) await files.remove(name);
    });
  }
}

async function* inParts(files: FileStore, stopping: AbortSignal): AsyncIterable<readonly string[]> {
  for await (const names of files.folders()) {
    for (let at = 0; at < names.length && !stopping.aborted; at += AT_A_TIME) yield names.slice(at, at + AT_A_TIME);
  }
}
