// For the demo data and for tests: they write and read rows that no use case does.
export { saveOrders } from './orders/order.repository.ts';
export { saveReturns } from './reports/fba-event.repository.ts';
export { saveListings } from './reports/marketplace-listing.repository.ts';
