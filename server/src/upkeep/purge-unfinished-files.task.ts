import { DAY_MS } from '@stowage/contract/formats/durations';
import type { AppContext } from '../app-context.ts';
import { FILE_FOLDERS } from '../file-folders.ts';
import type { FileStore } from '../integrations/storage/file-store.ts';
import type { Task } from '../platform/jobs/task.ts';

const DRAFTS = 'incoming/';

/** Every night: removes what killed processes left of files a day ago, in the bucket and on the disk. Safe to run twice. */
export function purgeUnfinishedFilesTask({ filePlaces, clock, logger }: Pick<AppContext, 'filePlaces' | 'clock' | 'logger'>): Task {
  return {
    name: 'purge-uploads',
    cron: '50 3 * * *',
    async run() {
      const before = new Date(clock.now().getTime() - DAY_MS);
      const aborted = await filePlaces.abortLeftUploads(before);
      let removed = 0;
      for (const folder of FILE_FOLDERS) removed += await removeDrafts(filePlaces.openIn('disk', folder), before);
      if (aborted + removed > 0) logger.info({ aborted, removed }, 'unfinished files were removed');
    },
  };
}

async function removeDrafts(store: FileStore | undefined, before: Date): Promise<number> {
  let removed = 0;
  for await (const names of store?.folders() ?? []) {
    for (const name of names.filter((each) => each.startsWith(DRAFTS))) {
      if (((await store?.writtenAt(name)) ?? before) >= before) continue;
      await store?.remove(name);
      removed += 1;
    }
  }
  return removed;
}
