import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

export interface Attachment {
  readonly name: string;
  readonly content: Uint8Array;
}

export async function findAttachmentName(tx: Database, listId: number): Promise<string | undefined> {
  return (await tx.selectFrom('packing_list_files').select('name').where('packing_list_id', '=', listId).executeTakeFirst())?.name;
}

export async function findAttachment(db: Database, listId: number): Promise<Attachment | undefined> {
  return db.selectFrom('packing_list_files').select(['name', 'content']).where('packing_list_id', '=', listId).executeTakeFirst();
}

/** The label and the vendor of a list's document. */
export async function findListNames(tx: Database, listId: number): Promise<{ label: string; vendor: string | null } | undefined> {
  const { rows } = await sql<{ label: string; vendor: string | null }>`
    select o.po_number || ', ' || p.shipment_id as label, o.vendor from packing_lists p join purchase_orders o on o.id = p.purchase_order_id
    where p.id = ${listId}`.execute(tx);
  return rows[0];
}

export async function upsertAttachment(tx: Database, listId: number, { name, content }: Attachment, actorId: number): Promise<void> {
  await sql`
    insert into packing_list_files (packing_list_id, name, content, uploaded_by) values (${listId}, ${name}, ${Buffer.from(content)}, ${actorId})
    on conflict (packing_list_id) do update set name = excluded.name, content = excluded.content, uploaded_by = excluded.uploaded_by, uploaded_at = now()`.execute(
    tx,
  );
}

export async function deleteAttachment(tx: Database, listId: number): Promise<void> {
  await tx.deleteFrom('packing_list_files').where('packing_list_id', '=', listId).execute();
}
