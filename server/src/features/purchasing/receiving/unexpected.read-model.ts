import type { UnexpectedItem } from '@stowage/contract/purchasing/unexpected-items';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';

/** The unresolved scans of a list that match none of its lines, by code, newest first. */
export async function listUnexpectedItems(db: Database, packingListId: number): Promise<UnexpectedItem[]> {
  const { rows } = await sql<Omit<UnexpectedItem, 'first_at' | 'last_at'> & { first_at: Date; last_at: Date }>`
    with unresolved as materialized (
      select upper(scanned_code) as key, min(scanned_code) as code, count(*)::int as quantity, min(created_at) as first_at, max(created_at) as last_at,
        min((spellings_of_code(scanned_code))[1]) as gtin
      from unexpected_scans where packing_list_id = ${packingListId} and outcome is null group by 1
    ), named as (
      select w.*, coalesce(g.product_id, l.product_id) as product_id, coalesce(l.asin, (select asin from listings where product_id = g.product_id and asin is not null limit 1)) as asin
      from unresolved w left join product_gtins g on g.gtin14 = w.gtin
      left join lateral (select product_id, asin from listings where upper(fnsku) = w.key or upper(seller_sku) = w.key or upper(asin) = w.key limit 1) l on true
    )
    select d.code, d.quantity, d.first_at, d.last_at, (select title from products where id = d.product_id) as item_name,
      (select image_url from catalog_items c where c.asin = upper(d.asin)) as image_url, n.id as stowage_supplier_po_id, n.supplier_sku
    from named d
    left join lateral (
      select n.id, n.supplier_sku from packing_lists p join purchase_order_lines n on n.purchase_order_id = p.purchase_order_id
      where p.id = ${packingListId} and (n.gtin = d.gtin or upper(n.supplier_sku) = d.key or n.gtin in (select gtin14 from product_gtins where product_id = d.product_id))
      order by n.line_number limit 1
    ) n on true
    order by d.last_at desc`.execute(db);
  return rows.map((row) => ({ ...row, first_at: utcText(row.first_at), last_at: utcText(row.last_at) }));
}
