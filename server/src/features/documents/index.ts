export type { ReadElsewhere } from './document.service.ts';
export { createDocuments } from './documents.ts';
export { addRows, FILED_RECORDS_LIMIT, type FiledAs, type Filing, type PreparedFile } from './filing.ts';
