export { createDocumentModule } from './document-module.ts';
export { createFiling, DOCUMENT_FOLDER } from './filing.service.ts';
export { purgeDocumentsTask } from './purge-documents.task.ts';
