import { DOCUMENT_TRASH_DAYS } from '@stowage/contract/documents';
import * as z from 'zod';
import type { FileStore } from '../../integrations/storage/file-store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { endKept, forgetDeleted, holdCabinet, listUnnamed } from './document.repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const AT_A_TIME = 200;

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly documentFiles: FileStore;
}

/**
 * Every night: deletes what has been kept for its time, forgets what was deleted a month ago, files included, and removes files
 * that no document names. Safe to run twice.
 */
export function purgeDocumentsTask(deps: Dependencies): Task {
  const { db, clock, documentFiles } = deps;
  return {
    name: 'purge-documents',
    payload: z.object({}).loose(),
    cron: '35 3 * * *',
    run: async (_payload, stopping) => {
      const now = clock.now();
      await endKept(db, now);
      const before = new Date(now.getTime() - DOCUMENT_TRASH_DAYS * DAY_MS);
      for (let isMore = true; isMore && !stopping.aborted; ) {
        const forgotten = await db.transaction().execute(async (tx) => {
          // Nobody keeps the same content meanwhile: its file would go with the other one's.
          await holdCabinet(tx);
          const gone = await forgetDeleted(tx, { before, limit: AT_A_TIME });
          for (const place of gone.places) await documentFiles.remove(place);
          return gone.documents;
        });
        isMore = forgotten === AT_A_TIME;
      }
      await sweep(deps, new Date(now.getTime() - DAY_MS), stopping);
    },
  };
}

/**
 * Removes what a crash left: files that were kept and never got a row, and drafts that nobody finished. Whatever was written to
 * since is left alone, because somebody may be at it.
 */
async function sweep({ db, documentFiles }: Dependencies, before: Date, stopping: AbortSignal): Promise<void> {
  const isOld = async (name: string) => ((await documentFiles.writtenAt(name)) ?? before) < before;
  for await (const names of documentFiles.folders()) {
    for (let at = 0; at < names.length && !stopping.aborted; at += AT_A_TIME) {
      const unnamed = await listUnnamed(db, names.slice(at, at + AT_A_TIME));
      const old: string[] = [];
      for (const name of unnamed) if (await isOld(name)) old.push(name);
      if (old.length === 0) continue;
      await db.transaction().execute(async (tx) => {
        // A file of the same content may have come since, and its row with it: asked again while nobody keeps any.
        await holdCabinet(tx);
        for (const name of await listUnnamed(tx, old)) if (await isOld(name)) await documentFiles.remove(name);
      });
    }
  }
}
