import { HOUR_MS } from '@stowage/contract/formats/durations';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool } from '../../../platform/database/connection/connect.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { removeSources } from '../../documents/filing/index.ts';
import { deletePartial, listAbandoned, lockPartial } from '../uploads/partial-photo.repository.ts';
import { listDeletedWithFiles, markFilesDeleted } from './photo.repository.ts';
import type { PhotoFiles } from './photo-files.ts';

/** A phone may continue an upload the next morning. */
const PARTIAL_HOURS = 24;
const BATCH = 100;

/** Removes, every hour, abandoned uploads and the files of deleted photos. Safe to run twice. */
export function purgePhotosTask({ db, clock, files }: { db: DatabasePool; clock: Clock; files: PhotoFiles }): Task {
  return {
    name: 'purge-photos',
    cron: '25 * * * *',
    run: async (_payload, stopping) => {
      const before = new Date(clock.now().getTime() - PARTIAL_HOURS * HOUR_MS);
      await inBatches(
        () => listAbandoned(db, before, BATCH),
        stopping,
        async (abandoned) => {
          for (const { album, clientPhotoId } of abandoned) {
            await db.transaction().execute(async (tx) => {
              const partial = await lockPartial(tx, album, clientPhotoId);
              // The phone may have continued in the meantime.
              if (partial === undefined || partial.updatedAt >= before) return;
              // Files are removed first, because only the row names them.
              await files.removeAll(partial);
              await deletePartial(tx, partial);
            });
          }
        },
      );
      await inBatches(
        () => listDeletedWithFiles(db, BATCH),
        stopping,
        async (deleted) => {
          for (const photo of deleted) await files.removeAll(photo);
          const ids = deleted.map(({ id }) => id);
          await db.transaction().execute(async (tx) => {
            await markFilesDeleted(tx, ids);
            await removeSources(tx, 'CASE_PHOTO', ids);
          });
        },
      );
    },
  };
}

/** Reads and processes batches until none is left, or the process stops. */
async function inBatches<T>(read: () => Promise<readonly T[]>, stopping: AbortSignal, work: (batch: readonly T[]) => Promise<void>): Promise<void> {
  for (let batch = await read(); batch.length > 0 && !stopping.aborted; batch = await read()) await work(batch);
}
