import { displayGtin } from '@stowage/contract/catalog/identifiers';
import type { ProductFee, ProductPrice } from '@stowage/contract/products/product-sections';
import type { Product } from '@stowage/contract/products/products';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';
import { utcText } from '../../platform/formats/utc-text.ts';

type Row = Omit<Product, 'created_at' | 'listings'> & { created_at: Date };

/**
 * Returns a product with its listings. Plan: primary keys and the product's ranges in the indexes.
 * @param seesPrices whether to include cost and MAP
 */
export async function findProduct(db: Database, id: number, seesPrices: boolean): Promise<Product | undefined> {
  const { rows } = await sql<Row>`
    select p.id, p.title, p.brand, p.item_code, p.vendor, array(select gtin14 from product_gtins where product_id = p.id order by gtin14) as gtins,
      prices.cost, prices.map, p.default_condition, coalesce(p.image_url, i.image_url) as image_url, p.image_url as own_image_url,
      p.weight::text, p.length::text, p.width::text, p.height::text, p.case_pack, p.returns_guidance, p.notes, p.revision, p.created_at
    from products p
    left join lateral (select cost, map from product_prices where product_id = p.id) prices on true
    left join lateral (
      select c.image_url from listings l join catalog_items c on c.asin = upper(l.asin) where l.product_id = p.id and c.image_url is not null order by l.id limit 1
    ) i on true
    where p.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    ...row,
    gtins: row.gtins.map(displayGtin),
    cost: seesPrices ? row.cost : null,
    map: seesPrices ? row.map : null,
    created_at: utcText(row.created_at),
    listings: await listListings(db, id),
  };
}

async function listListings(db: Database, productId: number): Promise<Product['listings']> {
  const { rows } = await sql<Product['listings'][number]>`
    select l.id, l.seller_sku, l.fnsku, l.asin, l.condition, l.channel, c.on_hand, c.pending, c.quarantine, c.available
    from listings l join listing_counts c on c.listing_id = l.id where l.product_id = ${productId}
    order by l.channel <> 'SELLER_FULFILLED', l.condition = 11 desc, l.condition, l.id limit 200`.execute(db);
  return rows;
}

/** Returns the listings and codes of a product; undefined for an unknown product. */
export async function findProductCodes(db: Database, productId: number): Promise<{ ids: number[]; skus: string[]; gtins: string[] } | undefined> {
  const { rows } = await sql<{ ids: number[]; skus: string[]; gtins: string[] }>`
    select array(select id from listings where product_id = p.id) as ids,
      array(select seller_sku from listings where product_id = p.id and seller_sku is not null) as skus,
      array(select gtin14 from product_gtins where product_id = p.id) as gtins
    from products p where p.id = ${productId}`.execute(db);
  return rows[0];
}

export async function listPrices(db: Database, gtins: readonly string[]): Promise<ProductPrice[]> {
  const { rows } = await sql<Omit<ProductPrice, 'updated_at'> & { updated_at: Date }>`
    select id as item_id, gtin, vendor, cost, map, updated_at from price_list_items where gtin = any(${gtins}::text[]) order by gtin`.execute(db);
  return rows.map((row) => ({ ...row, gtin: displayGtin(row.gtin), updated_at: utcText(row.updated_at) }));
}

export async function listFees(db: Database, skus: readonly string[]): Promise<ProductFee[]> {
  const { rows } = await sql<Omit<ProductFee, 'read_at'> & { read_at: Date }>`
    select seller_sku, price, referral, fulfilment, total, error, read_at from fee_estimates where seller_sku = any(${skus}::text[]) order by seller_sku`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, read_at: utcText(row.read_at) }));
}
