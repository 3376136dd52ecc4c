export { createAccountChangeService } from './accounts/account-change.service.ts';
export { importJobs } from './import.job.ts';
export { createImports } from './imports.ts';
export { saveOrders } from './orders/order.repository.ts';
export { saveReturns } from './reports/fba-event.repository.ts';
export { saveListings } from './reports/marketplace-listing.repository.ts';
