import { DOCUMENT_CURSOR } from '@stowage/contract/documents/document-cursor';
import type { DocumentTypeName } from '@stowage/contract/documents/document-types';
import { isDay, isFilled, isPositive } from '../../shared/address-parts.ts';

/** The address of the documents page: filters, cursor, and the open document. */
export interface DocumentsAddress {
  readonly q?: string | undefined;
  readonly type?: DocumentTypeName | undefined;
  readonly vendor?: string | undefined;
  readonly deleted?: true | undefined;
  /** Days, `2026-11-20`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly before?: string | undefined;
  /** The document that is open. */
  readonly document?: number | undefined;
}

export function readDocumentsAddress({ q, type, vendor, from, to, deleted, before, document }: Record<string, unknown>): DocumentsAddress {
  return {
    ...(isFilled(q) && { q: String(q) }),
    // The page itself checks the type.
    ...(typeof type === 'string' && type !== '' && { type: type as DocumentsAddress['type'] }),
    ...(isFilled(vendor) && { vendor: String(vendor) }),
    ...(deleted === true && { deleted }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(typeof before === 'string' && DOCUMENT_CURSOR.test(before) && { before }),
    ...(isPositive(document) && { document }),
  };
}
