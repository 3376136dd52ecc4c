import { DOCUMENT_TYPE_NAMES, DOCUMENT_TYPES, type LinkKind } from '@stowage/contract/documents/document-types';
import {
  DOCUMENT_TRASH_DAYS,
  DOCUMENTS_COUNTED,
  DOCUMENTS_PAGE_SIZE,
  DOCUMENTS_SORTED,
  type DocumentDetail,
  type DocumentRow,
  type DocumentSort,
} from '@stowage/contract/documents/documents';
import { addDays } from '@stowage/contract/formats/day';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';
import { utcText, type WithDates, withUtcTexts } from '../../platform/formats/utc-text.ts';
import { dayStart } from '../../platform/formats/zone-day.ts';
import { isOfVisibleType } from './visible-document.condition.ts';

export interface DocumentFilter {
  /** Limits of a text search. */
  readonly words?: string | undefined;
  readonly type?: string | undefined;
  readonly vendor: string;
  readonly link_kind?: string | undefined;
  readonly link_id?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timeZone: string;
  readonly deleted: boolean;
  readonly before?: string | undefined;
  /** By default the date of filing. */
  readonly sort?: DocumentSort;
  /** The smallest value of the sorted column first. */
  readonly ascending?: boolean;
}

/** The documents that a person can see. */
export interface Sight {
  readonly areas: readonly string[];
  readonly seesDeleted: boolean;
}

const DATES = ['filed_at', 'keep_until', 'deleted_at', 'gone_at'] as const;

type Row = WithDates<Omit<DocumentRow, 'link'>, (typeof DATES)[number]> & {
  readonly link_kind: LinkKind | null;
  readonly link_id: string | null;
  readonly link_label: string | null;
};

const columns = (areas: readonly string[]) => sql`
  d.id, d.name, d.type, d.link_kind, d.link_id, d.link_label, d.vendor, d.media_type, d.bytes, w.name as uploaded_by, d.filed_at, d.keep_until, d.deleted_at, d.version,
  (select name from users where id = d.deleted_by) as deleted_by,
  case when d.store = 'OWN' then d.deleted_at + make_interval(days => ${DOCUMENT_TRASH_DAYS}::int) end as gone_at,
  d.store <> 'OWN' as is_elsewhere,
  d.sha256 is not null and exists (
    select from documents o where o.sha256 = d.sha256 and o.id <> d.id and o.deleted_at is null and o.area = any(${areas}::text[])) as is_duplicate`;

/** A text search reads this many of the newest or oldest documents, and this many other matches. */
const NEWEST_LOOKED_AT = 2_000;
const CANDIDATES = 2_000;

/**
 * A page of documents in the permitted areas, by the date of filing. Plan: for each area, a range of an index that starts with the filter
 * and continues with the time, merged; for a record its own range; words from their inverted index, and a vendor's words from
 * the vendor's own.
 */
export async function listDocuments(
  db: Database,
  filter: DocumentFilter,
  areas: readonly string[],
  size = DOCUMENTS_PAGE_SIZE,
): Promise<{ rows: DocumentRow[]; next: string | null }> {
  const { rows } = await sql<Row & { cursor: string }>`
    with page as materialized (${sorted(filter, areas, size + 1)})
    select ${columns(areas)}, to_char(d.filed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z~"') || d.id as cursor
    from page join documents d on d.id = page.id left join users w on w.id = d.uploaded_by ${sortOf(filter)}`.execute(db);
  const shown = rows.slice(0, size);
  return { rows: shown.map(({ cursor: _, ...row }) => toRow(row)), next: rows.length > shown.length ? (shown.at(-1)?.cursor ?? null) : null };
}

/** The number of documents in the permitted areas. */
export async function countDocuments(db: Database, filter: DocumentFilter, areas: readonly string[]): Promise<{ count: number; is_more: boolean }> {
  const most = filter.words === undefined ? DOCUMENTS_COUNTED : CANDIDATES;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${found(filter, areas, most + 1)}) found`.execute(db);
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, most), is_more: count > most || (filter.words !== undefined && count === most) };
}

/** The conditions of a filter on a document `d`, without its area. */
function conditionsOf(filter: DocumentFilter, areas: readonly string[]): RawBuilder<unknown>[] {
  const { type, vendor, link_kind: kind, link_id: id, deleted } = filter;
  const conditions: RawBuilder<unknown>[] = [deleted ? sql`d.deleted_at is not null` : sql`d.deleted_at is null`];
  if (type !== undefined) conditions.push(sql`d.type = ${type}`);
  if (!areas.includes('costs.read')) conditions.push(isOfVisibleType(areas));
  if (vendor !== '') conditions.push(sql`d.vendor = ${vendor}`);
  if (kind !== undefined) conditions.push(sql`d.link_kind = ${kind}`, sql`d.link_id = ${id}`);
  return conditions;
}

/** The time of filing of a document `d`, in the database's precision, which is finer than ours. */
function timeOf({ from, to, timeZone, before, ascending }: DocumentFilter): RawBuilder<unknown>[] {
  const [moment, id] = before?.split('~') ?? [];
  return [
    ...(from === undefined ? [] : [sql`d.filed_at >= ${dayStart(from, timeZone)}`]),
    ...(to === undefined ? [] : [sql`d.filed_at < ${dayStart(addDays(to, 1), timeZone)}`]),
    ...(before === undefined ? [] : [sql`(d.filed_at, d.id) ${sql.raw(ascending ? '>' : '<')} (${moment}::timestamptz, ${id}::bigint)`]),
  ];
}

function orderOf({ ascending }: Pick<DocumentFilter, 'ascending'>): RawBuilder<unknown> {
  return ascending ? sql`order by d.filed_at, d.id` : sql`order by d.filed_at desc, d.id desc`;
}

const TYPES_BY_LABEL = DOCUMENT_TYPE_NAMES.toSorted((one, other) => DOCUMENT_TYPES[one].label.localeCompare(DOCUMENT_TYPES[other].label));

/** What the columns of a document `d` that was uploaded by `w` are sorted by. Missing values count as empty. */
const KEYS: Readonly<Record<Exclude<DocumentSort, 'filed_at'>, RawBuilder<unknown>>> = {
  name: sql`lower(d.name)`,
  type: sql`array_position(${TYPES_BY_LABEL}::text[], d.type)`,
  linked_to: sql`lower(coalesce(d.link_label, ''))`,
  vendor: sql`lower(coalesce(d.vendor, ''))`,
  bytes: sql`coalesce(d.bytes, 0)`,
  uploaded_by: sql`lower(coalesce(w.name, ''))`,
};

function sortOf(filter: DocumentFilter): RawBuilder<unknown> {
  const { sort = 'filed_at', ascending } = filter;
  if (sort === 'filed_at') return orderOf(filter);
  const direction = sql.raw(ascending ? 'asc' : 'desc');
  return sql`order by ${KEYS[sort]} ${direction}, d.id ${direction}`;
}

/**
 * The ids of a page. Plan: by the date of filing as in `found`; by another column, the keys of the newest documents that match. The
 * cursor names the last document of the previous page, whose key is read again.
 */
function sorted({ before, ...filter }: DocumentFilter, areas: readonly string[], limit: number): RawBuilder<unknown> {
  const { sort = 'filed_at', ascending } = filter;
  if (sort === 'filed_at') return found({ ...filter, before }, areas, limit);
  const from = (rows: RawBuilder<unknown>) => sql`from ${rows} left join users w on w.id = d.uploaded_by`;
  const newest = found({ ...filter, ascending: false }, areas, DOCUMENTS_SORTED);
  const beyond =
    before === undefined
      ? sql`true`
      : sql`(${KEYS[sort]}, d.id) ${sql.raw(ascending ? '>' : '<')}
          (select ${KEYS[sort]}, d.id ${from(sql`documents d`)} where d.id = ${before.split('~')[1]}::bigint)`;
  return sql`select d.id ${from(sql`(${newest}) newest join documents d on d.id = newest.id`)} where ${beyond} ${sortOf(filter)} limit ${limit}`;
}

/** The ids of the first documents that match, by the date of filing. */
function found({ words, ...filter }: DocumentFilter, areas: readonly string[], limit: number): RawBuilder<unknown> {
  return words === undefined ? filed(filter, areas, limit) : called(words, filter, areas, limit);
}

function filed(filter: DocumentFilter, areas: readonly string[], limit: number): RawBuilder<unknown> {
  const where = sql.join([...conditionsOf(filter, areas), ...timeOf(filter)], sql` and `);
  const end = sql`${orderOf(filter)} limit ${limit}`;
  if (filter.link_kind !== undefined) return sql`select d.id from documents d where ${where} and d.area = any(${areas}::text[]) ${end}`;
  return sql`select d.id from unnest(${areas}::text[]) as permitted (area)
    cross join lateral (select d.id, d.filed_at from documents d where d.area = permitted.area and ${where} ${end}) d ${end}`;
}

function called(words: string, filter: DocumentFilter, areas: readonly string[], limit: number): RawBuilder<unknown> {
  const order = orderOf(filter);
  const where = sql.join([...conditionsOf(filter, areas), sql`d.area = any(${areas}::text[])`], sql` and `);
  const inTime = sql.join([sql`true`, ...timeOf(filter)], sql` and `);
  const query = sql`to_tsquery('simple', ${words})`;
  // The vendor's name is one of the words, so that a frequent word is searched among that vendor's documents only.
  const ofVendor = filter.vendor === '' ? query : sql`(${query} && plainto_tsquery('simple', regexp_replace(${filter.vendor}, '[^[:alnum:]]+', ' ', 'g')))`;
  return sql`select d.id from (
      (select d.id, d.filed_at from (select * from documents d where ${inTime} ${order} limit ${NEWEST_LOOKED_AT}) d
       where to_tsvector('simple', d.words) @@ ${query} and ${where} ${order} limit ${limit})
      union
      (select d.id, d.filed_at from (select d.id, d.filed_at from documents d where to_tsvector('simple', d.words) @@ ${ofVendor} and ${where}
         limit ${CANDIDATES}) d where ${inTime})
    ) d ${order} limit ${limit}`;
}

export async function findDocument(db: Database, id: number, { areas, seesDeleted }: Sight): Promise<DocumentDetail | undefined> {
  const { rows } = await sql<Row & { sha256: string | null; duplicates: DocumentDetail['duplicates'] }>`
    select ${columns(areas)}, encode(d.sha256, 'hex') as sha256
    from documents d left join users w on w.id = d.uploaded_by where d.id = ${id} and d.area = any(${areas}::text[]) and ${isOfVisibleType(areas)} and (${seesDeleted} or d.deleted_at is null)`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { rows: versions } = await sql<WithDates<DocumentDetail['versions'][number], 'filed_at'>>`
    select v.version, v.name, v.bytes, encode(v.sha256, 'hex') as sha256, w.name as uploaded_by, v.filed_at
    from document_versions v left join users w on w.id = v.uploaded_by where v.document_id = ${id} order by v.version desc`.execute(db);
  return {
    ...toRow(row),
    sha256: row.sha256,
    versions: versions.map((version) => ({ ...version, filed_at: utcText(version.filed_at) })),
    duplicates: row.sha256 === null ? [] : await listSame(db, { id, sha256: Buffer.from(row.sha256, 'hex') }, areas),
  };
}

/** Other documents with the same content. */
export async function listSame(
  db: Database,
  { id, sha256 }: { id: number; sha256: Buffer },
  areas: readonly string[],
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select d.id, d.name from documents d where d.sha256 = ${sha256} and d.id <> ${id} and d.deleted_at is null and d.area = any(${areas}::text[])
      and ${isOfVisibleType(areas)} order by d.id desc limit 10`.execute(db);
  return rows;
}

function toRow({ link_kind, link_id, link_label, ...row }: Row): DocumentRow {
  const link = link_kind === null || link_id === null || link_label === null ? null : { kind: link_kind, id: link_id, label: link_label };
  return { ...withUtcTexts(row, DATES), link };
}
