import type { PoMoneyLine } from '@stowage/contract/invoicing/purchase-money';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { actionFor, unclaimedOf } from './next-step.rules.ts';

export interface OrderName {
  readonly id: number;
  readonly po_number: string;
  readonly vendor: string | null;
}

export async function findOrder(db: Database, by: { readonly id: number } | { readonly number: string }): Promise<OrderName | undefined> {
  const wanted = 'id' in by ? sql`id = ${by.id}` : sql`upper(po_number) = upper(${by.number})`;
  const { rows } = await sql<OrderName>`select id, po_number, vendor from purchase_orders where ${wanted}`.execute(db);
  return rows[0];
}

interface MatchedLine {
  readonly id: number;
  readonly supplier_sku: string;
  readonly product_name: string;
  readonly gtin: string;
  readonly ordered: number;
  readonly unit_cost: string | null;
  readonly usable: number;
  readonly damaged: number;
  readonly to_come: number;
  readonly billed: number;
  readonly billed_amount: string;
  readonly billed_costs: string[];
  readonly over_quantity: number;
  readonly over_amount: string;
  readonly overcharge: string;
  readonly unresolved: string;
  readonly has_price_difference: boolean;
  readonly claimed_short: number;
  readonly claimed_damaged: number;
  readonly claimed_over: string;
  readonly claimed_overcharge: string;
  /** The part of its differences that no credit covers. */
  readonly unclaimed: string;
  readonly claimed_excess: string;
  readonly refund_due: string;
}

/** The lines of an order with their match. */
export async function listMatchedLines(db: Database, orderId: number): Promise<MatchedLine[]> {
  const { rows } = await sql<Omit<MatchedLine, 'unclaimed'>>`
    select n.id, n.supplier_sku, n.product_name, n.gtin, n.ordered, n.unit_cost, m.usable, n.damaged, n.open + n.backordered as to_come,
      m.billed, m.billed_amount::numeric(16, 2) as billed_amount, m.over_quantity, m.over_amount::numeric(16, 2) as over_amount,
      m.overcharge::numeric(16, 2) as overcharge, m.unresolved::numeric(16, 2) as unresolved, m.has_price_difference, m.claimed_short,
      m.claimed_damaged, m.claimed_excess::numeric(16, 2) as claimed_excess,
      m.claimed_over::numeric(16, 2) as claimed_over, m.claimed_overcharge::numeric(16, 2) as claimed_overcharge,
      (
        select coalesce(sum(c.refund_due), 0)::numeric(14, 2) from vendor_credits c
        where c.purchase_order_line_id = n.id and c.type in ('SHORT', 'DAMAGE', 'OVERCHARGE')
      ) as refund_due,
      coalesce((
        select array_agg(distinct l.unit_cost::text) from vendor_invoice_lines l join vendor_invoices i on i.id = l.invoice_id
        where l.purchase_order_line_id = n.id and i.state not in ('DRAFT', 'VOID')
      ), '{}') as billed_costs
    from match_order_lines(array[${orderId}::bigint]) m join purchase_order_lines n on n.id = m.purchase_order_line_id order by n.line_number`.execute(db);
  return rows.map((line) => ({ ...line, unclaimed: unclaimedOf(line) }));
}

export function toPoLine(line: MatchedLine): PoMoneyLine {
  const { id, supplier_sku, product_name, gtin, ordered, unit_cost, usable, damaged, to_come, billed, billed_amount, billed_costs, unclaimed } = line;
  return {
    ...{ id, supplier_sku, product_name, gtin, ordered, unit_cost, usable, damaged, to_come, billed, billed_amount, billed_costs, unclaimed },
    quantity_difference: billed - usable,
    difference: line.unresolved,
    overclaimed: line.claimed_excess,
    action: actionFor(line),
  };
}
