import { CONDITION_NEW } from '@stowage/contract/catalog/conditions';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { gtinOfProduct, newestUnitCost, supplierSku, unitsOnOrder } from '../vendor-terms/vendor-line.condition.ts';
import { SEASON_BASE_DAYS } from './reorder.rules.ts';
import { HISTORY_DAYS } from './stock-out.repository.ts';

/** What a proposal follows from. */
export interface ProductFacts {
  readonly productId: number;
  readonly title: string;
  readonly vendor: string | null;
  readonly gtin: string | null;
  readonly supplierSku: string | null;
  readonly unitCost: string | null;
  readonly casePack: number;
  readonly minimumQuantity: number;
  readonly leadDays: number;
  readonly local: number;
  readonly fba: number;
  readonly waiting: number;
  readonly onOrder: number;
  readonly inDrafts: number;
  readonly sold7: number;
  readonly sold30: number;
  readonly sold90: number;
  readonly squares90: number;
  readonly days7: number;
  readonly days30: number;
  readonly days90: number;
  readonly yearAgoAhead: number;
  readonly yearAgoBefore: number;
  readonly hasYear: boolean;
}

interface Scope {
  /** All products without it. */
  readonly productIds: readonly number[] | undefined;
  /** The first day that isn't complete, in UTC. */
  readonly today: string;
  readonly leadDays: number;
  readonly reviewDays: number;
}

/** 52 weeks, so that weekdays stay together. */
const YEAR_DAYS = 364;

/** Days of the last 90 with stock, less those of stock-outs; a day with sales had stock. */
const stocked = (size: number) => sql`greatest(${size}::int - coalesce(sum(
  greatest(least(coalesce(o.to_on, ${'infinity'}::date), day.today) - greatest(o.from_on, day.today - ${size}::int), 0)), 0)::int, max(sales.sold_days_${sql.raw(String(size))}))`;

/** The moment when a day begins, so many days before today. The database may be in another time zone. */
const startOf = (today: string, daysAgo: number) => sql`((${today}::date - ${daysAgo}::int)::timestamp at time zone 'UTC')`;

/**
 * The products in new condition that sold in 90 days or that customers wait for.
 * Plan: order lines of 90 days and of the same weeks a year ago in one pass, grouped by product and day; then each product by its indexes.
 * A shipment that several reports have counts in the newest.
 */
export async function listFacts(db: Database, { productIds, today, leadDays, reviewDays }: Scope): Promise<ProductFacts[]> {
  const among = productIds === undefined ? sql`true` : sql`l.product_id = any(${[...productIds]}::bigint[])`;
  const sold = (from: number, to: number) =>
    sql`coalesce(sum(units) filter (where day >= ${today}::date - ${from}::int and day < ${today}::date - ${to}::int), 0)::int`;
  const daysSold = (size: number) => sql`(count(*) filter (where day >= ${today}::date - ${size}::int))::int`;
  const { rows } = await sql<ProductFacts>`
    with sold as materialized (
      select l.product_id, (i.ordered_at at time zone 'UTC')::date as day, i.quantity as units
      from order_items i join orders o on o.order_id = i.order_id join listings l on l.seller_sku = i.seller_sku
      where (i.ordered_at >= ${startOf(today, HISTORY_DAYS)} and i.ordered_at < ${startOf(today, 0)}
          or i.ordered_at >= ${startOf(today, YEAR_DAYS + SEASON_BASE_DAYS)} and i.ordered_at < ${startOf(today, HISTORY_DAYS)})
        and o.status <> 'CANCELLED' and o.local_state <> 'CANCELED' and i.quantity > 0 and l.condition = ${CONDITION_NEW} and ${among}
      union all
      select l.product_id, (s.shipped_at at time zone 'UTC')::date, s.quantity
      from shipment_sales s join listings l on l.seller_sku = s.seller_sku
      where s.shipped_at >= ${startOf(today, HISTORY_DAYS)} and s.shipped_at < ${startOf(today, 0)} and s.quantity > 0 and l.condition = ${CONDITION_NEW} and ${among}
        and not exists (select from shipment_sales_requests n where n.id > s.request_id and n.status = 'DONE' and s.shipped_at >= n.from_at and s.shipped_at < n.to_at)
    ), daily as materialized (
      select product_id, day, sum(units)::int as units from sold group by 1, 2
    ), sales as materialized (
      select product_id, ${sold(7, 0)} as sold_7, ${sold(30, 0)} as sold_30, ${sold(90, 0)} as sold_90,
        coalesce(sum(units::bigint * units) filter (where day >= ${today}::date - ${HISTORY_DAYS}::int), 0)::float8 as squares_90,
        ${daysSold(7)} as sold_days_7, ${daysSold(30)} as sold_days_30, ${daysSold(90)} as sold_days_90,
        ${sold(YEAR_DAYS + SEASON_BASE_DAYS, YEAR_DAYS)} as before
      from daily group by product_id
    ), waiting as materialized (
      select l.product_id, count(*)::int as units from order_allocations a join listings l on l.id = a.listing_id
      where a.state = 'WAITING' and l.condition = ${CONDITION_NEW} and ${among} group by 1
    ), bought as materialized (
      select p.id as product_id, p.title, source.vendor, g.gtin,
        ${supplierSku} as supplier_sku,
        ${newestUnitCost} as unit_cost, coalesce(v.case_pack, p.case_pack, 1) as case_pack,
        coalesce(v.minimum_quantity, 1) as minimum_quantity, coalesce(t.lead_days, ${leadDays}::int) as lead_days
      from (select product_id from sales where sold_90 > 0 union select product_id from waiting) w join products p on p.id = w.product_id
      ${gtinOfProduct}
      left join lateral (
        select n.supplier_sku, n.unit_cost, o.vendor from purchase_order_lines n join purchase_orders o on o.id = n.purchase_order_id
        where n.gtin = g.gtin and o.vendor is not null order by n.id desc limit 1
      ) last on true
      left join price_list_items listed on listed.gtin = g.gtin
      cross join lateral (select coalesce(last.vendor, listed.vendor, p.vendor) as vendor) source
      left join lateral (
        select listed.item_code, listed.cost where listed.vendor is null or vendor_identity(listed.vendor) = vendor_identity(source.vendor)
      ) price on true
      left join vendor_products v on v.product_id = p.id and v.vendor_key = vendor_identity(source.vendor)
      left join vendor_terms t on t.vendor_key = vendor_identity(source.vendor)
    ), ahead as materialized (
      select d.product_id, sum(d.units)::int as units from daily d join bought b on b.product_id = d.product_id
      where d.day >= ${today}::date - ${YEAR_DAYS}::int and d.day < ${today}::date - ${YEAR_DAYS}::int + b.lead_days + ${reviewDays}::int group by 1
    )
    select b.product_id as "productId", b.title, b.vendor, b.gtin, b.supplier_sku as "supplierSku", b.unit_cost as "unitCost", b.case_pack as "casePack",
      b.minimum_quantity as "minimumQuantity", b.lead_days as "leadDays",
      coalesce(stock.local, 0)::int as local, coalesce(stock.fba, 0)::int as fba, coalesce(q.units, 0) as waiting,
      coalesce(coming.units, 0)::int as "onOrder", coalesce(drafted.units, 0)::int as "inDrafts",
      coalesce(s.sold_7, 0) as sold7, coalesce(s.sold_30, 0) as sold30, coalesce(s.sold_90, 0) as sold90, coalesce(s.squares_90, 0) as squares90,
      out.days_7 as days7, out.days_30 as days30, out.days_90 as days90, coalesce(a.units, 0) as "yearAgoAhead", coalesce(s.before, 0) as "yearAgoBefore",
      coalesce((select min(ordered_at) from orders) < ${startOf(today, YEAR_DAYS + SEASON_BASE_DAYS)}, false) as "hasYear"
    from bought b left join sales s on s.product_id = b.product_id left join waiting q on q.product_id = b.product_id left join ahead a on a.product_id = b.product_id
    left join lateral (
      select sum(c.available) as local, sum(f.fulfillable) as fba from listings l left join listing_counts c on c.listing_id = l.id
        left join fba_inventory f on f.seller_sku = l.seller_sku and f.is_fba and f.gone_at is null
      where l.product_id = b.product_id and l.condition = ${CONDITION_NEW}
    ) stock on true
    ${unitsOnOrder('b.product_id')}
    left join lateral (select sum(ordered) as units from purchase_order_draft_lines d where d.product_id = b.product_id) drafted on true
    cross join lateral (
      select ${stocked(7)} as days_7, ${stocked(30)} as days_30, ${stocked(90)} as days_90
      from (select ${today}::date as today) day
      cross join (select coalesce(s.sold_days_7, 0) as sold_days_7, coalesce(s.sold_days_30, 0) as sold_days_30, coalesce(s.sold_days_90, 0) as sold_days_90) sales
      left join product_stock_outs o on o.product_id = b.product_id and (o.to_on is null or o.to_on > day.today - ${HISTORY_DAYS}::int) and o.from_on < day.today
    ) out`.execute(db);
  return rows;
}

/** The days of the last 90 for which a report of FBA shipments is ready. */
export async function countFbaDays(db: Database, today: string): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select count(*)::int as days from generate_series(1, ${HISTORY_DAYS}::int) ago
      cross join lateral (select (${today}::date - ago)::timestamp at time zone 'UTC' as at) day
    where exists (select from shipment_sales_requests r where r.status = 'DONE' and day.at >= r.from_at - interval '24 hours' and day.at < r.to_at)`.execute(
    db,
  );
  return rows[0]?.days ?? 0;
}
