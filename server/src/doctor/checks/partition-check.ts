import type pg from 'pg';
import { type Check, fail, ok, warn } from '../check.ts';
import { exist, listInterruptedArchives, listPartitionRoom } from './database-state.read-model.ts';

const NAME = 'partitions';
const ADVICE = 'Start Stowage, whose task add-partitions creates them every hour. If it runs already, its log says why the task fails.';

/** Whether the next rows of the partitioned tables have a partition, and whether an archive was interrupted. */
export async function checkPartitions(client: pg.Client): Promise<Check> {
  if (!(await exist(client, ['partition_ranges', 'archived_partitions']))) return ok(NAME, 'There are none yet.');
  const rows = await listPartitionRoom(client);
  const lacking = rows.find(({ ahead }) => Number(ahead) <= 0);
  if (lacking !== undefined) return fail(NAME, `The next row of ${lacking.table} has no partition`, ADVICE);
  const short = rows.find(({ ahead, width }) => Number(ahead) < Number(width));
  if (short !== undefined) return warn(NAME, `${short.table} has partitions for only ${short.ahead} more rows`, ADVICE);
  const interrupted = await listInterruptedArchives(client);
  if (interrupted.length > 0) {
    return warn(NAME, `The archive of ${interrupted.join(', ')} was interrupted`, 'Run stowage archive again, which finishes it.');
  }
  return ok(NAME, 'The next rows have their partitions.');
}
