import { toGtin14 } from '@stowage/contract/catalog/identifiers';
import type { DuplicateOwner, ProductCandidates } from '@stowage/contract/products/products';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';

/**
 * Codes that must be unique. A scan matches SKUs and FNSKUs before all other codes, so an SKU or FNSKU must also differ from
 * every code of another product.
 */
export interface ClaimedCodes {
  readonly sellerSku?: string | null | undefined;
  readonly fnsku?: string | null | undefined;
  readonly asin?: string | null | undefined;
  readonly gtins?: readonly string[] | undefined;
  readonly itemCode?: string | null | undefined;
  readonly vendor?: string | null | undefined;
}

interface Exempt {
  /** Ignores the GTINs, ASINs and item code of this product. */
  readonly productId?: number;
  /** Ignores the SKU and FNSKU of this listing. */
  readonly listingId?: number;
}

/** Lists the products that already have one of the codes. Plan: a lookup in the index of each code. */
export async function listOwners(db: Database, codes: ClaimedCodes, { productId = 0, listingId = 0 }: Exempt = {}): Promise<DuplicateOwner[]> {
  const { sellerSku = null, fnsku = null } = codes;
  const { rows } = await sql<DuplicateOwner>`
    with claimed (field, value, gtin14, rank) as (values
      ('seller_sku', ${sellerSku}::text, ${gtin14Of(sellerSku)}::text, 1), ('fnsku', ${fnsku}::text, ${gtin14Of(fnsku)}::text, 2))
    select found.field, found.value, p.id as product_id, p.title from (
      select c.field, c.value, taken.product_id, c.rank from claimed c cross join lateral (
        (select product_id from listings where upper(seller_sku) = upper(c.value) and id <> ${listingId} limit 1)
        union all (select product_id from listings where upper(fnsku) = upper(c.value) and id <> ${listingId} limit 1)
        union all (select product_id from listings where upper(asin) = upper(c.value) and product_id <> ${productId} limit 1)
        union all (select product_id from product_gtins where gtin14 = c.gtin14 and product_id <> ${productId})
        union all (select id from products where upper(item_code) = upper(c.value) and id <> ${productId} limit 1)
        limit 1
      ) taken
      union all (select 'asin', l.asin, l.product_id, 3 from listings l where upper(l.asin) = upper(${codes.asin ?? null}::text) and l.product_id <> ${productId} limit 1)
      union all (select 'gtin', g.gtin14, g.product_id, 4 from product_gtins g where g.gtin14 = any(${codes.gtins ?? []}::text[]) and g.product_id <> ${productId} limit 5)
      union all (select 'item_code', o.item_code, o.id, 5 from products o
        where o.vendor = ${codes.vendor ?? null}::text and upper(o.item_code) = upper(${codes.itemCode ?? null}::text) and o.id <> ${productId} limit 1)
    ) found join products p on p.id = found.product_id order by found.rank`.execute(db);
  return rows;
}

const gtin14Of = (code: string | null) => (code === null ? null : (toGtin14(code) ?? null));

type KnownProduct = ProductCandidates['known'][number];

/** Returns the products in the order of the ids. */
export async function listKnownProducts(db: Database, productIds: readonly number[]): Promise<KnownProduct[]> {
  const { rows } = await sql<KnownProduct>`
    select p.id as product_id, p.title, coalesce(p.image_url, i.image_url) as image_url, l.seller_sku
    from unnest(${productIds}::bigint[]) with ordinality as wanted (id, position) join products p on p.id = wanted.id
    left join lateral (select seller_sku, asin from listings where product_id = p.id order by id limit 1) l on true
    left join catalog_items i on i.asin = upper(l.asin) order by wanted.position`.execute(db);
  return rows;
}

/** Returns the product of each ASIN and of a GTIN, also if it has no listing. */
export async function listByCodes(db: Database, { asins, gtin14 }: { asins: readonly string[]; gtin14?: string | undefined }) {
  const { rows } = await sql<{ asin: string | null; product_id: number }>`
    select distinct on (upper(asin)) upper(asin) as asin, product_id from listings where upper(asin) = any(${asins}::text[])
    union all select null, product_id from product_gtins where gtin14 = ${gtin14 ?? null}::text`.execute(db);
  return rows;
}
