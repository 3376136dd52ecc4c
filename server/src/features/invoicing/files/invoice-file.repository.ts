import type { InvoiceState } from '@stowage/contract/invoicing/vendor-invoices';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import { noSuchInvoice } from '../invoices/invoice.repository.ts';

interface StoredFile {
  readonly originalName: string;
  readonly storedName: string;
  readonly bytes: number;
  /** null when the PDF hides its page count */
  readonly pages: number | null;
  readonly sha256: Buffer;
}

/** A stored file, and the names of its invoice. */
export interface SavedFile {
  readonly id: number;
  readonly number: string;
  readonly vendor: string;
}

/** Adds a file next to the held ones and replaces the one that is not held. A decided invoice holds its file immediately. */
export async function saveFile(db: Database, invoiceId: number, file: StoredFile, actorId: number): Promise<SavedFile> {
  const { rows } = await sql<SavedFile>`
    with saved as (insert into vendor_invoice_files (invoice_id, original_name, stored_name, bytes, pages, sha256, uploaded_by, is_held)
    select id, ${file.originalName}, ${file.storedName}, ${file.bytes}::int, ${file.pages}::int, ${file.sha256}::bytea, ${actorId}::bigint,
      state in ('APPROVED', 'PAID', 'VOID')
    from vendor_invoices where id = ${invoiceId}
    on conflict (invoice_id) where not is_held do update set original_name = excluded.original_name, stored_name = excluded.stored_name, bytes = excluded.bytes,
      pages = excluded.pages, sha256 = excluded.sha256, uploaded_by = excluded.uploaded_by, uploaded_at = now()
    returning id, invoice_id)
    select s.id, i.number, i.vendor from saved s join vendor_invoices i on i.id = s.invoice_id`.execute(db);
  return onlyRow({ rows });
}

/** @param sha256 in hexadecimal; by default the newest */
export async function findFile(db: Database, invoiceId: number, sha256: string | undefined): Promise<{ storedName: string } | undefined> {
  const files = db.selectFrom('vendor_invoice_files').select('stored_name as storedName').where('invoice_id', '=', invoiceId);
  return (sha256 === undefined ? files.orderBy('id', 'desc') : files.where('sha256', '=', Buffer.from(sha256, 'hex'))).executeTakeFirst();
}

/** Other invoices with the same document. */
export async function listSameFile(db: Database, invoiceId: number, sha256: Buffer): Promise<{ id: number; number: string }[]> {
  const { rows } = await sql<{ id: number; number: string }>`
    select i.id, i.number from vendor_invoice_files f join vendor_invoices i on i.id = f.invoice_id
    where f.sha256 = ${sha256} and i.id <> ${invoiceId} order by i.id`.execute(db);
  return rows;
}

/** An invoice and its documents. */
export interface FilePlace {
  readonly state: InvoiceState;
  readonly files: readonly { readonly sha256: Buffer; readonly isHeld: boolean }[];
}

/** @throws AppError `not_found`, here and below */
export async function requirePlace(db: Database, id: number): Promise<FilePlace> {
  const found = await db.selectFrom('vendor_invoices').select('state').where('id', '=', id).executeTakeFirst();
  if (found === undefined) throw noSuchInvoice(id);
  const files = await db.selectFrom('vendor_invoice_files').select(['sha256', 'is_held as isHeld']).where('invoice_id', '=', id).execute();
  return { state: found.state as InvoiceState, files };
}

/** Prevents concurrent payments, voiding and uploads. */
export async function lockPlace(tx: Database, id: number): Promise<FilePlace> {
  await sql`select id from vendor_invoices where id = ${id} for no key update`.execute(tx);
  return requirePlace(tx, id);
}
