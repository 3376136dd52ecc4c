import { type RawBuilder, sql } from 'kysely';

/**
 * Parts of queries about a product as a line of a vendor's order. `p` is the product, `g` its GTIN, `v` the vendor's terms for it, `price`
 * its item in the price lists, `last` its newest line of a purchase order.
 */
export const gtinOfProduct = sql`left join lateral (select min(gtin14) as gtin from product_gtins where product_id = p.id) g on true`;

/** By which the vendor knows the product. */
export const supplierSku = sql<
  string | null
>`coalesce(v.supplier_sku, left(nullif(price.item_code, ''), 100), last.supplier_sku, left(nullif(p.item_code, ''), 100), g.gtin)`;

export const newestUnitCost = sql<string | null>`trim_scale(coalesce(price.cost, last.unit_cost))::text`;

/** The units of a product that open purchase orders still bring, as `coming.units`. */
export function unitsOnOrder(productId: string): RawBuilder<unknown> {
  return sql`left join lateral (
    select sum(n.open + n.backordered) as units from product_gtins own join purchase_order_lines n on n.gtin = own.gtin14 where own.product_id = ${sql.ref(productId)}
  ) coming on true`;
}
