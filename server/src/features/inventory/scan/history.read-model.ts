import { HISTORY_WINDOW, type HistoryRow } from '@stowage/contract/inventory/scan';
import { type RawBuilder, sql } from 'kysely';
import { builtOnce } from '../../../platform/database/built-once.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { hidden } from '../../../platform/database/hidden-value.ts';
import { joinProductOfUnit } from '../units/product-of-unit.condition.ts';

/** A moment as `utcText` writes it. Every station reads this page after every scan, and dates take a fifth of its time in the process. */
const utc = (column: RawBuilder<unknown>) => sql`left((${column} at time zone 'UTC')::text, 19)`;

/**
 * The newest units, newest first.
 * Plan: the page's ids from the end of the primary key, then joins by key. The ids are in an array because the prepared
 * plan doesn't know the limit and estimates a tenth of the table: a join reads all units (80 ms at 1,000,000), the array
 * only the page (0.17 ms; 0.55 ms at offset 9,990; 500 rows 3 ms). To plan it takes twice as long as to read it, so limit and offset are hidden.
 * A scanned unit has the id of the movement that added it, in one known partition; only without that are the partitions searched.
 */
const readHistory = builtOnce(
  (limit: number, offset: number) => sql<HistoryRow>`/* prepared: list_history */
    select u.id, p.id as product_id, p.title as item_name, l.seller_sku, u.identifier, l.asin, l.condition as sku_condition, s.code as location, u.location_id,
      ${utc(sql`u.created_at`)} as created_at, ${utc(sql`u.updated_at`)} as updated_at, (u.status = 'REMOVED')::int as deleted, 1 as quantity, first.client_scan_id
    from units u
    join locations s on s.id = u.location_id
    left join listings l on l.id = u.listing_id
    ${joinProductOfUnit}
    left join lateral (
      select client_scan_id from stock_movements m where m.id = u.id and m.unit_id = u.id and m.type = 'ADD'
      union all
      (select client_scan_id from stock_movements m where m.unit_id = u.id and m.type = 'ADD' order by m.id limit 1)
      limit 1
    ) first on true
    where u.id = any(array(select id from units order by id desc limit ${hidden(limit, 'bigint')} offset ${hidden(offset, 'bigint')}))
    order by u.id desc`,
);

export function listHistory(db: Database, { offset, limit }: { offset: number; limit: number }): Promise<HistoryRow[]> {
  return readHistory(db, limit, offset);
}

/**
 * Counts the history's records, up to one more than the window.
 * @returns a function that queries the database until the window is exceeded; it stays so, because units are never deleted
 */
export function createHistoryCounter(db: Database): () => Promise<number> {
  const limit = HISTORY_WINDOW + 1;
  let isFull = false;
  return async () => {
    if (isFull) return limit;
    const { rows } = await sql<{ count: number }>`/* prepared: count_history */
      select count(*)::int as count from (select 1 from units limit ${limit}) window_of_units`.execute(db);
    const count = rows[0]?.count ?? 0;
    isFull = count === limit;
    return count;
  };
}
