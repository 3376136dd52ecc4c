import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { createJobService } from './job.service.ts';
import type { Job } from './job.ts';
import { jobRoutes } from './jobs.routes.ts';
import { purgeJobsTask, runJobTask, scheduleTasks } from './run-job.task.ts';

type Dependencies = Pick<Context, 'db' | 'clock' | 'topics' | 'logger'>;

export function createJobs(deps: Dependencies) {
  const service = createJobService(deps);
  return {
    service,
    routes: (app: FastifyInstance) => jobRoutes(app, { ...deps, service }),
    tasks: [purgeJobsTask(deps)],
    /** What runs and schedules the jobs of all features. */
    tasksFor: (jobs: readonly Job[]): readonly Task[] => [runJobTask({ ...deps, jobs }), ...scheduleTasks(jobs, service)],
  };
}
