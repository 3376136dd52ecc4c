import type { InvoiceDetail, InvoiceLine, InvoiceState } from '@stowage/contract/vendor-invoices';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { utcText } from '../../platform/utc-text.ts';
import { invoiceColumns } from './invoice-list.read-model.ts';

type Named = { readonly id: number; readonly number: string };

type Row = Omit<InvoiceDetail, 'created_at' | 'approved_at' | 'file' | 'lines' | 'credits' | 'resembles' | 'corrects' | 'corrected_by'> & {
  created_at: Date;
  approved_at: Date | null;
  corrects: Named | null;
  corrected_by: Named[] | null;
  resembles: Named[] | null;
  credits: InvoiceDetail['credits'] | null;
  file: InvoiceDetail['file'];
};

const named = sql`jsonb_agg(jsonb_build_object('id', o.id, 'number', o.number) order by o.id)`;

/** An invoice with its lines as they are matched now. */
export async function findInvoice(db: Database, id: number): Promise<InvoiceDetail | undefined> {
  const { rows } = await sql<Row>`
    select ${invoiceColumns}, r.version, r.notes, r.currency, u.name as created_by, r.created_at, a.name as approved_by, r.approved_at, r.approval_reason, r.void_reason,
      (select jsonb_build_object('id', o.id, 'number', o.number) from vendor_invoices o where o.id = r.corrects_id) as corrects,
      (select ${named} from vendor_invoices o where o.corrects_id = r.id and o.state <> 'VOID') as corrected_by,
      (select ${named} from vendor_invoices o where vendor_identity(o.vendor) = vendor_identity(r.vendor) and o.number_key = r.number_key and o.id <> r.id and o.state <> 'VOID'
        and r.state <> 'VOID') as resembles,
      (select jsonb_agg(jsonb_build_object('id', c.id, 'type', c.type, 'memo', c.memo, 'amount', c.amount::text) order by c.id)
        from vendor_credits c where c.applied_invoice_id = r.id) as credits,
      (select jsonb_build_object('name', f.original_name, 'bytes', f.bytes, 'pages', f.pages, 'sha256', encode(f.sha256, 'hex'))
        from vendor_invoice_files f where f.invoice_id = r.id) as file
    from vendor_invoices r left join vendor_invoice_matches m on m.invoice_id = r.id join users u on u.id = r.created_by left join users a on a.id = r.approved_by
    where r.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    ...row,
    created_at: utcText(row.created_at),
    approved_at: row.approved_at && utcText(row.approved_at),
    corrected_by: row.corrected_by ?? [],
    resembles: row.resembles ?? [],
    credits: row.credits ?? [],
    lines: await listLines(db, id),
  };
}

/** Plan: the invoice's orders are matched, which reads no other ones. */
async function listLines(db: Database, id: number): Promise<InvoiceLine[]> {
  const { rows } = await sql<InvoiceLine>`
    with orders as (select array_agg(distinct purchase_order_id) as ids from vendor_invoice_lines where invoice_id = ${id}),
    matched as (select m.* from orders, match_invoice_lines(orders.ids) m)
    select l.line_number, l.purchase_order_id, p.po_number, l.purchase_order_line_id, n.supplier_sku, n.product_name, l.quantity, l.unit_cost, l.amount,
      n.unit_cost as po_cost, n.ordered, n.received - n.damaged as usable, n.damaged,
      coalesce((select sum(a.quantity) from matched a where a.purchase_order_line_id = l.purchase_order_line_id), 0)::int as billed,
      coalesce(m.over_quantity, 0) as over_quantity, coalesce(m.has_price_difference, false) as has_price_difference,
      coalesce(m.unresolved, 0)::numeric(14, 2) as difference
    from vendor_invoice_lines l join purchase_orders p on p.id = l.purchase_order_id join purchase_order_lines n on n.id = l.purchase_order_line_id
    left join matched m on m.invoice_id = l.invoice_id and m.line_number = l.line_number
    where l.invoice_id = ${id} order by l.line_number`.execute(db);
  return rows;
}

export async function findInvoiceId(db: Database, vendor: string, number: string): Promise<number | undefined> {
  return (await listSimilar(db, vendor, number)).find(({ is_same }) => is_same)?.id;
}

export interface SimilarInvoice {
  readonly id: number;
  readonly number: string;
  readonly is_same: boolean;
  readonly total: string;
  readonly state: InvoiceState;
}

/** Of many numbers of vendors the first invoice that has it, or else the first that a person may take for it; in the order that was asked. */
export async function listTwins(
  db: Database,
  named: readonly { readonly vendor: string; readonly number: string }[],
): Promise<{ nth: number; id: number; number: string; is_same: boolean }[]> {
  const { rows } = await sql<{ nth: number; id: number; number: string; is_same: boolean }>`
    select distinct on (n.nth) n.nth::int - 1 as nth, i.id, i.number, i.number = n.number as is_same
    from unnest(${named.map(({ vendor }) => vendor)}::text[], ${named.map(({ number }) => number)}::text[]) with ordinality as n (vendor, number, nth)
    join vendor_invoices i on vendor_identity(i.vendor) = vendor_identity(n.vendor) and i.number_key = invoice_number_key(n.number) and i.state <> 'VOID'
    order by n.nth, i.number = n.number desc, i.id`.execute(db);
  return rows;
}

/** Invoices of a vendor that have this number, or one that a person may take for it. */
export async function listSimilar(db: Database, vendor: string, number: string): Promise<SimilarInvoice[]> {
  const { rows } = await sql<SimilarInvoice>`
    select id, number, number = ${number} as is_same, total, state from vendor_invoices
    where vendor_identity(vendor) = vendor_identity(${vendor}) and number_key = invoice_number_key(${number}) and state <> 'VOID' order by id`.execute(db);
  return rows;
}
