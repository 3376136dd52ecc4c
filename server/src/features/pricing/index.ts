export { changeLines } from './changes/listing-change.service.ts';
export { needsLook } from './feeds/feed.read-model.ts';
export { countMapAsins } from './map-compliance/map-compliance.read-model.ts';
export { type OfferSample, recordMapSnapshots } from './map-compliance/map-snapshot.repository.ts';
export { createPricing } from './pricing.ts';
export { findHeldPrices } from './sync/held-price.read-model.ts';
export { listingJobs } from './sync/listing.job.ts';
export { createListingJobService, type ListingJobService } from './sync/listing-job.service.ts';
