import { DOCUMENT_TYPES } from '@stowage/contract/documents/document-types';
import type { Permission } from '@stowage/contract/permissions';
import type { Database } from '../../platform/database/connect.ts';
import type { ServedFile } from '../../platform/http/files/served-file.ts';
import type { CallContext } from '../../platform/http/route.ts';

/** The type under which a file is filed, and the record it belongs to. */
export interface FiledAs {
  readonly type: 'CREDIT' | 'EVIDENCE_PACK' | 'EXPORT' | 'MARKETPLACE_REPORT' | 'PO_CSV' | 'PRICE_LIST' | 'VENDOR_INVOICE';
  readonly link?: { readonly kind: 'PURCHASE_ORDER' | 'INVOICE' | 'CASE' | 'JOB'; readonly id: string; readonly label: string };
  readonly vendor?: string | null;
}

/** A file that is made while it is sent. */
export interface MadeFile {
  readonly name: string;
  readonly mediaType: string;
  readonly as: FiledAs;
  /** What one must be permitted to see it: that of the call that makes it. */
  readonly area: Permission;
  /** null where nobody asked for it. */
  readonly actorId: number | null;
  /** Of the call that asked for it. */
  readonly requestId?: string;
  /** Where it may be made twice: filed once under this. */
  readonly sourceKey?: string;
}

/** A file that is written, and not filed yet. */
export interface PreparedFile {
  /** Files it in the transaction of what it belongs to, once for each of these. */
  add(tx: Database, file: Omit<MadeFile, 'as'>, as: readonly FiledAs[]): Promise<void>;
  discard(): Promise<void>;
}

/** Keeps files beside their way to whoever asked for them. */
export interface Filing {
  /**
   * The same content, unchanged; when all of it was taken, it is filed. What can't be kept is logged, and holds nobody up.
   */
  keep<Part extends string | Uint8Array>(file: MadeFile, content: AsyncIterable<Part>): AsyncIterable<Part>;
  /** An answer that is filed once all of it was sent, for the person who asked for it. */
  keepAnswer(file: ServedFile, as: FiledAs, call: Pick<CallContext, 'caller' | 'requestId'>): ServedFile;
  /** Writes a file that a transaction is to file with what it does. That it can't be written is logged, and nothing is filed then. */
  prepare(content: AsyncIterable<string | Uint8Array>): Promise<PreparedFile>;
}

/** A file of more records is filed once, under none of them. */
export const FILED_RECORDS_LIMIT = 50;

interface RowsFile {
  readonly type: FiledAs['type'];
  readonly name: string;
  readonly actorId: number;
  readonly kind: NonNullable<FiledAs['link']>['kind'];
  /** Its records; of more than the limit it is enough to tell one more. */
  readonly records: readonly { readonly id: number; readonly label: string; readonly vendor: string | null }[];
  /** Those of all its records. */
  readonly vendors: readonly (string | null)[];
}

/** Files rows as CSV with each of their records: they are found beside it, whoever sent them. */
export async function addRows(tx: Database, file: PreparedFile, { type, name, actorId, kind, records, vendors }: RowsFile): Promise<void> {
  const ways: FiledAs[] =
    records.length > FILED_RECORDS_LIMIT
      ? [{ type, vendor: vendors.length === 1 ? (vendors[0] ?? null) : null }]
      : records.map(({ id, label, vendor }) => ({ type, vendor, link: { kind, id: String(id), label } }));
  await file.add(tx, { name, mediaType: 'text/csv', area: DOCUMENT_TYPES[type].area, actorId }, ways);
}
