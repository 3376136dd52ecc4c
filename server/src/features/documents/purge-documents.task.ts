import { DOCUMENT_TRASH_DAYS } from '@stowage/contract/documents';
import * as z from 'zod';
import type { FileStore } from '../../integrations/storage/file-store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { endKept, forgetDeleted, holdCabinet } from './document.repository.ts';

const TRASH_MS = DOCUMENT_TRASH_DAYS * 24 * 60 * 60 * 1000;
const AT_A_TIME = 200;

/** Every night: deletes what has been kept for its time, and forgets what was deleted a month ago, files included. Safe to run twice. */
export function purgeDocumentsTask({ db, clock, documentFiles }: { db: DatabasePool; clock: Clock; documentFiles: FileStore }): Task {
  return {
    name: 'purge-documents',
    payload: z.object({}).loose(),
    cron: '35 3 * * *',
    run: async () => {
      const now = clock.now();
      await endKept(db, now);
      const before = new Date(now.getTime() - TRASH_MS);
      for (let isMore = true; isMore; ) {
        const forgotten = await db.transaction().execute(async (tx) => {
          // Nobody keeps the same content meanwhile: its file would go with the other one's.
          await holdCabinet(tx);
          const gone = await forgetDeleted(tx, before, AT_A_TIME);
          for (const place of gone.places) await documentFiles.remove(place);
          return gone.documents;
        });
        isMore = forgotten === AT_A_TIME;
      }
    },
  };
}
