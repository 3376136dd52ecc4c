import { type RawBuilder, sql } from 'kysely';

/** When an order was delivered; until that is known, the latest known date before it. @param table the alias of `orders` */
export function deliveryOf(table: 'o'): RawBuilder<Date> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql<Date>`coalesce(${column('delivered_at')}, ${column('deliver_by')}, ${column('ship_by')}, ${column('ordered_at')})`;
}
