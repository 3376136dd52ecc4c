import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { isListOpen } from './open-list.condition.ts';

/** The units of a locked order that are still to come and on no open packing list, by line. */
export async function listUnlisted(tx: Database, orderId: number): Promise<{ id: number; quantity: number }[]> {
  const { rows } = await sql<{ id: number; quantity: number }>`
    select id, quantity from (
      select n.id, n.line_number, (n.ordered - n.received - n.canceled - coalesce(listed.open, 0))::int as quantity
      from purchase_order_lines n left join lateral (
        select sum(greatest(x.quantity - x.received, 0)) as open from packing_list_lines x join packing_lists l on l.id = x.packing_list_id
        where x.purchase_order_line_id = n.id and ${isListOpen('l')}
      ) listed on true where n.purchase_order_id = ${orderId}
    ) line where quantity > 0 order by line_number, id`.execute(tx);
  return rows;
}

/** The newest open packing list of an order that lacks units. */
export async function findUnfinishedList(tx: Database, orderId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select l.id from packing_lists l where l.purchase_order_id = ${orderId} and ${isListOpen('l')}
      and exists (select from packing_list_lines x where x.packing_list_id = l.id and x.quantity > x.received)
    order by l.id desc limit 1`.execute(tx);
  return rows[0]?.id;
}
