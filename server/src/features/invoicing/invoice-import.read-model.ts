import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { KnownLine } from './invoice-import.rules.ts';

/** The lines that pairs of a PO number and a supplier SKU name, by both in capital letters. */
export async function listNamedLines(db: Database, poNumbers: readonly string[], skus: readonly string[]): Promise<Map<string, KnownLine>> {
  const { rows } = await sql<KnownLine & { key: string }>`
    select distinct on (n.id) n.id, p.vendor, n.product_name as "productName", upper(p.po_number) || chr(10) || upper(n.supplier_sku) as key
    from unnest(${[...poNumbers]}::text[], ${[...skus]}::text[]) as named (po_number, sku)
    join purchase_orders p on upper(p.po_number) = upper(named.po_number)
    join purchase_order_lines n on n.purchase_order_id = p.id and upper(n.supplier_sku) = upper(named.sku)`.execute(db);
  return new Map(rows.map(({ key, ...line }) => [key, line]));
}
