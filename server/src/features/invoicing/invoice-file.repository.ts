import type { InvoiceState } from '@stowage/contract/vendor-invoices';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

export interface StoredFile {
  readonly originalName: string;
  readonly storedName: string;
  readonly bytes: number;
  /** null where they are not told in the clear */
  readonly pages: number | null;
  readonly sha256: Buffer;
}

export async function saveFile(db: Database, invoiceId: number, file: StoredFile, actorId: number): Promise<void> {
  await sql`
    insert into vendor_invoice_files (invoice_id, original_name, stored_name, bytes, pages, sha256, uploaded_by)
    values (${invoiceId}, ${file.originalName}, ${file.storedName}, ${file.bytes}, ${file.pages}, ${file.sha256}, ${actorId})
    on conflict (invoice_id) do update set original_name = excluded.original_name, stored_name = excluded.stored_name, bytes = excluded.bytes,
      pages = excluded.pages, sha256 = excluded.sha256, uploaded_by = excluded.uploaded_by, uploaded_at = now()`.execute(db);
}

export async function findFile(db: Database, invoiceId: number): Promise<{ storedName: string; originalName: string } | undefined> {
  return db
    .selectFrom('vendor_invoice_files')
    .select(['stored_name as storedName', 'original_name as originalName'])
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
}

/** Other invoices that have the same document beside them. */
export async function listSameFile(db: Database, invoiceId: number, sha256: Buffer): Promise<{ id: number; number: string }[]> {
  const { rows } = await sql<{ id: number; number: string }>`
    select i.id, i.number from vendor_invoice_files f join vendor_invoices i on i.id = f.invoice_id
    where f.sha256 = ${sha256} and i.id <> ${invoiceId} order by i.id`.execute(db);
  return rows;
}

/** An invoice, and the document that is beside it. */
export interface FilePlace {
  readonly state: InvoiceState;
  readonly sha256: Buffer | null;
}

const place = (id: number) => sql`
  select i.state, f.sha256 from vendor_invoices i left join vendor_invoice_files f on f.invoice_id = i.id where i.id = ${id}`;

export async function findPlace(db: Database, id: number): Promise<FilePlace | undefined> {
  return (await sql<FilePlace>`${place(id)}`.execute(db)).rows[0];
}

/** Nobody pays, voids, or puts another document there meanwhile. */
export async function lockPlace(tx: Database, id: number): Promise<FilePlace | undefined> {
  await sql`select id from vendor_invoices where id = ${id} for no key update`.execute(tx);
  return findPlace(tx, id);
}
