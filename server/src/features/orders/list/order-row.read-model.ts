import { conditionName } from '@stowage/contract/catalog/conditions';
import { displayGtin } from '@stowage/contract/catalog/identifiers';
import { DAY_MS } from '@stowage/contract/formats/durations';
import type { OrderAllocation } from '@stowage/contract/orders/order-detail';
import { ORDER_LIST_DAYS, ORDER_LIST_LIMIT, type OrderRow } from '@stowage/contract/orders/orders';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { hidden } from '../../../platform/database/hidden-value.ts';
import { type WithDates, withUtcTexts } from '../../../platform/formats/utc-text.ts';
import { ORDER_DUE } from './order-need.condition.ts';

/** An allocation as the lists show it, with the fields of the order's page. */
export interface ShownAllocation extends OrderAllocation {
  readonly is_verified: boolean;
}

type Computed = 'display_condition' | 'stowage_local_inventory_location_id' | 'order_status' | 'sold' | 'is_verified';

const DATES = ['purchase_date', 'unit_since'] as const;

type Row = WithDates<Omit<ShownAllocation, Computed>, (typeof DATES)[number]> & {
  readonly condition: number | null;
  readonly status: string;
  readonly stage: string;
  /** Units of the line that were shipped outside Stowage. */
  readonly shipped_elsewhere: number;
};

const columns = sql`
  p.id, p.order_id as amazon_order_id, p.item_id, p.nth, p.state, coalesce(i.title, d.title) as product_name,
  (select image_url from catalog_items c where c.asin = upper(coalesce(l.asin, i.asin))) as photo,
  coalesce(l.asin, i.asin) as asin, l.fnsku, coalesce(i.seller_sku, l.seller_sku) as sku, coalesce(i.condition, l.condition) as condition,
  (select gtin14 from product_gtins g where g.product_id = l.product_id order by gtin14 limit 1) as gtin,
  u.identifier, s.code as location, p.unit_id, u.created_at as unit_since,
  case when p.verified_unit_id = p.unit_id then p.verified_as end as verified_as, v.name as verified_by, w.name as shipped_by,
  o.status, o.stage, o.ordered_at as purchase_date, coalesce(i.shipped, 0) as shipped_elsewhere`;
const joins = sql`
  join orders o on o.order_id = p.order_id
  left join order_items i on i.order_id = p.order_id and i.item_id = p.item_id
  left join listings l on l.id = p.listing_id
  left join products d on d.id = l.product_id
  left join units u on u.id = p.unit_id
  left join locations s on s.id = u.location_id
  left join users v on v.id = p.verified_by
  left join users w on w.id = p.shipped_by`;

/**
 * Lists the allocations of orders, line by line. Plan: each order's allocations by key, the other tables by key for each. Planning takes
 * longer than reading, so one plan serves all orders.
 */
export async function listOrderAllocations(db: Database, orderIds: readonly string[]): Promise<Map<string, ShownAllocation[]>> {
  const { rows } = await sql<Row>`/* prepared: list_order_allocations */ select ${columns} from order_allocations p ${joins}
    where p.order_id = any(${hidden(orderIds, 'text[]')}::text[]) order by p.order_id, p.item_id, p.nth`.execute(db);
  const allocations = new Map<string, ShownAllocation[]>();
  for (const row of rows) allocations.set(row.amazon_order_id, [...(allocations.get(row.amazon_order_id) ?? []), toAllocation(row)]);
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
function allocationStatus(row: Pick<Row, 'status' | 'stage' | 'state' | 'shipped_elsewhere'>): OrderRow['order_status'] {
  const status = statusText(row);
  if (status === 'Canceled' || row.state === 'RESERVED' || row.state === 'WAITING') return status;
  if (row.state === 'SHIPPED' || status === 'Shipped') return 'Shipped';
  return row.shipped_elsewhere > 0 ? 'Shipped' : 'Canceled';
}

function toAllocation({ condition, status, stage, shipped_elsewhere, ...row }: Row): ShownAllocation {
  const { id, state } = row;
  const orderStatus = allocationStatus({ status, stage, state, shipped_elsewhere });
  const isReserved = state === 'RESERVED';
  // New fields stand before the copied ones: Node.js 20 takes fifty times as long to append them to a copy.
  return {
    display_condition: condition === null ? null : conditionName(condition),
    stowage_local_inventory_location_id: isReserved ? id : null,
    order_status: orderStatus,
    sold: state === 'SHIPPED' || orderStatus === 'Shipped' ? 1 : 0,
    is_verified: row.verified_as !== null,
    ...withUtcTexts(row, DATES),
    gtin: row.gtin && displayGtin(row.gtin),
    location: isReserved ? row.location : null,
  };
}
