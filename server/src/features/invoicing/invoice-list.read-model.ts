import { MONEY_PAGE_SIZE } from '@stowage/contract/purchase-money';
import type { InvoiceAmounts, InvoiceRow } from '@stowage/contract/vendor-invoices';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { type MoneyList, partOf } from './money-list.read-model.ts';

export const INVOICES: MoneyList<keyof InvoiceAmounts> = {
  table: sql`vendor_invoices r`,
  id: sql`r.id`,
  order: sql`r.invoiced_on`,
  between: (from, to) => sql`r.invoiced_on between ${from} and ${to}`,
  status: sql`r.state`,
  sums: sql`vendor_invoice_sums`,
  statusOfSums: sql`state`,
  amounts: ['goods', 'freight', 'tax', 'total'],
  matches: (search) => sql`(upper(r.number || ' ' || r.vendor) like ${partOf(search)} or r.id = any(array(
    select l.invoice_id from vendor_invoice_lines l join purchase_orders p on p.id = l.purchase_order_id where upper(p.po_number) = upper(${search}))))`,
};

/** Those that somebody has to look at. Plan: their own index holds no others. */
export const isOpenException = sql<SqlBool>`exists (select from vendor_invoice_matches m where m.invoice_id = r.id and m.is_open)`;

export const invoiceColumns = sql`
  r.id, r.number, r.vendor, to_char(r.invoiced_on, 'YYYY-MM-DD') as invoiced_on, to_char(r.due_on, 'YYYY-MM-DD') as due_on,
  to_char(r.paid_on, 'YYYY-MM-DD') as paid_on, r.state, r.goods, r.freight, r.tax, r.total, m.should_be_paid, coalesce(m.issues, '{}') as issues,
  coalesce(m.difference, 0)::numeric(14, 2) as difference,
  (select coalesce(sum(c.amount), 0)::numeric(14, 2) from vendor_credits c where c.applied_invoice_id = r.id) as credited,
  exists (select from vendor_invoice_files f where f.invoice_id = r.id) as has_file,
  array(
    select p.po_number from purchase_orders p where p.id in (select l.purchase_order_id from vendor_invoice_lines l where l.invoice_id = r.id) order by p.id
  ) as po_numbers`;

export async function listInvoices(db: Database, ids: readonly number[]): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    select ${invoiceColumns} from vendor_invoices r left join vendor_invoice_matches m on m.invoice_id = r.id
    where r.id = any(${[...ids]}::bigint[]) order by r.invoiced_on desc, r.id desc`.execute(db);
  return rows;
}

export const EXPORT_ROWS = MONEY_PAGE_SIZE * 20;
