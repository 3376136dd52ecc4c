import { CONDITION_NEW } from '@stowage/contract/catalog/conditions';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

/** How many days back stock-outs count. */
export const HISTORY_DAYS = 90;

/** Records since when stock is known, and the stock-outs before today that the ledger shows. FBA keeps no history, so products there begin today. */
export async function replayStockOuts(tx: Database, today: string): Promise<void> {
  await sql`
    with bounds as (
      select greatest(coalesce((select (min(created_at) at time zone 'UTC')::date from stock_movements), ${today}::date), ${today}::date - ${HISTORY_DAYS}::int) as first
    ), stock as (
      select l.product_id, sum(coalesce(c.on_hand, 0)) as now from listings l left join listing_counts c on c.listing_id = l.id
      where l.condition = ${CONDITION_NEW} group by 1
      having not bool_or(exists (select from fba_inventory f where f.seller_sku = l.seller_sku and f.is_fba and f.gone_at is null))
    ), moved as (
      select l.product_id, (m.created_at at time zone 'UTC')::date as day, sum(m.quantity_change) as change
      from stock_movements m join listings l on l.id = m.listing_id
      where m.created_at >= (select first from bounds)::timestamp at time zone 'UTC' and l.condition = ${CONDITION_NEW} and m.quantity_change <> 0 group by 1, 2
    ), days as (
      select s.product_id, d.day,
        s.now - coalesce(sum(m.change) over (partition by s.product_id order by d.day desc rows between unbounded preceding and 1 preceding), 0) as left_over
      from stock s cross join (select generate_series(first, ${today}::date, interval '1 day')::date as day from bounds) d
      left join moved m on m.product_id = s.product_id and m.day = d.day
    ), gaps as (
      select product_id, day, day - (row_number() over (partition by product_id order by day))::int as gap from days where left_over <= 0 and day < ${today}::date
    )
    insert into product_stock_outs (product_id, from_on, to_on)
    select product_id, min(day), max(day) + 1 from gaps group by product_id, gap on conflict do nothing`.execute(tx);
  await sql`
    update reorder_settings set stock_known_since = greatest(
      coalesce((select (min(created_at) at time zone 'UTC')::date from stock_movements), ${today}::date), ${today}::date - ${HISTORY_DAYS}::int)`.execute(tx);
}

/** Begins and ends the stock-outs of today. */
export async function recordStockOuts(tx: Database, today: string): Promise<void> {
  await sql`
    update product_stock_outs o set to_on = ${today}::date where o.to_on is null and exists (${inStock(sql`o.product_id`)})`.execute(tx);
  await sql`
    insert into product_stock_outs (product_id, from_on)
    select distinct l.product_id, ${today}::date from listings l
    where l.condition = ${CONDITION_NEW} and not exists (${inStock(sql`l.product_id`)})
      and not exists (select from product_stock_outs o where o.product_id = l.product_id and o.to_on is null)
    on conflict (product_id, from_on) do update set to_on = null`.execute(tx);
}

function inStock(productId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select from listings s left join listing_counts c on c.listing_id = s.id
      left join fba_inventory f on f.seller_sku = s.seller_sku and f.is_fba and f.gone_at is null
    where s.product_id = ${productId} and s.condition = ${CONDITION_NEW} and (c.on_hand > 0 or f.fulfillable > 0)`;
}
