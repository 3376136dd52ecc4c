import type { InvoiceDetail, InvoiceLine, InvoiceState } from '@stowage/contract/invoicing/vendor-invoices';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { rowArrays } from '../../../platform/database/hidden-value.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import { invoiceColumns, invoiceTables } from '../lists/invoice-list.read-model.ts';

type Named = { readonly id: number; readonly number: string };

type Row = Omit<InvoiceDetail, 'created_at' | 'approved_at' | 'files' | 'lines' | 'payments' | 'credits' | 'resembles' | 'corrects' | 'corrected_by'> & {
  created_at: Date;
  approved_at: Date | null;
  corrects: Named | null;
  corrected_by: Named[] | null;
  resembles: Named[] | null;
  payments: InvoiceDetail['payments'] | null;
  credits: InvoiceDetail['credits'] | null;
  files: InvoiceDetail['files'] | null;
};

const named = sql`jsonb_agg(jsonb_build_object('id', o.id, 'number', o.number) order by o.id)`;

/** An invoice with its lines and their present match. */
export async function findInvoice(db: Database, id: number): Promise<InvoiceDetail | undefined> {
  const { rows } = await sql<Row>`
    select ${invoiceColumns}, r.version, r.notes, r.currency, u.name as created_by, r.created_at, a.name as approved_by, r.approved_at, r.approval_reason, r.void_reason,
      (select jsonb_build_object('id', o.id, 'number', o.number) from vendor_invoices o where o.id = r.corrects_id) as corrects,
      (select ${named} from vendor_invoices o where o.corrects_id = r.id and o.state <> 'VOID') as corrected_by,
      (select ${named} from resembling_invoices(r.vendor, r.number_key) o where o.id <> r.id and r.state <> 'VOID') as resembles,
      (select jsonb_agg(jsonb_build_object('id', y.id, 'amount', y.amount::text, 'paid_on', to_char(y.paid_on, 'YYYY-MM-DD'), 'paid_by', p.name) order by y.id)
        from vendor_invoice_payments y join users p on p.id = y.paid_by where y.invoice_id = r.id) as payments,
      (select jsonb_agg(jsonb_build_object('id', c.id, 'type', c.type, 'memo', c.memo, 'amount', c.amount::text) order by c.id)
        from vendor_credits c where c.applied_invoice_id = r.id) as credits,
      (select jsonb_agg(jsonb_build_object('name', f.original_name, 'bytes', f.bytes, 'pages', f.pages, 'sha256', encode(f.sha256, 'hex'), 'is_held', f.is_held) order by f.id)
        from vendor_invoice_files f where f.invoice_id = r.id) as files
    from ${invoiceTables} join users u on u.id = r.created_by left join users a on a.id = r.approved_by
    where r.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    ...row,
    created_at: utcText(row.created_at),
    approved_at: row.approved_at && utcText(row.approved_at),
    corrected_by: row.corrected_by ?? [],
    resembles: row.resembles ?? [],
    payments: row.payments ?? [],
    credits: row.credits ?? [],
    files: row.files ?? [],
    lines: await listLines(db, id),
  };
}

/**
 * Plan: matches the invoice's orders only. Lines and matches are rows of one result, because a join of rows without statistics
 * compares each with each.
 */
async function listLines(db: Database, id: number): Promise<InvoiceLine[]> {
  const { rows } = await sql<InvoiceLine>`
    with orders as (select array_agg(distinct purchase_order_id) as ids from vendor_invoice_lines where invoice_id = ${id}),
    parts as (
      select l.invoice_id, l.line_number, l.purchase_order_line_id, l.quantity, l.unit_cost, l.amount, true as is_own,
        null::int as billed, null::int as over_quantity, null::boolean as has_price_difference, null::numeric as unresolved
      from vendor_invoice_lines l where l.invoice_id = ${id}
      union all
      select m.invoice_id, m.line_number, m.purchase_order_line_id, null, null, null, false, m.quantity, m.over_quantity, m.has_price_difference, m.unresolved
      from orders, match_invoice_lines(orders.ids) m
    ), lines as (
      select line_number, purchase_order_line_id, quantity, unit_cost, amount, is_own,
        coalesce(sum(billed) over (partition by purchase_order_line_id), 0)::int as billed,
        coalesce(max(over_quantity) over own, 0) as over_quantity, coalesce(bool_or(has_price_difference) over own, false) as has_price_difference,
        coalesce(max(unresolved) over own, 0)::numeric(14, 2) as difference
      from parts window own as (partition by invoice_id, line_number)
    )
    select l.line_number, n.purchase_order_id, p.po_number, l.purchase_order_line_id, n.supplier_sku, n.product_name, l.quantity, l.unit_cost, l.amount,
      n.unit_cost as po_cost, n.ordered, n.received - n.damaged as usable, n.damaged, l.billed, l.over_quantity, l.has_price_difference, l.difference
    from lines l join purchase_order_lines n on n.id = l.purchase_order_line_id join purchase_orders p on p.id = n.purchase_order_id
    where l.is_own order by l.line_number`.execute(db);
  return rows;
}

export async function findInvoiceId(db: Database, vendor: string, number: string): Promise<number | undefined> {
  return (await listSimilar(db, vendor, number)).find(({ is_same }) => is_same)?.id;
}

interface SimilarInvoice {
  readonly id: number;
  readonly number: string;
  readonly is_same: boolean;
  readonly total: string;
  readonly state: InvoiceState;
}

/** For many numbers of vendors, in the given order: the first invoice with the number, else the first with a resembling one. */
export async function listTwins(
  db: Database,
  named: readonly { readonly vendor: string; readonly number: string }[],
): Promise<{ nth: number; id: number; number: string; is_same: boolean }[]> {
  const { rows } = await sql<{ nth: number; id: number; number: string; is_same: boolean }>`
    select distinct on (n.nth) n.nth::int - 1 as nth, i.id, i.number, i.number = n.number as is_same
    from unnest(${rowArrays(named, { vendor: 'text[]', number: 'text[]' })}) with ordinality as n (vendor, number, nth)
    cross join resembling_invoices(n.vendor, invoice_number_key(n.number)) i
    order by n.nth, i.number = n.number desc, i.id`.execute(db);
  return rows;
}

/** A vendor's invoices with this or a resembling number. */
export async function listSimilar(db: Database, vendor: string, number: string): Promise<SimilarInvoice[]> {
  const { rows } = await sql<SimilarInvoice>`
    select id, number, number = ${number} as is_same, total, state from resembling_invoices(${vendor}, invoice_number_key(${number})) order by id`.execute(db);
  return rows;
}

/** The normalized numbers, in the given order: resembling numbers are equal. */
export async function listNumberKeys(db: Database, named: readonly { readonly vendor: string; readonly number: string }[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select vendor_identity(n.vendor) || chr(10) || invoice_number_key(n.number) as key
    from unnest(${rowArrays(named, { vendor: 'text[]', number: 'text[]' })}) with ordinality as n (vendor, number, nth) order by n.nth`.execute(db);
  return rows.map(({ key }) => key);
}
