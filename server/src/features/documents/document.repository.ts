import { type DocumentTypeName, type Linkable, type LinkKind, UPLOADED_TYPES } from '@stowage/contract/documents/document-types';
import { RECIPIENT_DAYS } from '@stowage/contract/orders/recipient-days';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import { ORDER_DELIVERY } from '../orders/index.ts';
import type { Sight } from './document.read-model.ts';
import { isOfVisibleType } from './visible-document.condition.ts';

/** Shared while a document's file and row are written; exclusive while old ones are purged. */
const DOCUMENTS_LOCK = 871_011;

export interface Link {
  readonly kind: LinkKind;
  readonly id: string;
  readonly label: string;
}

/** A file in the documents' own folder. */
export interface OwnFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly place: string;
}

export interface NewDocument extends OwnFile {
  readonly type: DocumentTypeName;
  readonly area: string;
  readonly link: Link | undefined;
  readonly vendor: string | null;
  readonly sourceKey: string | null;
  readonly actorId: number | null;
  readonly keepUntil: Date | null;
  readonly now: Date;
}

/** Files and rows are created and deleted together: storing takes the lock shared, cleaning up takes it exclusively. */
export async function lockFilesShared(tx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${DOCUMENTS_LOCK})`.execute(tx);
}

export async function lockFilesExclusive(tx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${DOCUMENTS_LOCK})`.execute(tx);
}

/** @returns the id of the new document, or of the one already filed under this source */
export async function addDocument(tx: Database, document: NewDocument): Promise<number> {
  const { link } = document;
  const filed = await sql<{ id: number }>`
    insert into documents (name, type, area, link_kind, link_id, link_label, vendor, media_type, bytes, sha256, store, place, source_key, uploaded_by, keep_until, filed_at)
    values (${document.name}, ${document.type}, ${document.area}, ${link?.kind ?? null}, ${link?.id ?? null}, ${link?.label ?? null}, ${document.vendor},
      ${document.mediaType}, ${document.bytes}, ${document.sha256}, 'OWN', ${document.place}, ${document.sourceKey}, ${document.actorId}, ${document.keepUntil},
      ${document.now})
    on conflict (source_key) where source_key is not null do update set name = documents.name returning id`.execute(tx);
  return onlyRow(filed).id;
}

/** How a document is filed. */
export interface FiledAs {
  readonly type: DocumentTypeName;
  readonly linkKind: LinkKind | null;
  readonly linkId: string | null;
  readonly isDeleted: boolean;
}

export async function findFiledAs(tx: Database, id: number): Promise<FiledAs | undefined> {
  const { rows } = await sql<FiledAs>`
    select type, link_kind as "linkKind", link_id as "linkId", deleted_at is not null as "isDeleted" from documents where id = ${id}`.execute(tx);
  return rows[0];
}

export interface DocumentState {
  readonly id: number;
  readonly name: string;
  readonly type: DocumentTypeName;
  readonly area: string;
  readonly store: 'OWN' | 'INVOICE' | 'PACKING_LIST' | 'CASE_PHOTO' | 'FEED';
  readonly place: string;
  readonly media_type: string;
  readonly bytes: number | null;
  readonly version: number;
  readonly deleted_at: Date | null;
  readonly link_kind: LinkKind | null;
  readonly link_id: string | null;
}

const stateColumns = sql`d.id, d.name, d.type, d.area, d.store, d.place, d.media_type, d.bytes, d.version, d.deleted_at, d.link_kind, d.link_id`;

/** Whether a document `d` may be seen with these permissions. */
const isVisible = (areas: readonly string[]) => sql`d.area = any(${areas}::text[]) and ${isOfVisibleType(areas)}`;

/** The visible ones of these documents, in the given order. */
export async function listStates(db: Database, ids: readonly number[], { areas, seesDeleted }: Sight): Promise<DocumentState[]> {
  const { rows } = await sql<DocumentState>`select ${stateColumns} from documents d
    where d.id = any(${ids}::bigint[]) and ${isVisible(areas)} and (${seesDeleted} or d.deleted_at is null) order by array_position(${ids}::bigint[], d.id)`.execute(
    db,
  );
  return rows;
}

export async function lockDocument(tx: Database, id: number, areas: readonly string[]): Promise<DocumentState | undefined> {
  const { rows } = await sql<DocumentState>`
    select ${stateColumns} from documents d where d.id = ${id} and ${isVisible(areas)} and d.deleted_at is null for update`.execute(tx);
  return rows[0];
}

/** The file of a version. */
export async function findVersion(
  db: Database,
  id: number,
  version: number,
): Promise<Pick<DocumentState, 'name' | 'store' | 'place' | 'media_type'> | undefined> {
  const { rows } =
    await sql<DocumentState>`select name, store, place, media_type from document_versions where document_id = ${id} and version = ${version}`.execute(db);
  return rows[0];
}

/** @returns the number of the new version */
export async function replaceFile(tx: Database, id: number, file: OwnFile, { actorId, now }: { actorId: number; now: Date }): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update documents set name = ${file.name}, media_type = ${file.mediaType}, bytes = ${file.bytes}, sha256 = ${file.sha256}, place = ${file.place},
      uploaded_by = ${actorId}, filed_at = ${now} where id = ${id} returning version`.execute(tx);
  return rows[0]?.version ?? 1;
}

export async function setLink(tx: Database, id: number, link: Link | undefined, vendor: string | null): Promise<void> {
  await sql`update documents set link_kind = ${link?.kind ?? null}, link_id = ${link?.id ?? null}, link_label = ${link?.label ?? null}, vendor = ${vendor}
    where id = ${id}`.execute(tx);
}

/** Only documents with their own files: others are deleted with their record. @returns the number of deleted ones */
export async function markDeleted(
  db: Database,
  ids: readonly number[],
  { areas, actorId, now }: { areas: readonly string[]; actorId: number; now: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`update documents d set deleted_at = ${now}, deleted_by = ${actorId}
    where d.id = any(${ids}::bigint[]) and ${isVisible(areas)} and d.store = 'OWN' and d.deleted_at is null`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function markRestored(db: Database, ids: readonly number[], { areas, keepFrom }: { areas: readonly string[]; keepFrom: Date }): Promise<number> {
  const { numAffectedRows } = await sql`update documents d set deleted_at = null, deleted_by = null,
      -- What had come to its end gets the time that it would have had in the trash.
      keep_until = case when keep_until < ${keepFrom}::timestamptz then ${keepFrom}::timestamptz + interval '30 days' else keep_until end
    where d.id = any(${ids}::bigint[]) and ${isVisible(areas)} and d.store = 'OWN' and d.deleted_at is not null`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** The records that a document can be linked to. */
const LINKED: Readonly<Record<Linkable, (id: string) => ReturnType<typeof sql<{ label: string; vendor: string | null }>>>> = {
  PRODUCT: (id) => sql`select title as label, vendor from products where id = ${id}::bigint`,
  PURCHASE_ORDER: (id) => sql`select po_number as label, vendor from purchase_orders where id = ${id}::bigint`,
  PACKING_LIST: (id) =>
    sql`select o.po_number || ', ' || p.shipment_id as label, o.vendor from packing_lists p join purchase_orders o on o.id = p.purchase_order_id where p.id = ${id}::bigint`,
  INVOICE: (id) => sql`select number as label, vendor from vendor_invoices where id = ${id}::bigint`,
  CASE: (id) => sql`select 'Case ' || id as label, null as vendor from return_cases where id = ${id}::bigint`,
  ORDER: (id) => sql`select order_id as label, null as vendor from orders where order_id = ${id}`,
};

/** The record's name; undefined when it doesn't exist. */
export async function findLinked(db: Database, kind: Linkable, id: string): Promise<(Link & { vendor: string | null }) | undefined> {
  // Orders are named by the marketplace's order number.
  if (kind !== 'ORDER' && !/^\d{1,15}$/.test(id)) return undefined;
  const { rows } = await LINKED[kind](id).execute(db);
  return rows[0] && { kind, id, ...rows[0] };
}

/** Deletes documents after their retention. @returns the number of deleted ones */
export async function deleteExpired(db: Database, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`update documents set deleted_at = ${now} where keep_until < ${now} and deleted_at is null and store = 'OWN'`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/**
 * The documents that have been deleted since before a time, in batches; or the one with an ID. Includes documents that people
 * filed with an order whose recipient must be deleted by now.
 */
type Forgotten = { readonly before: Date; readonly limit: number } | { readonly id: number } | { readonly ofOrdersAt: Date; readonly limit: number };

function isForgotten(which: Forgotten) {
  if ('id' in which) return sql`id = ${which.id} and deleted_at is not null`;
  if ('before' in which) return sql`deleted_at < ${which.before}`;
  return sql`link_kind = 'ORDER' and type = any(${UPLOADED_TYPES}::text[]) and link_id in (
    select o.order_id from orders o where ${ORDER_DELIVERY} + make_interval(days => ${RECIPIENT_DAYS}) <= ${which.ofOrdersAt}
      and o.order_id in (select l.link_id from documents l where l.link_kind = 'ORDER'))`;
}

/** Deletes documents permanently. @returns the locations of files that no row names any more */
export async function purgeDeleted(tx: Database, which: Forgotten): Promise<{ documents: number; places: string[] }> {
  const { rows } = await sql<{ documents: number; places: string[] }>`
    with gone as (
      select id from documents where ${isForgotten(which)} and store = 'OWN' order by deleted_at, id limit ${'id' in which ? 1 : which.limit} for update
    ), places as (
      select place from documents where id in (select id from gone) union select place from document_versions where document_id in (select id from gone) and store = 'OWN'
    ), removed as (delete from documents where id in (select id from gone) returning id)
    select (select count(*)::int from removed) as documents, coalesce(array_agg(place) filter (where
      not exists (select from documents d where d.store = 'OWN' and d.place = places.place and d.id not in (select id from gone))
      and not exists (select from document_versions v where v.store = 'OWN' and v.place = places.place and v.document_id not in (select id from gone))), '{}') as places
    from places`.execute(tx);
  return rows[0] ?? { documents: 0, places: [] };
}

/** The locations among these that no document and no version names. */
export async function listOrphanedFiles(db: Database, places: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    select p.place from unnest(${places}::text[]) as p (place)
    where not exists (select from documents d where d.store = 'OWN' and d.place = p.place)
      and not exists (select from document_versions v where v.store = 'OWN' and v.place = p.place)`.execute(db);
  return rows.map(({ place }) => place);
}

/** The files that documents store themselves, by id. */
export async function listStoredFiles(
  db: Database,
  { after, limit }: { after: number; limit: number },
): Promise<{ readonly id: number; readonly place: string; readonly sha256: Buffer }[]> {
  const { rows } = await sql<{ id: number; place: string; sha256: Buffer }>`
    select id, place, sha256 from documents where store = 'OWN' and id > ${after} order by id limit ${limit}`.execute(db);
  return rows;
}
