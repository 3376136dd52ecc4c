import { ALLOCATIONS_LIMIT } from '@stowage/contract/orders/orders';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

/**
 * Returns the orders whose allocations differ from what the marketplace reports, or wait for stock. Most orders that an import
 * reads again need nothing. Plan: each order and its lines and allocations by key.
 */
export async function filterUnreconciled(db: Database, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select o.order_id from orders o
    cross join lateral (
      select count(*) filter (where p.state = 'WAITING') as waiting, count(*) filter (where p.state in ('WAITING', 'RESERVED')) as open,
        count(*) filter (where p.state = 'SHIPPED') as shipped
      from order_allocations p where p.order_id = o.order_id
    ) n
    where o.order_id = any(${orderIds}::text[]) and (
      n.waiting > 0
      or (n.open > 0 and o.stage not in ('PENDING', 'TO_SHIP'))
      or (n.open = 0 and n.shipped > 0 and o.local_state = 'OPEN')
      or (o.status = 'SHIPPED' and o.local_state in ('SHIPPED', 'CONFIRM_QUEUED', 'CONFIRM_FAILED', 'CANCELED'))
      or (o.stage in ('PENDING', 'TO_SHIP') and n.open <> (
        select coalesce(sum(greatest(0, least(i.quantity, ${ALLOCATIONS_LIMIT}) - greatest(least(i.shipped, i.quantity), h.away) - h.here)), 0)
        from order_items i cross join lateral (
          select count(*) filter (where p.state = 'SHIPPED') as here, count(*) filter (where p.state = 'CLOSED' and p.unit_id is not null) as away
          from order_allocations p where p.order_id = i.order_id and p.item_id = i.item_id
        ) h where i.order_id = o.order_id))
      or exists (select from order_items i where i.order_id = o.order_id and least(i.quantity, ${ALLOCATIONS_LIMIT})
        > (select count(*) from order_allocations p where p.order_id = i.order_id and p.item_id = i.item_id))
      or exists (select from order_allocations p where p.order_id = o.order_id and p.state in ('WAITING', 'RESERVED')
        and not exists (select from order_items i where i.order_id = p.order_id and i.item_id = p.item_id))
    ) order by o.ship_by nulls last, o.order_id`.execute(db);
  return rows.map(({ order_id }) => order_id);
}

/** Lists orders whose reserved unit changed, or that wait for stock which is now available, by their ship-by time. */
export async function listUnreconciled(db: Database, limit: number): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select s.order_id from (select distinct order_id from (
      (select p.order_id from order_allocations p join units u on u.id = p.unit_id
       where p.state = 'RESERVED' and (u.status <> 'SALE_PENDING' or u.listing_id is distinct from p.listing_id) limit ${limit})
      union all
      -- Units that were shipped outside and then put back.
      (select p.order_id from units u join order_allocations p on p.unit_id = u.id where u.status = 'SALE_PENDING' and p.state = 'CLOSED' limit ${limit})
      union all
      (select p.order_id from order_allocations p join listing_counts c on c.listing_id = p.listing_id
       join orders o on o.order_id = p.order_id
       where p.state = 'WAITING' and c.available > 0 order by o.ship_by, p.id limit ${limit})
      union all
      (select p.order_id from order_allocations p join order_items i on i.order_id = p.order_id and i.item_id = p.item_id
       join listings l on l.seller_sku = i.seller_sku where p.state = 'WAITING' and p.listing_id is null limit ${limit})
    ) found) s
    order by (select o.ship_by from orders o where o.order_id = s.order_id) nulls last, s.order_id`.execute(db);
  return rows.map(({ order_id }) => order_id);
}
