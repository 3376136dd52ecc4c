import type { Values } from '@stowage/contract/spreadsheets/values';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { rowArrays } from '../../../platform/database/hidden-value.ts';

/** Vendors' addresses of files, many at once. */

/** The key of each vendor, in the order of the names. */
export async function keysOfVendors(db: Database, vendors: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select vendor_identity(vendor) as key from unnest(${vendors}::text[]) with ordinality as v (vendor, nth) order by nth`.execute(db);
  return rows.map(({ key }) => key);
}

export async function readContacts(db: Database, keys: readonly string[]): Promise<ReadonlyMap<string, Values>> {
  const { rows } = await sql<{ key: string; email: string }>`
    select vendor_key as key, credit_email as email from vendor_contacts where vendor_key = any(${keys}::text[])`.execute(db);
  return new Map(rows.map(({ key, email }) => [key, { credit_email: email }]));
}

export async function saveContacts(tx: Database, contacts: readonly { readonly key: string; readonly email: string }[]): Promise<void> {
  await sql`
    insert into vendor_contacts (vendor_key, credit_email)
    select key, email from unnest(${rowArrays(contacts, { key: 'text[]', email: 'text[]' })}) as c (key, email)
    on conflict (vendor_key) do update set credit_email = excluded.credit_email`.execute(tx);
}

export async function deleteContacts(tx: Database, keys: readonly string[]): Promise<void> {
  await sql`delete from vendor_contacts where vendor_key = any(${keys}::text[])`.execute(tx);
}
