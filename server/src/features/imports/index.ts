export { createAccountChangeService } from './account-change.service.ts';
export { saveReturns } from './fba-event.repository.ts';
export { importJobs } from './import.job.ts';
export { saveOrders } from './order.repository.ts';
