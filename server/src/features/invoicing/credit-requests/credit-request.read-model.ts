import type { LeftOutReason } from '@stowage/contract/invoicing/credit-requests';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { UNANSWERED } from '../credits/credit-states.condition.ts';

export interface RequestedCredit {
  readonly id: number;
  readonly type: string;
  readonly state: string;
  readonly supplier_sku: string | null;
  readonly product_name: string | null;
  readonly quantity: number | null;
  /** The units of its line that invoices bill above the ordered price. */
  readonly overcharged: number;
  /** The ordered price of its line. */
  readonly unit_cost: string | null;
  readonly amount: string | null;
  readonly note: string | null;
  readonly created_on: string;
  /**
   * Why it is not requested now; null when it is. `NOT_BILLED`: no invoice has billed the missing or damaged units. `BEYOND`: the
   * credits of its line exceed the wrongly billed amount, so a person must check them first.
   */
  readonly leftOut: LeftOutReason | null;
}

/** The credits of an order that are not requested yet or not answered. */
export async function listRequestable(db: Database, orderId: number): Promise<RequestedCredit[]> {
  const { rows } = await sql<RequestedCredit>`
    select c.id, c.type, c.state, n.supplier_sku, n.product_name, c.quantity, c.amount, c.note, n.unit_cost,
      (select coalesce(sum(l.quantity), 0)::int from vendor_invoice_lines l join vendor_invoices v on v.id = l.invoice_id
        where l.purchase_order_line_id = n.id and l.unit_cost > n.unit_cost and v.state not in ('DRAFT', 'VOID')) as overcharged,
      to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD') as created_on,
      case
        when c.type in ('SHORT', 'DAMAGE') and m.over_quantity = 0 and (m.billed = 0 or m.billed < m.usable) then 'NOT_BILLED'
        when c.type in ('SHORT', 'DAMAGE', 'OVERCHARGE') and m.claimed_excess > 0 then 'BEYOND'
      end as "leftOut"
    from vendor_credits c left join purchase_order_lines n on n.id = c.purchase_order_line_id
      left join match_order_lines(array[${orderId}::bigint]) m on m.purchase_order_line_id = n.id
    where c.purchase_order_id = ${orderId} and c.state in ${UNANSWERED} order by n.line_number, c.id`.execute(db);
  return rows;
}

export interface ReceivedOnList {
  readonly label: string;
  readonly shipment_id: string;
  readonly tracking_number: string | null;
  readonly supplier_sku: string;
  readonly quantity: number;
  readonly received: number;
  readonly damaged: number;
  readonly notes: string | null;
  readonly scans: number;
  readonly first_at: Date | null;
  readonly last_at: Date | null;
}

/** The lines of credits. */
export function lineIdsOf(credits: readonly RequestedCredit[]): RawBuilder<unknown> {
  return sql`select c.purchase_order_line_id from vendor_credits c where c.id = any(${credits.map(({ id }) => id)}::bigint[])`;
}

/** The receiving log of lines: for each list, the number of scans and their first and last time. @param lineIds a statement that selects them */
export async function listReceivingLog(db: Database, lineIds: RawBuilder<unknown>): Promise<ReceivedOnList[]> {
  const { rows } = await sql<ReceivedOnList>`
    select l.label, l.shipment_id, l.tracking_number, n.supplier_sku, x.quantity, x.received, x.damaged, x.notes, scans.count as scans, scans.first_at, scans.last_at
    from packing_lists l join packing_list_lines x on x.packing_list_id = l.id join purchase_order_lines n on n.id = x.purchase_order_line_id
    cross join lateral (
      select count(*)::int as count, min(r.created_at) as first_at, max(r.created_at) as last_at from receipts r
      where r.packing_list_id = l.id and r.purchase_order_line_id = n.id
    ) scans
    where n.id in (${lineIds}) and l.state <> 'CANCELED'
    order by l.number, n.line_number`.execute(db);
  return rows;
}

export interface EvidencePhoto {
  readonly lineId: number;
  readonly supplierSku: string;
  readonly section: string;
  readonly filename: string;
  readonly bytes: number;
  /** In UTC. */
  readonly uploadedAt: string;
}

/** The photos of lines. @param lineIds a statement that selects them */
export async function listEvidencePhotos(db: Database, lineIds: RawBuilder<unknown>): Promise<EvidencePhoto[]> {
  const { rows } = await sql<EvidencePhoto>`
    select f.line_id as "lineId", n.supplier_sku as "supplierSku", f.section, f.filename, f.bytes, to_char(f.uploaded_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as "uploadedAt"
    from photos f join purchase_order_lines n on n.id = f.line_id
    where f.line_id in (${lineIds}) and f.deleted_at is null order by n.line_number, f.id`.execute(db);
  return rows;
}

export interface BillingInvoice {
  readonly number: string;
  readonly invoiced_on: string;
  readonly total: string;
}

export async function listBillingInvoices(db: Database, orderId: number): Promise<BillingInvoice[]> {
  const { rows } = await sql<BillingInvoice>`
    select number, to_char(invoiced_on, 'YYYY-MM-DD') as invoiced_on, total from vendor_invoices
    where id in (select invoice_id from vendor_invoice_lines where purchase_order_id = ${orderId}) and state not in ('DRAFT', 'VOID') order by id`.execute(db);
  return rows;
}
