import * as z from 'zod';
import type { AppContext } from '../../app-context.ts';
import { FILE_FOLDERS } from '../../file-folders.ts';
import type { Task } from '../../platform/jobs/task.ts';

type Dependencies = Pick<AppContext, 'openFiles'>;

export const REMOVE_FILES_TASK = 'remove-demo-files';

/** Deletes the files of a removed demo. Safe to repeat: files that were stored since stay. */
export function removeDemoFilesTask(deps: Dependencies): Task {
  const payload = z.object({ before: z.string() });
  return { name: REMOVE_FILES_TASK, payload, run: async (given) => removeDemoFiles(deps, new Date(payload.parse(given).before)) };
}

/** @param before the time of the removal */
export async function removeDemoFiles({ openFiles }: Dependencies, before: Date): Promise<void> {
  for (const store of FILE_FOLDERS.map((folder) => openFiles(folder))) {
    for await (const names of store.folders()) {
      for (const name of names) {
        const writtenAt = await store.writtenAt(name);
        if (writtenAt !== undefined && writtenAt < before) await store.remove(name);
      }
    }
  }
}
