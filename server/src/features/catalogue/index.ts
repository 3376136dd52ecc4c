export { insertCatalogue, isCatalogueEmpty } from './catalogue.repository.ts';
export { catalogueRoutes } from './catalogue.routes.ts';
export { createIdentifyService, findListing } from './identify.service.ts';
