import { sql } from 'kysely';
import type { Database } from '../src/platform/database/connect.ts';

/**
 * Everything that is false about orders: lines that their receipts don't add up to, totals that are not the sums of
 * their lines, running totals that are not the sums of the receipts so far, and receipts whose units the ledger doesn't have. Always nothing.
 */
export async function listPurchasingFaults(db: Database): Promise<object[]> {
  const { rows } = await sql<object>`
    select 'list line' as fault, x.packing_list_id, x.purchase_order_line_id, x.received::bigint as kept, coalesce(sum(r.quantity), 0) as summed
    from packing_list_lines x left join receipts r on r.packing_list_id = x.packing_list_id and r.purchase_order_line_id = x.purchase_order_line_id
    group by x.packing_list_id, x.purchase_order_line_id having x.received <> coalesce(sum(r.quantity), 0)
    union all
    select 'order line', null, n.id, n.received * 1000000::bigint + n.damaged, coalesce(sum(x.received), 0) * 1000000 + coalesce(sum(x.damaged), 0)
    from purchase_order_lines n left join packing_list_lines x on x.purchase_order_line_id = n.id
    group by n.id having n.received <> coalesce(sum(x.received), 0) or n.damaged <> coalesce(sum(x.damaged), 0)
    union all
    select 'balance', null, n.id, n.ordered + n.over, n.received + n.backordered + n.canceled + n.open
    from purchase_order_lines n where n.ordered + n.over <> n.received + n.backordered + n.canceled + n.open
    union all
    select 'order', p.id, null, p.received, sum(n.received) from purchase_orders p join purchase_order_lines n on n.purchase_order_id = p.id
    group by p.id having (p.lines, p.ordered, p.received, p.damaged, p.backordered, p.canceled, p.over, p.open)
      is distinct from (count(*)::int, sum(n.ordered), sum(n.received), sum(n.damaged), sum(n.backordered), sum(n.canceled), sum(n.over), sum(n.open))
    union all
    select 'running total', r.packing_list_id, r.id, r.running_total, r.summed
    from (select *, sum(quantity) over (partition by packing_list_id, purchase_order_line_id order by id) as summed from receipts) r where r.running_total <> r.summed
    union all
    -- Units that somebody took out by hand are still in the ledger as received.
    select 'receipt', r.packing_list_id, r.id, r.quantity, coalesce(sum(m.quantity_change), 0)
    from receipts r left join stock_movements m on m.receipt_id = r.id group by r.id having r.quantity <> coalesce(sum(m.quantity_change), 0)`.execute(db);
  return rows;
}
