// For the demo data and for tests: they write and read rows that no use case does.
export { insertCatalog, isCatalogEmpty } from './catalog.repository.ts';
