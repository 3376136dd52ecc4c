import type { InvoiceState } from '@stowage/contract/invoicing/vendor-invoices';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

interface EnteredInvoice {
  readonly id: number;
  readonly number: string;
  readonly state: InvoiceState;
  readonly version: number;
  readonly hasCredits: boolean;
}

/** The invoices, locked in the order of their ids. */
export async function lockInvoices(tx: Database, ids: readonly number[]): Promise<EnteredInvoice[]> {
  const { rows } = await sql<EnteredInvoice>`
    select i.id, i.number, i.state, i.version, exists (select from vendor_credits c where c.applied_invoice_id = i.id) as "hasCredits"
    from vendor_invoices i where i.id = any(${[...ids]}::bigint[]) order by i.id for no key update of i`.execute(tx);
  return rows;
}

export async function listVendorIdentities(tx: Database, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{
    key: string;
  }>`select distinct vendor_identity(vendor) as key from vendor_invoices where id = any(${[...ids]}::bigint[])`.execute(tx);
  return rows.map(({ key }) => key);
}
