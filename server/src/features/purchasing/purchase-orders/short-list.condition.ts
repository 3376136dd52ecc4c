import { type RawBuilder, sql } from 'kysely';

/** Packing lists in receiving that lack units. Plan: the lists in receiving, then their lines by key. @param limit the number of lists that are examined */
export function shortLists(limit: number): RawBuilder<unknown> {
  return sql`(
    select l.id, l.purchase_order_id from (select id, purchase_order_id from packing_lists where state = 'RECEIVING' order by id limit ${limit}) l
    where exists (select from packing_list_lines n where n.packing_list_id = l.id and n.received < n.quantity)
  )`;
}
