import type { Context } from '../../platform/context.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { addPartitions } from './partition.repository.ts';

/** Creates the partitions that the next rows need, long before they do: a missing one would refuse every row. */
export function addPartitionsTask({ db, logger }: Pick<Context, 'db' | 'logger'>): Task {
  return {
    ...{ name: 'add-partitions', cron: '7 * * * *' },
    async run() {
      const added = await addPartitions(db);
      if (added > 0) logger.info({ added }, 'partitions were created for the next rows');
    },
  };
}
