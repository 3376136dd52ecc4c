import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { holdFiles } from './invoice.repository.ts';

/** The amount still to be paid. */
export async function findToPay(tx: Database, invoiceId: number): Promise<string> {
  const { rows } = await sql<{ amount: string }>`select still_to_pay(i)::numeric(14, 2) as amount from vendor_invoices i where id = ${invoiceId}`.execute(tx);
  return rows[0]?.amount ?? '0.00';
}

export interface Payment {
  readonly invoiceId: number;
  readonly paidOn: string;
  readonly actorId: number;
}

/** Records the full payment of an approved invoice. */
export async function setPaid(tx: Database, { invoiceId, paidOn, actorId }: Payment): Promise<void> {
  await sql`
    with paid as (
      update vendor_invoices i set state = 'PAID', paid_on = ${paidOn}, paid_by = ${actorId}, amount_paid = still_to_pay(i) where id = ${invoiceId}
      returning id, amount_paid, paid_on, paid_by
    )
    insert into vendor_invoice_payments (invoice_id, amount, paid_on, paid_by) select id, amount_paid, paid_on, paid_by from paid`.execute(tx);
  await holdFiles(tx, invoiceId);
}

/** Records the payment of the rest of a paid invoice. */
export async function payRest(tx: Database, { invoiceId, paidOn, actorId }: Payment): Promise<void> {
  await sql`
    insert into vendor_invoice_payments (invoice_id, amount, paid_on, paid_by)
    select id, still_to_pay(i), ${paidOn}, ${actorId} from vendor_invoices i where id = ${invoiceId}`.execute(tx);
}
