import { poName } from '@stowage/contract/purchasing/po-name';
import { sql } from 'kysely';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';

/** The most that an order may amount to, in dollars: what one invoice can bill. */
const ORDER_MAX_AMOUNT = '999999999999.99';

export function amountTooLarge(poNumber: string): string {
  return `${poName(poNumber)} would amount to more than $999,999,999,999.99: check its quantities and unit costs`;
}

/** @throws AppError `amount_too_large` when an order with a new line amounts to too much */
export async function refuseTooLarge(
  tx: Database,
  order: { readonly id: number; readonly poNumber: string },
  line: { readonly ordered: number; readonly unitCost: string | null },
): Promise<void> {
  const { rows } = await sql`
    select 1 from purchase_order_money where purchase_order_id = ${order.id}
      and ordered + line_amount(${line.ordered}, ${line.unitCost}::numeric) > ${ORDER_MAX_AMOUNT}::numeric`.execute(tx);
  if (rows.length > 0) throw new AppError('rule_violated', amountTooLarge(order.poNumber), { reason: 'amount_too_large' });
}

/** @throws AppError `amount_too_large` when a draft amounts to too much for an order */
export async function refuseTooLargeDraft(tx: Database, draft: { readonly id: number; readonly poNumber: string }): Promise<void> {
  const { rows } = await sql`
    select 1 from purchase_order_draft_lines where draft_id = ${draft.id} having sum(line_amount(ordered, unit_cost)) > ${ORDER_MAX_AMOUNT}::numeric`.execute(
    tx,
  );
  if (rows.length > 0) throw new AppError('rule_violated', amountTooLarge(draft.poNumber), { reason: 'amount_too_large' });
}

/**
 * The first order of a staged file that would amount to too much.
 * @param isUpdate whether the file changes existing orders
 */
export async function findTooLargeOfFile(tx: Database, uploadId: number, isUpdate: boolean): Promise<string | undefined> {
  // No usual file of new orders gets as far as the query, which would slow down the saving of 200,000 rows.
  if (!isUpdate && !(await mayBeTooLarge(tx, uploadId))) return undefined;
  const { rows } = await sql<{ poNumber: string }>`
    select min(r.po_number) as "poNumber"
    from purchase_order_upload_rows r
    left join purchase_orders p on upper(p.po_number) = upper(r.po_number)
    left join purchase_order_money m on m.purchase_order_id = p.id
    left join purchase_order_lines l on l.purchase_order_id = p.id and upper(l.supplier_sku) = upper(r.supplier_sku)
    where r.upload_id = ${uploadId} group by upper(r.po_number)
    having coalesce(max(m.ordered), 0) + sum(coalesce(line_amount(r.ordered, coalesce(r.unit_cost, l.unit_cost)), 0) - coalesce(line_amount(l.ordered, l.unit_cost), 0))
      > ${ORDER_MAX_AMOUNT}::numeric
    order by min(r.row_number) limit 1`.execute(tx);
  return rows[0]?.poNumber;
}

async function mayBeTooLarge(tx: Database, uploadId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from purchase_order_upload_rows where upload_id = ${uploadId} having sum(ordered) * max(unit_cost) > ${ORDER_MAX_AMOUNT}::numeric`.execute(tx);
  return rows.length > 0;
}
