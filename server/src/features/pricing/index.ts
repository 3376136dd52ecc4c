export { listingChangeCsv } from './changes/listing-change-csv.ts';
export { needsLook } from './feeds/feed-need.condition.ts';
export { listHeldPrices } from './held-prices/held-price.service.ts';
export { recordMissingListings, recordReportedListings } from './listing-state/listing-state.service.ts';
export { isQuantitySending, quantityToOffer } from './listing-state/quantity-to-offer.condition.ts';
export { reportedRows } from './listing-state/reported-rows.condition.ts';
export { countProductsWithMap, type OfferSample, recordMapViolations } from './map-compliance/map-snapshot.service.ts';
export { differsFromMarketplace, isListedOutOfSync } from './out-of-sync/out-of-sync.condition.ts';
export {
  compareAnnouncedAgain,
  compareListingsAgain,
  countListedOutOfSync,
  countOutOfSync,
  readOutOfSync,
  settleOutOfSync,
} from './out-of-sync/out-of-sync.service.ts';
export { createPricing } from './pricing.ts';
export {
  decideQuantitiesAgain,
  getUnfollowed,
  resendQuantities,
  sendQuantity,
  turnOffQuantities,
  turnOnUndecided,
} from './quantities/quantity-settings.service.ts';
export { recordSampledOffers } from './strategies/follow/offer-change.service.ts';
export { turnOffStrategies } from './strategies/strategy.service.ts';
export { listingJobs } from './sync/listing.job.ts';
export { createListingJobService } from './sync/listing-job.service.ts';
