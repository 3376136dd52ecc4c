export { checkStoredFiles } from './check-stored-files.ts';
export type { ReadElsewhere } from './document-access.ts';
export { createDocuments, DOCUMENT_FOLDER } from './documents.ts';
export { addRows, FILED_RECORDS_LIMIT, type FiledAs, type Filing, type NewFile, type PreparedFile, withNewFile } from './filing/filing.ts';
export { isOfVisibleType } from './visible-document.condition.ts';
