export { addListing, CATALOG_LANES, insertCatalog, isCatalogEmpty, lockCatalog } from './catalog.repository.ts';
export { resolveSearch } from './catalog-search.service.ts';
export { findMatches, listKnownCodes } from './code-match.read-model.ts';
export { catalogRoutes } from './identify.routes.ts';
export { createIdentifyService, findListing } from './identify.service.ts';
export { chooseListing, type ListingChoice } from './listing-choice.rules.ts';
export { titleMatches } from './title-words.read-model.ts';
export { titleQuery } from './title-words.rules.ts';
