import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { KnownLine } from './invoice-import.rules.ts';

/** The lines for pairs of a PO number and a supplier SKU in any case, by the requested pair: `PO-1\nSKU-1`. */
export async function listNamedLines(db: Database, poNumbers: readonly string[], skus: readonly string[]): Promise<Map<string, KnownLine>> {
  const { rows } = await sql<KnownLine & { key: string }>`
    select distinct on (key) n.id, p.vendor, vendor_identity(p.vendor) as "vendorIdentity", n.product_name as "productName",
      named.po_number || chr(10) || named.sku as key
    from unnest(${[...poNumbers]}::text[], ${[...skus]}::text[]) as named (po_number, sku)
    join purchase_orders p on upper(p.po_number) = upper(named.po_number)
    join purchase_order_lines n on n.purchase_order_id = p.id and upper(n.supplier_sku) = upper(named.sku) order by key, n.id`.execute(db);
  return new Map(rows.map(({ key, ...line }) => [key, line]));
}

/** The vendors for names in any spelling, by the name. */
export async function listVendorIdentities(db: Database, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; key: string }>`select name, vendor_identity(name) as key from unnest(${[...names]}::text[]) as name`.execute(db);
  return new Map(rows.map(({ name, key }) => [name, key]));
}
