export { addListing, CATALOGUE_LANES, insertCatalogue, isCatalogueEmpty, lockCatalogue } from './catalog.repository.ts';
export { createCatalog } from './catalog.ts';
export { findMatches, listKnownCodes } from './code-match.read-model.ts';
export { findListing } from './identify.service.ts';
export { chooseListing, type ListingChoice } from './listing-choice.rules.ts';
export { readSought } from './searched-code.service.ts';
export { titleHas } from './title-words.read-model.ts';
export { titleQuery } from './title-words.rules.ts';
