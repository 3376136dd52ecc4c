import { DOCUMENT_FOLDER } from './features/documents/index.ts';
import { INVOICE_FOLDER } from './features/invoicing/index.ts';
import { PHOTO_FOLDER } from './features/photos/index.ts';

/** The folders of the data directory that hold people's files. */
export const FILE_FOLDERS = [DOCUMENT_FOLDER, INVOICE_FOLDER, PHOTO_FOLDER];
