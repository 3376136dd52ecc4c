import type { DocumentTypeName, LinkKind } from '@stowage/contract/documents/document-types';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

export interface SourceDocument {
  readonly store: 'INVOICE' | 'PACKING_LIST' | 'CASE_PHOTO' | 'FEED';
  readonly sourceKey: string;
  /** The location of the bytes in the store. */
  readonly place: string;
  readonly name: string;
  readonly type: DocumentTypeName;
  /** The permission that a person needs to see it. */
  readonly area: string;
  readonly link: { readonly kind: LinkKind; readonly id: number; readonly label: string };
  readonly vendor?: string | null;
  readonly mediaType: string;
  /** null for a file that is generated whenever it is opened */
  readonly bytes: number | null;
  readonly sha256: Buffer | null;
  readonly actorId: number | null;
  /** By default the transaction's time. */
  readonly filedAt?: Date;
}

export async function upsertSource(tx: Database, { link, ...file }: SourceDocument): Promise<void> {
  await sql`
    insert into documents (name, type, area, link_kind, link_id, link_label, vendor, media_type, bytes, sha256, store, place, source_key, uploaded_by, filed_at)
    values (${file.name}, ${file.type}, ${file.area}, ${link.kind}, ${String(link.id)}, ${link.label}, ${file.vendor ?? null},
      ${file.mediaType}, ${file.bytes}, ${file.sha256}, ${file.store}, ${file.place}, ${file.sourceKey}, ${file.actorId},
      coalesce(${file.filedAt ?? null}::timestamptz, now()))
    on conflict (source_key) where source_key is not null do update set name = excluded.name, bytes = excluded.bytes, sha256 = excluded.sha256,
      place = excluded.place, uploaded_by = excluded.uploaded_by, filed_at = excluded.filed_at`.execute(tx);
}

export async function deleteSources(tx: Database, sourceKeys: readonly string[]): Promise<void> {
  await sql`delete from documents where source_key = any(${sourceKeys}::text[])`.execute(tx);
}

export async function markDeleted(tx: Database, sourceKey: string, deletedAt: Date): Promise<void> {
  await sql`update documents set deleted_at = ${deletedAt} where source_key = ${sourceKey}`.execute(tx);
}

export async function relabel(tx: Database, { kind, id }: { kind: LinkKind; id: number }, now: { label: string; vendor: string }): Promise<void> {
  await sql`
    update documents set link_label = ${now.label}, vendor = ${now.vendor} where link_kind = ${kind} and link_id = ${String(id)}
      and (link_label, vendor) is distinct from (${now.label}::text, ${now.vendor}::text)`.execute(tx);
}
