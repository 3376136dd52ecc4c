import { displayGtin, toGtin14 } from '@stowage/contract/catalog/identifiers';
import {
  type DiffKind,
  type DiffRow,
  PRICE_LIST_DIFF_ROWS,
  PRICE_LIST_INDEXED,
  PRICE_LIST_SEARCH_WINDOW,
  type PriceListItem,
  type PriceListSort,
  type PriceListUpload,
} from '@stowage/contract/price-lists/price-lists';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';
import { selectIds } from '../../platform/database/select-ids.ts';
import { dollars } from '../../platform/formats/dollars.ts';
import { likeText } from '../../platform/formats/like-text.ts';
import { isChange } from './upload.repository.ts';

export interface ItemOrder {
  readonly sort?: PriceListSort | undefined;
  readonly descending?: boolean;
}

interface Page extends ItemOrder {
  readonly offset: number;
  readonly limit: number;
}

const SORT_KEYS: Readonly<Record<PriceListSort, RawBuilder<unknown>>> = {
  gtin: sql`i.gtin`,
  item_code: sql`lower(i.item_code)`,
  vendor: sql`lower(i.vendor)`,
  product_title: sql`lower(i.product_title)`,
  cost: sql`i.cost`,
  map: sql`i.map`,
  updated_at: sql`i.updated_at`,
};

/** The order of an index, read in one of its directions. */
function orderOf({ sort, descending = false }: ItemOrder): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'desc' : 'asc');
  return sort === undefined ? sql`order by i.id` : sql`order by ${SORT_KEYS[sort]} ${direction}, i.id ${direction}`;
}

/** The whole list is sorted by an index only. */
const indexed = (sort: PriceListSort | undefined) => PRICE_LIST_INDEXED.find((one) => one === sort);

type ItemRow = Omit<PriceListItem, 'cost' | 'map' | 'updated_at'> & { cost: string | null; map: string | null; updated_at: Date };

const selectItems = sql`select i.id, i.gtin, i.item_code, i.product_title, i.vendor, i.cost, i.map, i.updated_at from price_list_items i`;

/**
 * A page of the whole list in insertion order or by an index, and the total.
 * Plan: an index from its start; the primary key skips rows in the index only.
 */
export async function listItems(db: Database, { offset, limit, sort, ...page }: Page): Promise<{ items: PriceListItem[]; count: number }> {
  const { items: count } = await db.selectFrom('price_list_total').select('items').executeTakeFirstOrThrow();
  const order = orderOf({ ...page, sort: indexed(sort) });
  const { rows } = await sql<ItemRow>`
    ${selectItems} where i.id = any(array(select i.id from price_list_items i ${order} limit ${limit} offset ${offset})) ${order}`.execute(db);
  return { items: rows.map(toItem), count };
}

/** The items after this one, in insertion order. */
export async function listItemsAfter(db: Database, { after, limit }: { after: number; limit: number }): Promise<PriceListItem[]> {
  const { rows } = await sql<ItemRow>`${selectItems} where i.id > ${after} order by i.id limit ${limit}`.execute(db);
  return rows.map(toItem);
}

const MAX_ID = '9223372036854775807';

/**
 * A page of the items that match a search, and their number up to the search limit. Items whose code matches exactly come
 * first; a matching UPC ends the search. The items of a vendor with exactly this name come next, by their index, and all other
 * matches by the trigram index.
 */
export async function searchItems(db: Database, search: string, { offset, limit, sort, ...page }: Page): Promise<{ items: PriceListItem[]; count: number }> {
  const found = await findMatching(db, search, PRICE_LIST_SEARCH_WINDOW);
  if (sort !== undefined) {
    const { rows } = await sql<ItemRow>`
      ${selectItems} where i.id = any(${found}::bigint[]) ${orderOf({ ...page, sort })} limit ${limit} offset ${offset}`.execute(db);
    return { items: rows.map(toItem), count: found.length };
  }
  return { items: await listItemsOf(db, found.slice(offset, offset + limit)), count: found.length };
}

/** Items in the order of their ids. */
export async function listItemsOf(db: Database, ids: readonly number[]): Promise<PriceListItem[]> {
  const { rows } = await sql<ItemRow>`${selectItems} where i.id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], i.id)`.execute(db);
  return rows.map(toItem);
}

/** The ids of these items, or of the whole list, in the order of the list. */
export async function sortIds(db: Database, ids: readonly number[] | null, { sort, ...order }: ItemOrder): Promise<readonly number[]> {
  const ordered = ids === null ? orderOf({ ...order, sort: indexed(sort) }) : sql`where i.id = any(${ids}::bigint[]) ${orderOf({ ...order, sort })}`;
  return selectIds(db, sql`select i.id from price_list_items i ${ordered}`);
}

/** The ids of the items that match a search, in its order. @param limit the most; null for all */
export async function findMatching(db: Database, search: string, limit: number | null): Promise<number[]> {
  const { ofCode, ofVendor } = await findExactMatches(db, search, limit);
  const isUpc = ofCode.length > 0 && toGtin14(search) !== undefined;
  const isFull = isUpc || ofVendor.length === limit;
  const others = isFull ? [] : await listMatching(db, search, limit);
  return [...new Set([...ofCode, ...ofVendor, ...others])].slice(0, limit ?? undefined);
}

async function findExactMatches(db: Database, search: string, limit: number | null): Promise<{ ofCode: number[]; ofVendor: number[] }> {
  // The range condition on the vendor forces its index; otherwise the planner would scan the items by ID.
  const { rows } = await sql<{ ofCode: number[]; ofVendor: number[] }>`
    select
      array(select id from price_list_items where gtin = ${toGtin14(search) ?? null} or lower(item_code) = lower(${search})
        order by id limit ${limit}::bigint) as "ofCode",
      array(select id from price_list_items
        where (lower(vendor), id) >= (lower(${search}), 0) and (lower(vendor), id) <= (lower(${search}), ${MAX_ID})
        order by lower(vendor), id limit ${limit}::bigint) as "ofVendor"`.execute(db);
  return rows[0] ?? { ofCode: [], ofVendor: [] };
}

/** The first matches in insertion order. */
async function listMatching(db: Database, search: string, limit: number | null): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    with found (id) as materialized (select item_id from price_list_words where ${matches(search)} limit ${limit}::bigint)
    select array(select id from found order by id) as ids`.execute(db);
  return rows[0]?.ids ?? [];
}

function toItem(row: ItemRow): PriceListItem {
  return { ...row, gtin: displayGtin(row.gtin), cost: dollars(row.cost), map: dollars(row.map), updated_at: row.updated_at.toISOString() };
}

/** Every word occurs in the item. Words of one or two letters match only at the beginning of a word, where the index helps. */
function matches(search: string): RawBuilder<SqlBool> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return sql<SqlBool>`true`;
  const escaped = words.map(likeText);
  return sql.join<SqlBool>(
    escaped.map((word, nth) => sql`words like ${`%${(words[nth] ?? '').length < 3 ? ' ' : ''}${word}%`}`),
    sql` and `,
  );
}

interface UploadRow extends Omit<PriceListUpload, 'createdAt' | 'appliedAt' | 'undoneAt'> {
  createdAt: Date;
  appliedAt: Date | null;
  undoneAt: Date | null;
}

export async function findUpload(db: Database, id: number): Promise<PriceListUpload | undefined> {
  const { rows } = await sql<UploadRow>`${selectUploads} where f.id = ${id}`.execute(db);
  return rows.map(toUpload)[0];
}

const UPLOADS_SHOWN = 30;

/** The most recently applied files, newest first. */
export async function listAppliedUploads(db: Database): Promise<PriceListUpload[]> {
  const { rows } = await sql<UploadRow>`${selectUploads} where f.state <> 'STAGED' order by f.id desc limit ${UPLOADS_SHOWN}`.execute(db);
  return rows.map(toUpload);
}

const selectUploads = sql`
  select f.id, f.file_name as "fileName", f.vendor, f.state, f.row_count as "rowCount", f.new_count as "newCount", f.changed_count as "changedCount",
    f.unchanged_count as "unchangedCount", f.rejected_count as "rejectedCount", u.name as "createdBy", f.created_at as "createdAt",
    f.applied_at as "appliedAt", f.undone_at as "undoneAt", un.name as "undoneBy", f.not_undone_count as "keptCount"
  from price_list_uploads f join users u on u.id = f.created_by left join users un on un.id = f.undone_by`;

function toUpload(row: UploadRow): PriceListUpload {
  return { ...row, createdAt: row.createdAt.toISOString(), appliedAt: row.appliedAt?.toISOString() ?? null, undoneAt: row.undoneAt?.toISOString() ?? null };
}

const KINDS: Readonly<Record<DiffKind, RawBuilder<SqlBool>>> = {
  new: sql`r.gtin is not null and i.id is null`,
  changed: sql`i.id is not null and ${isChange}`,
  unchanged: sql`i.id is not null and not ${isChange}`,
  rejected: sql`r.gtin is null`,
};

/** The rows of one kind in file order. @param after the number of the preceding row */
export async function listDiff(db: Database, uploadId: number, { kind, after }: { kind: DiffKind; after: number }): Promise<DiffRow[]> {
  type Row = Omit<DiffRow, 'old_map' | 'new_map' | 'old_cost' | 'new_cost'> & Record<'old_map' | 'new_map' | 'old_cost' | 'new_cost', string | null>;
  const { rows } = await sql<Row>`
    select r.row_number as row, r.upc, i.item_code as old_item_code, coalesce(r.item_code, i.item_code) as item_code, i.product_title as old_product_title,
      coalesce(r.product_title, i.product_title) as product_title, i.vendor as old_vendor, coalesce(r.vendor, i.vendor) as vendor, i.map as old_map, coalesce(r.map, i.map) as new_map, i.cost as old_cost, coalesce(r.cost, i.cost) as new_cost, r.reason
    from price_list_upload_rows r left join price_list_items i on i.gtin = r.gtin
    where r.upload_id = ${uploadId} and r.row_number > ${after} and ${KINDS[kind]}
    order by r.row_number limit ${PRICE_LIST_DIFF_ROWS}`.execute(db);
  return rows.map((row) => ({
    ...row,
    old_map: dollars(row.old_map),
    new_map: dollars(row.new_map),
    old_cost: dollars(row.old_cost),
    new_cost: dollars(row.new_cost),
  }));
}

export interface RefusedRow {
  readonly row: number;
  readonly upc: string;
  readonly reason: string;
}

const REFUSED_PAGE_ROWS = 1_000;

/** The rejected rows of a file in file order. @param after the number of the preceding row */
export async function listRefusedRows(db: Database, { id, state }: Pick<PriceListUpload, 'id' | 'state'>, after: number): Promise<RefusedRow[]> {
  const from = state === 'STAGED' ? sql`price_list_upload_rows where gtin is null and` : sql`price_list_refused_rows where`;
  const { rows } = await sql<RefusedRow>`
    select row_number as row, upc, reason from ${from} upload_id = ${id} and row_number > ${after}
    order by row_number limit ${REFUSED_PAGE_ROWS}`.execute(db);
  return rows;
}

/** The changes that files made to an item, newest first; undefined when there is no such item. */
export async function listPriceHistory(db: Database, itemId: number) {
  const item = await db.selectFrom('price_list_items').select('id').where('id', '=', itemId).executeTakeFirst();
  if (item === undefined) return undefined;
  const rows = await db
    .selectFrom('price_list_changes as c')
    .innerJoin('price_list_uploads as f', 'f.id', 'c.upload_id')
    .innerJoin('users as u', 'u.id', 'f.created_by')
    .select(['c.upload_id', 'c.kind', 'c.changed_at', 'c.old_map', 'c.new_map', 'c.old_cost', 'c.new_cost', 'f.file_name', 'f.state', 'u.name'])
    .select(['c.old_item_code', 'c.new_item_code', 'c.old_product_title', 'c.new_product_title', 'c.old_vendor', 'c.new_vendor'])
    .$narrowType<{ kind: 'ADDED' | 'CHANGED' }>()
    .where('c.item_id', '=', itemId)
    .orderBy('c.changed_at', 'desc')
    .orderBy('c.upload_id', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    uploadId: row.upload_id,
    fileName: row.file_name,
    changedBy: row.name,
    changedAt: row.changed_at.toISOString(),
    kind: row.kind,
    oldMap: dollars(row.old_map),
    newMap: dollars(row.new_map),
    oldCost: dollars(row.old_cost),
    newCost: dollars(row.new_cost),
    // The oldest changes have no new texts, because these were not stored yet.
    words:
      row.new_product_title === null
        ? null
        : {
            ...{ oldItemCode: row.old_item_code, newItemCode: row.new_item_code, oldTitle: row.old_product_title, newTitle: row.new_product_title },
            ...{ oldVendor: row.old_vendor, newVendor: row.new_vendor },
          },
    undone: row.state === 'UNDONE',
  }));
}
