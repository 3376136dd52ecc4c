export { createBreakdownService } from './breakdown.service.ts';
export { createFbaPriceService } from './fba-price.service.ts';
export { listingJobs } from './listing.job.ts';
export { changeLines, createListingChangeService } from './listing-change.service.ts';
export { createListingJobService, type ListingJobService } from './listing-job.service.ts';
export { pricingRoutes } from './pricing.routes.ts';
export { createShipmentSalesService } from './shipment-sales.service.ts';
export { createUndoService } from './undo.service.ts';
