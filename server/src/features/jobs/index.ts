export { createJobService, type JobService } from './job.service.ts';
export { type Job, type JobContext, type JobEnd, JobImpossibleError } from './job.ts';
export { allowNextRun, discardRun, isKindOpen, lastRunAt, openRun, wakeKind, wakeRun, wakeRunOfReport, workAhead } from './job-run.service.ts';
export { JOB_TITLES } from './job-title.ts';
export { createJobs } from './jobs.ts';
export { runJobTask } from './run-job.task.ts';
