import type { Kysely } from 'kysely';
import { purgeSessionsTask } from './features/identity/index.ts';
import type { Clock } from './platform/clock.ts';
import type { DB } from './platform/database/schema.generated.ts';
import type { Task } from './platform/jobs/task.ts';

/** Every kind of job that the job process runs. */
export function allTasks(deps: { db: Kysely<DB>; clock: Clock }): readonly Task[] {
  return [purgeSessionsTask(deps)];
}
