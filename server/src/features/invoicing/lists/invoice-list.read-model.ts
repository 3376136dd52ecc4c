import { type INVOICE_SORTS, INVOICE_STATES, type InvoiceAmounts, type InvoiceRow, UNCOUNTED_INVOICES } from '@stowage/contract/invoicing/vendor-invoices';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { hidden } from '../../../platform/database/hidden-value.ts';
import { beginsWith, holdsText, type MoneyList, type SortKey } from './money-list.read-model.ts';

type InvoiceSort = (typeof INVOICE_SORTS)[number];

/** Plan for an order's number: its invoices by their lines. */
const billing = (poNumber: string) => sql`
  select l.invoice_id from vendor_invoice_lines l join purchase_orders p on p.id = l.purchase_order_id where upper(p.po_number) = upper(${poNumber})`;

/** Invoices and exceptions have the same columns and keys of their sums. */
function invoiceList(table: string, { id, sums, difference }: { id: string; sums: string; difference: SortKey }): MoneyList<keyof InvoiceAmounts, InvoiceSort> {
  return {
    table: sql`${sql.table(table)} r`,
    id: sql.ref(`r.${id}`),
    day: sql`r.invoiced_on`,
    between: (from, to) => sql`r.invoiced_on between ${from} and ${to}`,
    status: sql`r.state`,
    states: INVOICE_STATES,
    sums: sql.table(sums),
    statusOfSums: sql`state`,
    amounts: ['goods', 'freight', 'tax', 'discount', 'total'],
    uncounted: UNCOUNTED_INVOICES,
    sorts: {
      ...{ invoiced_on: 'day', state: 'state', number: sql`upper(r.number)`, vendor: sql`r.vendor_key`, difference },
      ...{ due_on: sql`coalesce(r.due_on, '-infinity'::date)`, paid_on: sql`coalesce(r.paid_on, '-infinity'::date)` },
      ...{ goods: sql`r.goods`, freight: sql`r.freight`, tax: sql`r.tax`, total: sql`r.total` },
    },
    numbered: (search) => sql`select i.id from vendor_invoices i where ${beginsWith(sql`upper(i.number)`, search)} union all ${billing(search)}`,
    found: (search) => sql`select i.id from vendor_invoices i where ${holdsText(sql`upper(i.number || ' ' || i.vendor)`, search)} union all ${billing(search)}`,
    holds: (search) => sql`(${holdsText(sql`upper(r.number || ' ' || r.vendor)`, search)} or ${sql.ref(`r.${id}`)} = any(array(${billing(search)})))`,
  };
}

export const INVOICES = invoiceList('vendor_invoices', { id: 'id', sums: 'vendor_invoice_sums', difference: 'day' });

/** Invoices that need a decision. */
export const EXCEPTIONS = invoiceList('vendor_invoice_exceptions', {
  ...{ id: 'invoice_id', sums: 'vendor_invoice_exception_sums', difference: sql`r.difference` },
});

export const invoiceColumns = sql`
  r.id, r.number, r.vendor, to_char(r.invoiced_on, 'YYYY-MM-DD') as invoiced_on, to_char(r.due_on, 'YYYY-MM-DD') as due_on,
  to_char(r.paid_on, 'YYYY-MM-DD') as paid_on, r.state, r.goods, r.freight, r.tax, r.discount, r.total, m.should_be_paid, coalesce(m.issues, '{}') as issues,
  coalesce(m.difference, 0)::numeric(14, 2) as difference,
  credits.amount as credited, r.amount_paid, case when r.state = 'VOID' then 0 else still_to_pay(r) end::numeric(14, 2) as to_pay, credits.refund_due,
  exists (select from vendor_invoice_files f where f.invoice_id = r.id) as has_file,
  array(
    select p.po_number from purchase_orders p where p.id in (select l.purchase_order_id from vendor_invoice_lines l where l.invoice_id = r.id) order by p.id
  ) as po_numbers`;

/** The tables of the rows. */
export const invoiceTables = sql`
  vendor_invoices r left join vendor_invoice_matches m on m.invoice_id = r.id
  cross join lateral (
    select coalesce(sum(c.amount), 0)::numeric(14, 2) as amount, coalesce(sum(c.refund_due), 0)::numeric(14, 2) as refund_due
    from vendor_credits c where c.applied_invoice_id = r.id
  ) credits`;

/** The rows of a page, in the order of its ids. Plan: by key; one plan serves every page, because planning takes longer than reading. */
export async function listInvoices(db: Database, ids: readonly number[]): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`/* prepared: list_invoices */
    select ${invoiceColumns} from ${invoiceTables} join unnest(${hidden(ids, 'bigint[]')}) with ordinality as page (id, position) on page.id = r.id
    order by page.position`.execute(db);
  return rows;
}
