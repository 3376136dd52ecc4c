import { MATCHES, type PO_MONEY_SORTS, type PoAmounts, type PoMoneyRow } from '@stowage/contract/invoicing/purchase-money';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { beginsWith, holdsText, type MoneyList } from './money-list.read-model.ts';

type PoMoneySort = (typeof PO_MONEY_SORTS)[number];

const name = sql`upper(p.po_number || ' ' || coalesce(p.vendor, ''))`;

export const ORDERS: MoneyList<keyof PoAmounts, PoMoneySort> = {
  table: sql`purchase_order_money r`,
  id: sql`r.purchase_order_id`,
  day: sql`r.ordered_on`,
  between: (from, to) => sql`r.ordered_on between ${from} and ${to}`,
  status: sql`r.match`,
  states: MATCHES,
  sums: sql`purchase_order_sums`,
  statusOfSums: sql`match`,
  amounts: ['ordered', 'received', 'invoiced', 'credit_expected', 'credit_applied', 'balance'],
  uncounted: [],
  sorts: {
    ...{ ordered_on: 'day', age_days: 'age', match: 'state', po_number: sql`r.number_key`, vendor: sql`r.vendor_key` },
    ...{ ordered: sql`r.ordered`, received: sql`r.received`, invoiced: sql`r.invoiced`, balance: sql`r.balance` },
    ...{ credit_expected: sql`r.credit_expected`, credit_applied: sql`r.credit_applied` },
  },
  numbered: (search) => sql`select p.id from purchase_orders p where ${beginsWith(sql`upper(p.po_number)`, search)}`,
  found: (search) => sql`select p.id from purchase_orders p where ${holdsText(name, search)}`,
  holds: (search) => holdsText(sql`(r.number_key || ' ' || r.vendor_key)`, search),
};

/** The rows of a page, in the order of its ids. */
export async function listOrders(db: Database, ids: readonly number[], today: string): Promise<PoMoneyRow[]> {
  const { rows } = await sql<PoMoneyRow>`
    select r.purchase_order_id as id, p.po_number, p.vendor, to_char(r.ordered_on, 'YYYY-MM-DD') as ordered_on, r.ordered, r.received, r.invoiced,
      r.credit_expected, r.credit_applied, r.balance, r.match, refund.due as refund_due,
      greatest(${today}::date - r.ordered_on, 0) as age_days
    from purchase_order_money r join purchase_orders p on p.id = r.purchase_order_id
    cross join lateral (
      select coalesce(sum(c.refund_due), 0)::numeric(14, 2) as due from vendor_credits c where c.purchase_order_id = r.purchase_order_id
    ) refund
    where r.purchase_order_id = any(${[...ids]}::bigint[]) order by array_position(${[...ids]}::bigint[], r.purchase_order_id)`.execute(db);
  return rows;
}

/** Plan: one name per vendor, by a loose scan of the index of their orders. */
export async function listVendors(db: Database): Promise<string[]> {
  const { rows } = await sql<{ vendor: string }>`
    with recursive names as (
      (select upper(vendor) as key, vendor from purchase_orders where vendor is not null order by upper(vendor), id limit 1)
      union all
      select next.key, next.vendor from names n, lateral (
        select upper(vendor) as key, vendor from purchase_orders where upper(vendor) > n.key order by upper(vendor), id limit 1
      ) next
    )
    select vendor from names order by key`.execute(db);
  return rows.map(({ vendor }) => vendor);
}
