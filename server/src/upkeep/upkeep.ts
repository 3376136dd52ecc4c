import type { AppContext } from '../app-context.ts';
import { FILE_FOLDERS } from '../file-folders.ts';
import { rotateKeysTask } from '../key-rotation/rotate-keys.task.ts';
import { sealFilesTask } from '../key-rotation/seal-files.task.ts';
import { backfillTask } from '../platform/database/migration/backfill.task.ts';
import type { Task } from '../platform/jobs/task.ts';
import { purgeUnfinishedFilesTask } from './purge-unfinished-files.task.ts';

/** Tasks for the installation as a whole: rows that migrations fill later, unfinished files, and keys. */
export function createUpkeep(context: AppContext): { readonly tasks: readonly Task[] } {
  return {
    tasks: [
      backfillTask(context),
      purgeUnfinishedFilesTask(context),
      rotateKeysTask(context),
      sealFilesTask({ logger: context.logger, stores: FILE_FOLDERS.map((folder) => context.openFiles(folder, 'disk')) }),
    ],
  };
}
