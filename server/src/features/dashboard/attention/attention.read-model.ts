import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { inView } from '../../cases/index.ts';
import { needsLook } from '../../pricing/index.ts';
import { shortLists } from '../../purchasing/index.ts';

/** Counts stop here to stay fast; nobody handles more in a day. */
export const COUNT_LIMIT = 1_000;

/** Sums the unfiled claims with a deadline soon. Plan: the range of days in the index of claims at risk. */
export async function findDueClaims(db: Database, now: Date): Promise<{ count: number; amount: string | null; unknown: number; dueOn: string | null }> {
  const { rows } = await sql<{ count: number; amount: string | null; unknown: number; dueOn: string | null }>`
    select count(*)::int as count, sum(expected_amount)::numeric(16, 2)::text as amount,
      count(*) filter (where expected_amount is null)::int as unknown, to_char(min(due_on), 'YYYY-MM-DD') as "dueOn" from (
      select c.expected_amount, c.due_on from return_cases c where ${inView('due', now)} order by c.due_on, c.id limit ${COUNT_LIMIT}
    ) due`.execute(db);
  return rows[0] ?? { count: 0, amount: null, unknown: 0, dueOn: null };
}

export interface ShortLists {
  /** The number of purchase orders with short lists. */
  readonly orders: number;
  readonly lists: number;
  readonly units: number;
  /** The cost of the missing units; null if no cost is known. */
  readonly amount: string | null;
  /** The oldest short list. */
  readonly listId: number | null;
  readonly poNumber: string | null;
}

/** Sums the missing units of packing lists in receiving. Plan: the lists in receiving and their lines by key. */
export async function findShortLists(db: Database): Promise<ShortLists> {
  const { rows } = await sql<ShortLists>`
    with short as materialized (
      select l.id, l.purchase_order_id, sum(n.quantity - n.received) as units, sum((n.quantity - n.received) * o.unit_cost) as amount
      from ${shortLists(COUNT_LIMIT)} l join packing_list_lines n on n.packing_list_id = l.id and n.received < n.quantity
      join purchase_order_lines o on o.id = n.purchase_order_line_id
      group by 1, 2
    )
    select count(distinct purchase_order_id)::int as orders, count(*)::int as lists, coalesce(sum(units), 0)::int as units, sum(amount)::numeric(16, 2)::text as amount,
      (array_agg(id order by id))[1] as "listId",
      (select po_number from purchase_orders where id = (select purchase_order_id from short order by id limit 1)) as "poNumber"
    from short`.execute(db);
  return rows[0] ?? { orders: 0, lists: 0, units: 0, amount: null, listId: null, poNumber: null };
}

/** Counts failed and stuck feeds. Plan: the indexes of times and of unfinished feeds. */
export async function countBadFeeds(db: Database, now: Date): Promise<{ failed: number; stuck: number }> {
  const { rows } = await sql<{ failed: number; stuck: number }>`
    select count(*) filter (where f.status = 'failed')::int as failed, count(*) filter (where f.status <> 'failed')::int as stuck
    from listing_feeds f where ${needsLook(now)}`.execute(db);
  return rows[0] ?? { failed: 0, stuck: 0 };
}
