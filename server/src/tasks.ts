import type { Kysely } from 'kysely';
import { matchReimbursementsJob, type PhotoFiles, purgePhotosTask } from './features/cases/index.ts';
import { purgeFeesTask } from './features/fee-lookup/index.ts';
import { purgeSessionsTask } from './features/identity/index.ts';
import { importJobs } from './features/imports/index.ts';
import { createJobService, purgeJobsTask, runJobTask, scheduleTasks } from './features/jobs/index.ts';
import { purgeUploadsTask } from './features/price-lists/index.ts';
import { listingJobs } from './features/pricing/index.ts';
import { purgePoUploadsTask } from './features/purchasing/index.ts';
import type { MarketplaceSource } from './integrations/marketplace/marketplace.ts';
import type { Clock } from './platform/clock.ts';
import type { DB } from './platform/database/schema.generated.ts';
import type { Task } from './platform/jobs/task.ts';
import type { Logger } from './platform/logger.ts';
import type { Topics } from './platform/realtime/topics.ts';

interface Dependencies {
  readonly db: Kysely<DB>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly topics: Topics;
  readonly marketplaces: MarketplaceSource;
  readonly photoFiles: PhotoFiles;
}

/** Every kind of job that the job process runs. */
export function allTasks(deps: Dependencies): readonly Task[] {
  const jobs = [...importJobs(deps), ...listingJobs(deps), matchReimbursementsJob(deps)];
  return [
    purgeSessionsTask(deps),
    purgeJobsTask(deps),
    purgeUploadsTask(deps),
    purgePoUploadsTask(deps),
    purgeFeesTask(deps),
    purgePhotosTask({ ...deps, files: deps.photoFiles }),
    runJobTask({ ...deps, jobs }) as unknown as Task,
    ...scheduleTasks(jobs, createJobService(deps)),
  ];
}
