export { createAccountChangeService } from './account-change.service.ts';
export { importJobs } from './import.job.ts';
