// For the demo data and for tests.
export { DOCUMENT_FOLDER } from './documents.ts';
export { createFiling } from './filing/filing.service.ts';
