import { PO_DIFF_ROWS, type PoDiffRow } from '@stowage/contract/purchasing/purchase-order-upload';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { dollars } from '../../../platform/formats/dollars.ts';
import { isListOpen } from '../packing-lists/open-list.condition.ts';
import { differs } from './uploaded-orders.repository.ts';

/** Lines of a staged file that differ from existing orders. @param after the last row number of the previous page */
export async function listUploadDiff(db: Database, uploadId: number, after: number): Promise<PoDiffRow[]> {
  type Row = Omit<PoDiffRow, 'old_cost' | 'new_cost' | 'also'> &
    Record<'old_cost' | 'new_cost' | 'old_name' | 'old_gtin' | 'gtin' | 'old_day' | 'day', string | null>;
  const { rows } = await sql<Row>`
    select r.row_number as row, p.po_number, r.supplier_sku, r.product_name, l.ordered as old_ordered, r.ordered as new_ordered,
      l.unit_cost as old_cost, coalesce(r.unit_cost, l.unit_cost) as new_cost, l.product_name as old_name, l.gtin as old_gtin, r.gtin,
      l.expected_on::text as old_day, coalesce(r.expected_on, l.expected_on)::text as day,
      case when listed.quantity > r.ordered and r.ordered < l.ordered then listed.quantity end as held_by_lists
    from purchase_order_upload_rows r join purchase_orders p on upper(p.po_number) = upper(r.po_number)
    left join purchase_order_lines l on l.purchase_order_id = p.id and upper(l.supplier_sku) = upper(r.supplier_sku)
    cross join lateral (
      select sum(x.quantity)::int as quantity from packing_list_lines x join packing_lists k on k.id = x.packing_list_id
      where x.purchase_order_line_id = l.id and ${isListOpen('k')}
    ) listed
    where r.upload_id = ${uploadId} and r.row_number > ${after} and r.errors is null and (l.id is null or ${differs})
    order by r.row_number limit ${PO_DIFF_ROWS}`.execute(db);
  return rows.map(({ old_name, old_gtin, gtin, old_day, day, old_cost, new_cost, ...row }) => ({
    ...row,
    old_cost: dollars(old_cost),
    new_cost: dollars(new_cost),
    also:
      row.old_ordered === null
        ? []
        : [
            old_name === row.product_name ? [] : `Name was “${old_name}”`,
            old_gtin === gtin ? [] : `GTIN was ${old_gtin}, is ${gtin}`,
            old_day === day ? [] : `Expected was ${old_day ?? 'not set'}, is ${day}`,
          ].flat(),
  }));
}
