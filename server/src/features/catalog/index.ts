export { addListing, CATALOG_LANES, lockCatalog } from './catalog.service.ts';
export { createCatalog } from './catalog.ts';
export { resolveSearch } from './catalog-search.service.ts';
export {
  createListingFinder,
  type FindListing,
  filterKnownCodes,
  findListing,
  isCodeOfProduct,
  matchCode,
  matchCodes,
  matchLongerCodes,
} from './identify.service.ts';
export { chooseListing, type ListingChoice } from './listing-choice.rules.ts';
export { titleMatches } from './title-words.condition.ts';
export { titleQuery } from './title-words.rules.ts';
