import { conditionName } from '@stowage/contract/catalog/conditions';
import { displayGtin } from '@stowage/contract/catalog/identifiers';
import { DAY_MS } from '@stowage/contract/formats/durations';
import type { OrderAllocation } from '@stowage/contract/orders/order-detail';
import { ORDER_LIST_DAYS, ORDER_LIST_LIMIT, type OrderRow } from '@stowage/contract/orders/orders';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import { ORDER_DUE } from './order-need.condition.ts';

interface Row {
  id: number;
  order_id: string;
  item_id: string;
  nth: number;
  state: OrderAllocation['state'];
  title: string | null;
  photo: string | null;
  asin: string | null;
  fnsku: string | null;
  sku: string | null;
  condition: number | null;
  gtin: string | null;
  identifier: string | null;
  location: string | null;
  unit_id: number | null;
  unit_since: Date | null;
  verified_as: number | null;
  verified_by: string | null;
  shipped_by: string | null;
  status: string;
  stage: string;
  ordered_at: Date;
  /** Units of the line that were shipped outside Stowage. */
  shipped_elsewhere: number;
}

/** An allocation as the lists show it, with the fields of the order's page. */
export interface ShownAllocation extends OrderAllocation {
  readonly is_verified: boolean;
}

const columns = sql`
  p.id, p.order_id, p.item_id, p.nth, p.state, coalesce(i.title, d.title) as title,
  (select image_url from catalog_items c where c.asin = upper(coalesce(l.asin, i.asin))) as photo,
  coalesce(l.asin, i.asin) as asin, l.fnsku, coalesce(i.seller_sku, l.seller_sku) as sku, coalesce(i.condition, l.condition) as condition,
  (select gtin14 from product_gtins g where g.product_id = l.product_id order by gtin14 limit 1) as gtin,
  u.identifier, s.code as location, p.unit_id, u.created_at as unit_since,
  case when p.verified_unit_id = p.unit_id then p.verified_as end as verified_as, v.name as verified_by, w.name as shipped_by,
  o.status, o.stage, o.ordered_at, coalesce(i.shipped, 0) as shipped_elsewhere`;
const joins = sql`
  join orders o on o.order_id = p.order_id
  left join order_items i on i.order_id = p.order_id and i.item_id = p.item_id
  left join listings l on l.id = p.listing_id
  left join products d on d.id = l.product_id
  left join units u on u.id = p.unit_id
  left join locations s on s.id = u.location_id
  left join users v on v.id = p.verified_by
  left join users w on w.id = p.shipped_by`;

/** Lists the allocations of orders, line by line. Plan: each order's allocations by key, the other tables by key for each. */
export async function listOrderAllocations(db: Database, orderIds: readonly string[]): Promise<Map<string, ShownAllocation[]>> {
  const { rows } = await sql<Row>`select ${columns} from order_allocations p ${joins}
    where p.order_id = any(${orderIds}::text[]) order by p.order_id, p.item_id, p.nth`.execute(db);
  const allocations = new Map<string, ShownAllocation[]>();
  for (const row of rows) allocations.set(row.order_id, [...(allocations.get(row.order_id) ?? []), toAllocation(row)]);
  return allocations;
}

/**
 * Lists the rows of the specification's list: orders to ship by due time, then pending orders, then done orders, newest
 * first. Orders that wait for a carrier come last, so that many unconfirmed orders never push orders to ship out of the
 * list. Plan: order ids along the index of each stage, up to the limit; then their allocations by key.
 */
export async function listAllocationRows(db: Database, now: Date): Promise<OrderRow[]> {
  const since = new Date(now.getTime() - ORDER_LIST_DAYS * DAY_MS);
  const open = (stage: string, rank: number) =>
    sql`(select o.order_id, ${rank}::int as rank, extract(epoch from ${ORDER_DUE}) as place from orders o
      where o.stage = ${stage} order by ${ORDER_DUE}, o.order_id limit ${ORDER_LIST_LIMIT})`;
  const done = (stage: string) =>
    sql`(select o.order_id, 2, -extract(epoch from o.ordered_at) from orders o
      where o.stage = ${stage} and o.ordered_at > ${since} order by o.stage desc, o.ordered_at desc, o.order_id desc limit ${ORDER_LIST_LIMIT})`;
  const stages: RawBuilder<unknown>[] = [open('TO_SHIP', 0), open('PENDING', 1), done('TO_CONFIRM'), done('SHIPPED'), done('CANCELED')];
  const { rows } = await sql<Row>`
    with shown as materialized (${sql.join(stages, sql` union all `)})
    select ${columns} from (select * from shown order by rank, place, order_id limit ${ORDER_LIST_LIMIT}) n
    cross join lateral (select * from order_allocations where order_id = n.order_id order by item_id, nth limit ${ORDER_LIST_LIMIT}) p ${joins}
    order by n.rank, n.place, p.order_id, p.item_id, p.nth limit ${ORDER_LIST_LIMIT}`.execute(db);
  return rows.map(toAllocation);
}

/** The marketplace's status as the screens spell it. Orders that were shipped here are shipped. */
export function statusText({ status, stage }: { readonly status: string; readonly stage: string }): OrderRow['order_status'] {
  if (stage === 'CANCELED' || status === 'CANCELLED') return 'Canceled';
  if (stage === 'TO_CONFIRM' || stage === 'SHIPPED') return 'Shipped';
  if (status === 'PENDING') return 'Pending';
  return status === 'PARTIALLY_SHIPPED' ? 'PartiallyShipped' : 'Unshipped';
}

/** The status of one allocation, which may be shipped or no longer needed while its order is still open. */
function allocationStatus(row: Row): OrderRow['order_status'] {
  const status = statusText(row);
  if (status === 'Canceled' || row.state === 'RESERVED' || row.state === 'WAITING') return status;
  if (row.state === 'SHIPPED' || status === 'Shipped') return 'Shipped';
  return row.shipped_elsewhere > 0 ? 'Shipped' : 'Canceled';
}

function toAllocation(row: Row): ShownAllocation {
  const status = allocationStatus(row);
  const isReserved = row.state === 'RESERVED';
  return {
    id: row.id,
    product_name: row.title,
    amazon_order_id: row.order_id,
    photo: row.photo,
    asin: row.asin,
    fnsku: row.fnsku,
    sku: row.sku,
    display_condition: row.condition === null ? null : conditionName(row.condition),
    gtin: row.gtin && displayGtin(row.gtin),
    identifier: row.identifier,
    location: isReserved ? row.location : null,
    stowage_local_inventory_location_id: isReserved ? row.id : null,
    order_status: status,
    sold: row.state === 'SHIPPED' || status === 'Shipped' ? 1 : 0,
    purchase_date: utcText(row.ordered_at),
    item_id: row.item_id,
    nth: row.nth,
    state: row.state,
    unit_id: row.unit_id,
    unit_since: row.unit_since && utcText(row.unit_since),
    verified_as: row.verified_as,
    verified_by: row.verified_by,
    shipped_by: row.shipped_by,
    is_verified: row.verified_as !== null,
  };
}
