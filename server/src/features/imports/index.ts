export { importJobs } from './import.job.ts';
