export { createAccountChangeService } from './accounts/account-change.service.ts';
export { importJobs } from './import.job.ts';
export { createImports } from './imports.ts';
