import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';
import type { LineListing } from './listing.rules.ts';

/** A line's listing, by its SKU, else by its FNSKU. For a lateral join. */
export function listingOf(sku: RawBuilder<unknown>, fnsku: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select * from (
      (select 1 as rank, l.id, l.product_id, l.asin, l.condition from listings l where l.seller_sku = ${sku})
      union all
      (select 2, l.id, l.product_id, l.asin, l.condition from listings l where upper(l.fnsku) = upper(nullif(${fnsku}, '')) order by l.id limit 1)
    ) found order by rank limit 1`;
}

/** The product of a line, with all its listings. */
export interface LineProduct {
  /** null for a product that the catalog does not contain. */
  readonly productId: number | null;
  readonly asin: string | null;
  /** Printed on the units of a line without a listing. */
  readonly identifier: string;
  readonly sellerSku: string;
  readonly listings: readonly LineListing[];
}

export async function getLineProduct(db: Database, lineId: number): Promise<LineProduct> {
  const { rows } = await sql<LineProduct>`
    select own.product_id as "productId", own.asin, coalesce(nullif(r.fnsku, ''), r.seller_sku) as identifier, r.seller_sku as "sellerSku",
      coalesce((
        select jsonb_agg(jsonb_build_object('listing_id', l.id, 'sku_condition', l.condition, 'seller_sku', l.seller_sku, 'fnsku', l.fnsku,
          'channel', l.channel, 'isOwn', l.id = own.id) order by l.channel <> 'SELLER_FULFILLED', l.condition = 11 desc, l.condition, l.id)
        from listings l where l.product_id = own.product_id
      ), '[]') as listings
    from removal_shipments r left join lateral (${listingOf(sql`r.seller_sku`, sql`r.fnsku`)}) own on true where r.id = ${lineId}`.execute(db);
  if (rows[0] === undefined) throw new Error(`There is no line ${lineId}`);
  return rows[0];
}

/** The vendor's item code of the product with an ASIN. */
export async function findItemCode(db: Database, asin: string): Promise<string | null> {
  const { rows } = await sql<{ item_code: string }>`
    select p.item_code from listings l join products p on p.id = l.product_id
    where upper(l.asin) = upper(${asin}) and p.item_code is not null order by l.id limit 1`.execute(db);
  return rows[0]?.item_code ?? null;
}
