import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { unitsOnLists } from '../purchase-orders/po-line.read-model.ts';
import type { ImportLine } from './list-import.rules.ts';

/** Every line of a packing list's order. Plan: the order's lines and each line's packing lists, by their indexes. */
export async function listImportLines(db: Database, packingListId: number): Promise<ImportLine[]> {
  const { rows } = await sql<ImportLine>`
    select n.id, n.supplier_sku as "supplierSku", n.gtin, n.product_name as "productName", n.ordered, x.quantity, coalesce(x.received, 0) as received,
      coalesce((${unitsOnLists(sql`o.packing_list_id <> ${packingListId}`)}), 0)::int as "onOtherLists"
    from purchase_order_lines n left join packing_list_lines x on x.purchase_order_line_id = n.id and x.packing_list_id = ${packingListId}
    where n.purchase_order_id = (select purchase_order_id from packing_lists where id = ${packingListId})`.execute(db);
  return rows;
}
