export { addListing, CATALOG_LANES, insertCatalog, isCatalogEmpty, lockCatalog } from './catalog.repository.ts';
export { createCatalog } from './catalog.ts';
export { resolveSearch } from './catalog-search.service.ts';
export { findMatches, listKnownCodes } from './code-match.read-model.ts';
export { findListing } from './identify.service.ts';
export { chooseListing, type ListingChoice } from './listing-choice.rules.ts';
export { titleMatches } from './title-words.read-model.ts';
export { titleQuery } from './title-words.rules.ts';
