import type { DocumentTypeName } from '@stowage/contract/document-types';

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
