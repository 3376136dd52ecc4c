import { DOCUMENT_TYPES } from '@stowage/contract/documents/document-types';
import type { Permission } from '@stowage/contract/permissions';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { ServedFile } from '../../../platform/http/files/served-file.ts';
import type { CallContext } from '../../../platform/http/route.ts';

/** The type under which a file is filed, and the record it belongs to. */
export interface FiledAs {
  readonly type: 'CREDIT' | 'EVIDENCE_PACK' | 'EXPORT' | 'MARKETPLACE_REPORT' | 'OTHER' | 'PO_CSV' | 'PRICE_LIST' | 'VENDOR_INVOICE';
  readonly link?: { readonly kind: 'PURCHASE_ORDER' | 'INVOICE' | 'CASE' | 'JOB'; readonly id: string; readonly label: string };
  readonly vendor?: string | null;
}

/** A file that is generated while it is sent. */
export interface MadeFile {
  readonly name: string;
  readonly mediaType: string;
  readonly as: FiledAs;
  /** The permission that a person needs to see it: that of the generating call. */
  readonly area: Permission;
  /** null without a person. */
  readonly actorId: number | null;
  /** The ID of the generating request. */
  readonly requestId?: string;
  /** The key for content that can be generated twice: it is filed once under this key. */
  readonly sourceKey?: string;
}

/** A written file that is not filed yet. */
export interface PreparedFile {
  /** Files it in the record's transaction, once per record. */
  add(tx: Database, file: Omit<MadeFile, 'as'>, as: readonly FiledAs[]): Promise<void>;
  discard(): Promise<void>;
}

/** A begun file that a transaction writes and files. */
export interface NewFile extends PreparedFile {
  /** A file that can't be written is logged and not filed. */
  write(content: AsyncIterable<string | Uint8Array>): Promise<void>;
}

/** Stores copies of files that are sent to people. */
export interface Filing {
  /** For an uploaded file that another area stores. @throws AppError `empty`, `unknown_content` for programs, or for malware */
  check(name: string, content: Uint8Array): Promise<void>;
  /**
   * Passes the same content on. Files it when it was sent completely. A copy that can't be stored is logged and doesn't delay sending.
   */
  keep<Part extends string | Uint8Array>(file: MadeFile, content: AsyncIterable<Part>): AsyncIterable<Part>;
  /** A response that is filed after it was sent completely, for the person who requested it. */
  keepAnswer(file: ServedFile, as: FiledAs, call: Pick<CallContext, 'caller' | 'requestId'>): ServedFile;
  /** For content that a transaction reads. It takes a connection, so it is called before the transaction has one: see `withNewFile`. */
  begin(): Promise<NewFile>;
  /** Writes a file that a transaction then files. A file that can't be written is logged and not filed. */
  prepare(content: AsyncIterable<string | Uint8Array>): Promise<PreparedFile>;
}

/**
 * Runs a transaction that may write and file a file, which is deleted when it was not filed. Transactions that wait for a second
 * connection would wait for each other once they have all connections.
 */
export async function withNewFile<T>(filing: Filing | undefined, work: (file: NewFile | undefined) => Promise<T>): Promise<T> {
  const file = await filing?.begin();
  try {
    return await work(file);
  } finally {
    // Does nothing for a file that was kept.
    await file?.discard();
  }
}

/** A file with more records is filed once, without a link. */
export const FILED_RECORDS_LIMIT = 50;

interface RowsFile {
  readonly type: FiledAs['type'];
  readonly name: string;
  readonly actorId: number;
  readonly kind: NonNullable<FiledAs['link']>['kind'];
  /** Its records; at most one more than the limit. */
  readonly records: readonly { readonly id: number; readonly label: string; readonly vendor: string | null }[];
  /** The records of the whole file. */
  readonly vendors: readonly (string | null)[];
}

/** Files rows as CSV with each of their records, under the sender's name. */
export async function addRows(tx: Database, file: PreparedFile, { type, name, actorId, kind, records, vendors }: RowsFile): Promise<void> {
  const ways: FiledAs[] =
    records.length > FILED_RECORDS_LIMIT
      ? [{ type, vendor: vendors.length === 1 ? (vendors[0] ?? null) : null }]
      : records.map(({ id, label, vendor }) => ({ type, vendor, link: { kind, id: String(id), label } }));
  await file.add(tx, { name, mediaType: 'text/csv', area: DOCUMENT_TYPES[type].area, actorId }, ways);
}
