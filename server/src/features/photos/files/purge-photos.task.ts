import * as z from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool } from '../../../platform/database/connect.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { removeSources } from '../../documents/filing/index.ts';
import { deletePartial, listLeftBehind, lockPartial } from '../uploads/partial-photo.repository.ts';
import { listWithFilesLeft, markFilesGone } from './photo.repository.ts';
import type { PhotoFiles } from './photo-files.ts';

const HOUR_MS = 3_600_000;
/** A phone whose photos wait may come back the next morning. */
const KEEP_PARTS_HOURS = 24;
const BATCH = 100;

/** Every hour: removes what arrived in part and was left, and the files of deleted photos. Safe to run twice. */
export function purgePhotosTask({ db, clock, files }: { db: DatabasePool; clock: Clock; files: PhotoFiles }): Task {
  return {
    name: 'purge-photos',
    payload: z.object({}).loose(),
    cron: '25 * * * *',
    run: async (_payload, stopping) => {
      const before = new Date(clock.now().getTime() - KEEP_PARTS_HOURS * HOUR_MS);
      for (let left = await listLeftBehind(db, before, BATCH); left.length > 0 && !stopping.aborted; left = await listLeftBehind(db, before, BATCH)) {
        for (const { album, clientPhotoId } of left) {
          await db.transaction().execute(async (tx) => {
            const partial = await lockPartial(tx, album, clientPhotoId);
            // Its phone may have come back meanwhile.
            if (partial === undefined || partial.updatedAt >= before) return;
            // The files first: without its row nobody would know of them.
            await files.removeAll(partial);
            await deletePartial(tx, partial);
          });
        }
      }
      for (let gone = await listWithFilesLeft(db, BATCH); gone.length > 0 && !stopping.aborted; gone = await listWithFilesLeft(db, BATCH)) {
        for (const photo of gone) await files.removeAll(photo);
        const ids = gone.map(({ id }) => id);
        await db.transaction().execute(async (tx) => {
          await markFilesGone(tx, ids);
          await removeSources(tx, 'CASE_PHOTO', ids);
        });
      }
    },
  };
}
