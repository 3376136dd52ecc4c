import type { Values } from '@stowage/contract/spreadsheets/values';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { setGiven } from '../../spreadsheets/kinds/index.ts';

/** Vendors' terms of files, many at once. */

export async function readTerms(db: Database, keys: readonly string[]): Promise<ReadonlyMap<string, Values>> {
  const { rows } = await sql<Values & { key: string }>`
    select vendor_key as key, order_email, payment_terms, lead_days, minimum_order::text as minimum_order
    from vendor_terms where vendor_key = any(${[...keys]}::text[])`.execute(db);
  return new Map(rows.map(({ key, ...values }) => [key, values]));
}

export async function writeTerms(tx: Database, vendors: readonly { readonly key: string; readonly name: string; readonly values: Values }[]): Promise<void> {
  if (vendors.length === 0) return;
  await sql`
    insert into vendor_terms as old (vendor_key, vendor, order_email, payment_terms, lead_days, minimum_order)
    select v.key, v.name, v.values ->> 'order_email', v.values ->> 'payment_terms', (v.values ->> 'lead_days')::int, (v.values ->> 'minimum_order')::numeric
    from jsonb_to_recordset(${JSON.stringify(vendors)}::jsonb) as v (key text, name text, values jsonb) where v.name <> ''
    on conflict (vendor_key) do nothing`.execute(tx);
  const columns = setGiven({ order_email: 'text', payment_terms: 'text', lead_days: 'int', minimum_order: 'numeric' });
  await sql`
    update vendor_terms set ${columns}, version = version + 1
    from jsonb_to_recordset(${JSON.stringify(vendors)}::jsonb) as change (key text, values jsonb) where vendor_key = change.key`.execute(tx);
}

export async function deleteTerms(tx: Database, keys: readonly string[]): Promise<void> {
  await sql`delete from vendor_terms where vendor_key = any(${[...keys]}::text[])`.execute(tx);
}

/** Deletes rows without terms that a file added to vendors under their key, which nobody has saved since. */
export async function deleteEmptyTerms(tx: Database, keys: readonly string[]): Promise<void> {
  await sql`delete from vendor_terms where vendor_key = any(${[...keys]}::text[]) and vendor = vendor_key
    and num_nonnulls(order_email, payment_terms, lead_days, minimum_order) = 0`.execute(tx);
}
