export { createAccountChangeService } from './account-change.service.ts';
export { saveReturns } from './fba-event.repository.ts';
export { importJobs } from './import.job.ts';
export { saveListings } from './marketplace-listing.repository.ts';
export { saveOrders } from './order.repository.ts';
