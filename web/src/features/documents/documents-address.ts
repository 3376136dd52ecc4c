import { isDocumentCursor } from '@stowage/contract/documents/document-cursor';
import type { DocumentTypeName } from '@stowage/contract/documents/document-types';
import { DOCUMENT_SORTS } from '@stowage/contract/documents/documents';
import { addressReader, day, flag, positive, text, textUpTo, word } from '../../shared/address-parts.ts';
import { VIEW_PARTS } from '../../shared/list/views/view-address.ts';

/** Reads the address of the documents: filters, the cursor of the page, and the open document. */
export const readDocumentsAddress = addressReader({
  q: textUpTo(200),
  // The page itself checks the type.
  type: (value) => word(value) as DocumentTypeName | undefined,
  vendor: text,
  deleted: flag,
  from: day,
  to: day,
  before: (value) => (typeof value === 'string' && isDocumentCursor(value) ? value : undefined),
  sort: (value) => DOCUMENT_SORTS.find((one) => one === value),
  ascending: flag,
  document: positive,
  ...VIEW_PARTS,
});
export type DocumentsAddress = ReturnType<typeof readDocumentsAddress>;
