import type { DocumentTypeName } from '@stowage/contract/document-types';
import { isFilled, isPositive } from '../../shared/address-parts.ts';

/** What the address of the documents holds: filters, where the page begins, and what is open. */
export interface DocumentsAddress {
  readonly q?: string | undefined;
  readonly type?: DocumentTypeName | undefined;
  readonly vendor?: string | undefined;
  readonly deleted?: true | undefined;
  readonly before?: number | undefined;
  /** The document that is open. */
  readonly document?: number | undefined;
}

export function readDocumentsAddress({ q, type, vendor, deleted, before, document }: Record<string, unknown>): DocumentsAddress {
  return {
    ...(isFilled(q) && { q: String(q) }),
    // The page itself knows which types there are.
    ...(typeof type === 'string' && type !== '' && { type: type as DocumentsAddress['type'] }),
    ...(isFilled(vendor) && { vendor: String(vendor) }),
    ...(deleted === true && { deleted }),
    ...(isPositive(before) && { before }),
    ...(isPositive(document) && { document }),
  };
}
