import { ORDER_LINKS_LIMIT, type OrderCase, type OrderReturn } from '@stowage/contract/orders/order-detail';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';

/** Lists the returned units of an order, newest first. Plan: the order's range of the key. */
export async function listOrderReturns(db: Database, orderId: string): Promise<OrderReturn[]> {
  const { rows } = await sql<Omit<OrderReturn, 'returned_at'> & { returned_at: Date }>`
    select r.lpn, r.seller_sku as sku, r.quantity, r.disposition, r.reason, r.status, r.customer_comments, r.returned_at
    from customer_returns r where r.order_id = ${orderId} order by r.returned_at desc, r.lpn limit ${ORDER_LINKS_LIMIT}`.execute(db);
  return rows.map((row) => ({ ...row, returned_at: utcText(row.returned_at) }));
}

/** Lists the cases about units of an order: cases with its number, and cases with the LPN of a returned unit. Plan: two look-ups. */
export async function listOrderCases(db: Database, orderId: string): Promise<OrderCase[]> {
  const { rows } = await sql<Omit<OrderCase, 'created_at'> & { created_at: Date }>`
    select c.id, c.status, c.quantity, c.seller_sku as sku, nullif(c.lpn, '') as lpn, c.created_at from return_cases c
    where c.id in (
      select id from return_cases where upper(order_id) = upper(${orderId})
      union
      select n.id from customer_returns r join return_cases n on upper(n.lpn) = upper(r.lpn) and n.lpn <> '' where r.order_id = ${orderId} and r.lpn <> ''
    ) order by c.id desc limit ${ORDER_LINKS_LIMIT}`.execute(db);
  return rows.map((row) => ({ ...row, created_at: utcText(row.created_at) }));
}
