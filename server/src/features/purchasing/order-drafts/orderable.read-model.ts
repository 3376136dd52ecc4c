import { CONDITION_NEW } from '@stowage/contract/catalog/conditions';
import { toGtin14 } from '@stowage/contract/catalog/identifiers';
import type { OrderableLine } from '@stowage/contract/purchasing/order-drafts';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { gtinOfProduct, newestUnitCost, supplierSku, unitsOnOrder } from '../vendor-terms/vendor-line.condition.ts';

/** A product without a GTIN can't be a line of a purchase order. */
export type Orderable = Omit<OrderableLine, 'gtin'> & { readonly gtin: string | null };

/**
 * Products as lines of a vendor's order: its SKU, case pack and newest cost, and the stock in new condition.
 * Plan: each product's rows by their indexes.
 */
export async function listOrderable(db: Database, vendor: string, productIds: readonly number[]): Promise<Map<number, Orderable>> {
  const { rows } = await sql<Orderable>`
    select p.id as product_id, left(p.title, 500) as product_name, g.gtin,
      coalesce(${supplierSku}, '') as supplier_sku,
      ${newestUnitCost} as unit_cost, coalesce(v.case_pack, p.case_pack) as case_pack, v.minimum_quantity,
      coalesce(v.version, 0) as terms_version, coalesce(stock.available, 0)::int as available, coalesce(coming.units, 0)::int as on_order
    from products p
    left join vendor_products v on v.product_id = p.id and v.vendor_key = vendor_identity(${vendor})
    ${gtinOfProduct}
    left join lateral (
      select i.item_code, i.cost from price_list_items i where i.gtin = g.gtin and (i.vendor is null or vendor_identity(i.vendor) = vendor_identity(${vendor}))
    ) price on true
    left join lateral (
      select n.supplier_sku, n.unit_cost from purchase_order_lines n join purchase_orders o on o.id = n.purchase_order_id
      where n.gtin = g.gtin and vendor_identity(o.vendor) = vendor_identity(${vendor}) order by n.id desc limit 1
    ) last on true
    left join lateral (
      select sum(c.available) as available from listings l join listing_counts c on c.listing_id = l.id where l.product_id = p.id and l.condition = ${CONDITION_NEW}
    ) stock on true
    ${unitsOnOrder('p.id')}
    where p.id = any(${[...productIds]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.product_id, row]));
}

/** The products that a normalized code names without a listing: a few, if it names many. */
export async function listProductsWithoutListing(db: Database, code: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select product_id as id from product_gtins where gtin14 = ${toGtin14(code) ?? ''}
    union select id from products where upper(item_code) = upper(${code}) limit 5`.execute(db);
  return rows.map(({ id }) => id);
}
