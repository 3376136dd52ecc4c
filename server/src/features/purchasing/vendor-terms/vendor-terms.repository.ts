import type { VendorTerms } from '@stowage/contract/purchasing/vendor-terms';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

/** What is agreed with a vendor; without a stored row, nothing is, in version 0. */
export async function findTerms(db: Database, vendor: string): Promise<VendorTerms> {
  const { rows } = await sql<VendorTerms>`
    select vendor, lead_days, payment_terms, minimum_order, order_email, version from vendor_terms where vendor_key = vendor_identity(${vendor})`.execute(db);
  return rows[0] ?? { vendor, lead_days: null, payment_terms: null, minimum_order: null, order_email: null, version: 0 };
}

/** @returns the stored version; undefined when it isn't the expected one any more */
export async function saveTerms(tx: Database, { version, ...terms }: VendorTerms): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    insert into vendor_terms as old (vendor_key, vendor, lead_days, payment_terms, minimum_order, order_email)
    select vendor_identity(${terms.vendor}), ${terms.vendor}, ${terms.lead_days}::int, ${terms.payment_terms}, ${terms.minimum_order}::numeric, ${terms.order_email}
    where ${version}::int = 0 or exists (select from vendor_terms where vendor_key = vendor_identity(${terms.vendor}))
    on conflict (vendor_key) do update set vendor = excluded.vendor, lead_days = excluded.lead_days, payment_terms = excluded.payment_terms,
      minimum_order = excluded.minimum_order, order_email = excluded.order_email, version = old.version + 1
    where old.version = ${version}::int returning version`.execute(tx);
  return rows[0]?.version;
}

/** Stores the address of a vendor for the next order. */
export async function saveOrderEmail(tx: Database, vendor: string, email: string): Promise<void> {
  await sql`
    insert into vendor_terms as old (vendor_key, vendor, order_email) values (vendor_identity(${vendor}), ${vendor}, ${email})
    on conflict (vendor_key) do update set order_email = excluded.order_email, version = old.version + 1
    where old.order_email is distinct from excluded.order_email`.execute(tx);
}

export interface VendorProduct {
  readonly vendor: string;
  readonly productId: number;
  readonly version: number;
  readonly supplierSku: string | null;
  readonly casePack: number | null;
  readonly minimumQuantity: number | null;
}

/** @returns the stored version; undefined when it isn't the expected one any more */
export async function saveVendorProduct(tx: Database, { vendor, productId, version, supplierSku, casePack, minimumQuantity }: VendorProduct) {
  const { rows } = await sql<{ version: number }>`
    insert into vendor_products as old (vendor_key, product_id, supplier_sku, case_pack, minimum_quantity)
    select vendor_identity(${vendor}), ${productId}::bigint, ${supplierSku}, ${casePack}::int, ${minimumQuantity}::int
    where ${version}::int = 0 or exists (select from vendor_products where product_id = ${productId} and vendor_key = vendor_identity(${vendor}))
    on conflict (product_id, vendor_key) do update set supplier_sku = excluded.supplier_sku, case_pack = excluded.case_pack,
      minimum_quantity = excluded.minimum_quantity, version = old.version + 1
    where old.version = ${version}::int returning version`.execute(tx);
  return rows[0]?.version;
}

/**
 * The vendors whose names begin with a text. Plan: one look-up per name in the indexes of orders, price lists and terms, because
 * a vendor has thousands of records.
 */
export async function listVendors(db: Database, start: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ vendor: string }>`
    with recursive ordered as (
      (select upper(vendor) as key, vendor from purchase_orders where vendor is not null and upper(vendor) >= upper(${start}) order by upper(vendor) limit 1)
      union all select n.key, n.vendor from ordered o cross join lateral (
        select upper(vendor) as key, vendor from purchase_orders where upper(vendor) > o.key order by upper(vendor) limit 1) n
    ), priced as (
      (select lower(vendor) as key, vendor from price_list_items where vendor is not null and lower(vendor) >= lower(${start}) order by lower(vendor) limit 1)
      union all select n.key, n.vendor from priced o cross join lateral (
        select lower(vendor) as key, vendor from price_list_items where lower(vendor) > o.key order by lower(vendor) limit 1) n
    )
    select (array_agg(vendor order by rank, vendor))[1] as vendor from (
      (select 1 as rank, vendor from vendor_terms where starts_with(upper(vendor), upper(${start})) limit ${limit})
      union all (select 2, vendor from (select * from ordered limit ${limit}) o where starts_with(upper(vendor), upper(${start})))
      union all (select 2, vendor from (select * from priced limit ${limit}) o where starts_with(lower(vendor), lower(${start})))
    ) found group by vendor_identity(vendor) order by 1 limit ${limit}`.execute(db);
  return rows.map(({ vendor }) => vendor);
}
