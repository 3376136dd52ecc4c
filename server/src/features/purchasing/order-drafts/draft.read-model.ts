import type { OutputOf } from '@stowage/contract/endpoint';
import { DRAFTS_MAX, type DraftSummary, type getOrderSending } from '@stowage/contract/purchasing/order-drafts';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import { canRetryMail } from '../../mail/index.ts';
import type { StoredLine } from './draft.repository.ts';

type Row = Omit<DraftSummary, 'created_at' | 'updated_at'> & {
  created_at: Date;
  updated_at: Date;
  notes: string | null;
  version: number;
  sent_as: string | null;
};

const drafts = sql`
  select d.id, d.po_number, d.vendor, d.origin, d.expected_on::text as expected_date, d.notes, d.version, o.po_number as sent_as,
    sums.lines, sums.units, sums.amount, c.name as created_by, d.created_at, u.name as updated_by, d.updated_at
  from purchase_order_drafts d join users c on c.id = d.created_by join users u on u.id = d.updated_by left join purchase_orders o on o.id = d.purchase_order_id
  cross join lateral (
    select count(*)::int as lines, coalesce(sum(ordered), 0)::int as units, coalesce(sum(line_amount(ordered, unit_cost)), 0)::numeric(14, 2)::text as amount
    from purchase_order_draft_lines where draft_id = d.id
  ) sums`;

/** The drafts that were not sent, newest first. */
export async function listDrafts(db: Database): Promise<DraftSummary[]> {
  const { rows } = await sql<Row>`${drafts} where d.purchase_order_id is null order by d.id desc limit ${DRAFTS_MAX}`.execute(db);
  return rows.map(toSummary);
}

export async function findDraft(db: Database, id: number) {
  const { rows } = await sql<Row>`${drafts} where d.id = ${id}`.execute(db);
  const [row] = rows;
  return row && { ...toSummary(row), notes: row.notes, version: row.version, sent_as: row.sent_as };
}

export async function listLines(db: Database, draftId: number): Promise<StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    select product_id as "productId", gtin, supplier_sku as "supplierSku", product_name as "productName", ordered, trim_scale(unit_cost)::text as "unitCost"
    from purchase_order_draft_lines where draft_id = ${draftId} order by line_number`.execute(db);
  return rows;
}

/** What the document of an order shows, from its draft or from the order itself. */
export interface PrintedOrder {
  readonly orderId: number | null;
  readonly poNumber: string;
  readonly vendor: string;
  readonly expectedOn: string | null;
  readonly notes: string | null;
  readonly paymentTerms: string | null;
  readonly buyer: { readonly name: string; readonly email: string };
  readonly sentOn: string | null;
  readonly lines: readonly Omit<StoredLine, 'productId'>[];
}

export async function findPrinted(db: Database, draftId: number): Promise<PrintedOrder | undefined> {
  const { rows } = await sql<Omit<PrintedOrder, 'buyer' | 'lines'> & { name: string; email: string }>`
    select d.purchase_order_id as "orderId", d.po_number as "poNumber", d.vendor, d.expected_on::text as "expectedOn", d.notes, t.payment_terms as "paymentTerms",
      u.name, u.email, (d.sent_at at time zone 'UTC')::date::text as "sentOn"
    from purchase_order_drafts d join users u on u.id = coalesce(d.sent_by, d.updated_by)
    left join vendor_terms t on t.vendor_key = vendor_identity(d.vendor) where d.id = ${draftId}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { name, email, ...order } = row;
  return { ...order, buyer: { name, email }, lines: order.orderId === null ? await listLines(db, draftId) : await linesOfOrder(db, order.orderId) };
}

/** The lines of a sent order as they were ordered, without those that a person added while receiving. */
async function linesOfOrder(db: Database, orderId: number) {
  const { rows } = await sql<Omit<StoredLine, 'productId'>>`
    select gtin, supplier_sku as "supplierSku", product_name as "productName", ordered, trim_scale(unit_cost)::text as "unitCost"
    from purchase_order_lines where purchase_order_id = ${orderId} and added_reason is null order by line_number, id`.execute(db);
  return rows;
}

/** The lines of an order that are products of the catalog, to order them again. */
export async function listReorderable(db: Database, orderId: number): Promise<{ lines: StoredLine[]; leftOut: number }> {
  const { rows } = await sql<Omit<StoredLine, 'productId'> & { productId: number | null }>`
    select g.product_id as "productId", n.gtin, n.supplier_sku as "supplierSku", n.product_name as "productName", n.ordered, trim_scale(n.unit_cost)::text as "unitCost"
    from purchase_order_lines n left join product_gtins g on g.gtin14 = n.gtin
    where n.purchase_order_id = ${orderId} and n.ordered > 0 order by n.line_number, n.id`.execute(db);
  const lines = rows.flatMap(({ productId, ...line }) => (productId === null ? [] : [{ ...line, productId }]));
  return { lines, leftOut: rows.length - lines.length };
}

type SendingRow = Omit<NonNullable<OutputOf<typeof getOrderSending>['sending']>, 'sent_at'> & { sent_at: Date };

export async function findSending(db: Database, orderId: number): Promise<OutputOf<typeof getOrderSending>['sending']> {
  const { rows } = await sql<SendingRow>`
    select d.id as draft_id, u.name as sent_by, d.sent_at, d.recipient, m.state, m.last_error, d.notes,
      coalesce(${canRetryMail}, false) as can_retry
    from purchase_order_drafts d join users u on u.id = d.sent_by left join mails m on m.id = d.mail_id
    where d.purchase_order_id = ${orderId}`.execute(db);
  const [row] = rows;
  return row === undefined ? null : { ...row, sent_at: utcText(row.sent_at) };
}

function toSummary({ created_at, updated_at, ...row }: Row): DraftSummary {
  const { notes: _notes, version: _version, sent_as: _sentAs, ...summary } = row;
  return { ...summary, created_at: utcText(created_at), updated_at: utcText(updated_at) };
}

/** An order by its number, in any letter case. */
export async function findOrderToCopy(db: Database, poNumber: string): Promise<{ id: number; vendor: string | null } | undefined> {
  const { rows } = await sql<{ id: number; vendor: string | null }>`select id, vendor from purchase_orders where upper(po_number) = upper(${poNumber})`.execute(
    db,
  );
  return rows[0];
}
