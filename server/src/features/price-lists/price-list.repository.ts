import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import { isChange } from './upload.repository.ts';

/**
 * Serializes changes of the list, because two files with the same items could deadlock.
 * @returns the version of the list before this change
 */
export async function lockPriceLists(tx: Database): Promise<number> {
  const result = await sql<{ version: number }>`update price_list_total set version = version + 1 returning version - 1 as version`.execute(tx);
  // Enough memory to join a file of 200,000 rows without temporary files.
  await sql`set local work_mem = '128MB'`.execute(tx);
  return onlyRow(result).version;
}

/** The GTINs among these that the list contains. */
export async function listKnownGtins(db: Database, gtins: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ gtin: string }>`select gtin from price_list_items where gtin = any(${gtins}::text[])`.execute(db);
  return rows.map(({ gtin }) => gtin);
}

/** Adds the new items of a file and records them in the history. @returns how many */
export async function addNewItems(tx: Database, uploadId: number): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    with added as (
      insert into price_list_items (gtin, item_code, product_title, vendor, cost, map, upload_id)
      select r.gtin, r.item_code, r.product_title, r.vendor, r.cost, r.map, ${uploadId} from price_list_upload_rows r
      where r.upload_id = ${uploadId} and r.gtin is not null and not exists (select from price_list_items i where i.gtin = r.gtin)
      order by r.row_number
      returning id, gtin, item_code, product_title, vendor, cost, map
    ), history as (
      insert into price_list_changes (item_id, upload_id, kind, new_cost, new_map, new_item_code, new_product_title, new_vendor)
      select id, ${uploadId}, 'ADDED', cost, map, item_code, product_title, vendor from added
    ), words as (
      insert into price_list_words (item_id, words) select id, ${words(sql`added`)} from added
    )
    update price_list_total set items = items + counted.added from (select count(*)::int as added from added) counted returning counted.added`.execute(tx);
  return rows[0]?.added ?? 0;
}

/**
 * Updates the items whose values differ in a file, and records the old values in the history. The rows are located by ctid,
 * which is stable while the list is locked.
 * @returns how many
 */
export async function changeItems(tx: Database, uploadId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with compared as (
      select i.ctid as row_ctid, i.id, i.gtin, i.upload_id as old_upload_id, i.item_code as old_item_code, i.product_title as old_product_title, i.vendor as old_vendor,
        i.cost as old_cost, i.map as old_map, coalesce(r.item_code, i.item_code) as item_code, coalesce(r.product_title, i.product_title) as product_title,
        coalesce(r.vendor, i.vendor) as vendor, coalesce(r.cost, i.cost) as cost, coalesce(r.map, i.map) as map
      from price_list_upload_rows r join price_list_items i on i.gtin = r.gtin
      where r.upload_id = ${uploadId} and ${isChange}
    ), diff as materialized (
      select *, (item_code, product_title, vendor) is distinct from (old_item_code, old_product_title, old_vendor) as is_reworded from compared
    ), history as (
      insert into price_list_changes (item_id, upload_id, kind, old_upload_id, old_cost, new_cost, old_map, new_map, is_reworded,
        old_item_code, old_product_title, old_vendor, new_item_code, new_product_title, new_vendor)
      select id, ${uploadId}, 'CHANGED', old_upload_id, old_cost, cost, old_map, map, is_reworded,
        case when is_reworded then old_item_code end, case when is_reworded then old_product_title end, case when is_reworded then old_vendor end,
        case when is_reworded then item_code end, case when is_reworded then product_title end, case when is_reworded then vendor end
      from diff
    ), reworded as (
      update price_list_words w set words = ${words(sql`diff`)} from diff where diff.is_reworded and w.item_id = diff.id
    )
    update price_list_items i set item_code = diff.item_code, product_title = diff.product_title, vendor = diff.vendor, cost = diff.cost, map = diff.map,
      upload_id = ${uploadId}, updated_at = now()
    from diff where i.ctid = diff.row_ctid`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Restores the items that a file was the last one to change. @returns how many */
export async function restoreItems(tx: Database, uploadId: number): Promise<number> {
  const { rows } = await sql<{ restored: number }>`
    with restored as (
      update price_list_items i set cost = c.old_cost, map = c.old_map, upload_id = c.old_upload_id, updated_at = now(),
        item_code = case when c.is_reworded then c.old_item_code else i.item_code end,
        product_title = case when c.is_reworded then c.old_product_title else i.product_title end,
        vendor = case when c.is_reworded then c.old_vendor else i.vendor end
      from price_list_changes c where c.upload_id = ${uploadId} and c.kind = 'CHANGED' and i.id = c.item_id and i.upload_id = ${uploadId}
      returning i.id, i.gtin, i.item_code, i.product_title, i.vendor
    ), reworded as (
      update price_list_words w set words = ${words(sql`restored`)} from restored where w.item_id = restored.id and w.words <> ${words(sql`restored`)}
    )
    select count(*)::int as restored from restored`.execute(tx);
  return rows[0]?.restored ?? 0;
}

/** Files that were undone after this file had changed their items; the undo of this file must continue with them. */
export async function listUndoneBefore(tx: Database, uploadId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct f.id from price_list_changes c join price_list_uploads f on f.id = c.old_upload_id
    where c.upload_id = ${uploadId} and f.state = 'UNDONE' order by f.id desc`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Deletes the items that a file added and no later file changed. @returns how many */
export async function removeAddedItems(tx: Database, uploadId: number): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    with removed as (
      delete from price_list_items i using price_list_changes c
      where c.upload_id = ${uploadId} and c.kind = 'ADDED' and i.id = c.item_id and i.upload_id = ${uploadId} returning i.id
    ), counted as (select count(*)::int as removed from removed),
    total as (update price_list_total set items = items - (select removed from counted))
    select removed from counted`.execute(tx);
  return rows[0]?.removed ?? 0;
}

/** The searchable text of an item. */
function words(item: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`lower(concat(' ', ${item}.gtin, ' ' || ${item}.item_code, ' ', ${item}.product_title, ' ' || ${item}.vendor))`;
}
