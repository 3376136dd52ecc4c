import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';

/** A stored fee. Money is decimal text. */
export interface KnownFee {
  readonly asin: string;
  readonly title: string | null;
  readonly imageUrl: string | null;
  readonly price: string;
  readonly isPriceKnown: boolean;
  readonly fulfilment: string | null;
  readonly referral: string | null;
  readonly readAt: Date;
}

export async function findFee(db: Database, asin: string): Promise<KnownFee | undefined> {
  return db
    .selectFrom('fee_lookups')
    .select(['asin', 'title', 'image_url as imageUrl', 'price', 'is_price_known as isPriceKnown', 'fulfilment', 'referral', 'read_at as readAt'])
    .where('asin', '=', asin)
    .executeTakeFirst();
}

/** Imported estimates of our own listings are valid this long. */
const OWN_FEE_DAYS = 7;

/**
 * The imported estimate of our own FBA listing in New condition at its current price. Plan: the index of fee_estimates on
 * the ASIN.
 */
export async function findOwnFee(db: Database, asin: string, now: Date): Promise<KnownFee | undefined> {
  const { rows } = await sql<KnownFee>`
    select f.asin, coalesce(c.title, m.title) as title, c.image_url as "imageUrl", f.price, true as "isPriceKnown", f.fulfilment, f.referral, f.read_at as "readAt"
    from fee_estimates f
      join marketplace_listings m on m.seller_sku = f.seller_sku and upper(m.asin) = f.asin and m.price = f.price
      left join catalog_items c on c.asin = f.asin
    where f.asin = ${asin} and f.is_fba and f.error is null and f.read_at > ${now}::timestamptz - make_interval(days => ${OWN_FEE_DAYS})
      and m.gone_at is null and m.condition = 11 and m.channel <> 'DEFAULT'
    order by f.read_at desc limit 1`.execute(db);
  return rows[0];
}

export async function saveFee(db: Database, fee: KnownFee): Promise<void> {
  const values = {
    title: fee.title,
    image_url: fee.imageUrl,
    price: fee.price,
    is_price_known: fee.isPriceKnown,
    fulfilment: fee.fulfilment,
    referral: fee.referral,
    read_at: fee.readAt,
  };
  await db
    .insertInto('fee_lookups')
    .values({ asin: fee.asin, ...values })
    .onConflict((conflict) => conflict.column('asin').doUpdateSet(values))
    .execute();
}

/** The stored data of a product, read before the marketplace is called. */
export interface KnownProduct {
  readonly title: string | null;
  readonly imageUrl: string | null;
  /** Our own price in New condition, else the featured offer's, else the lowest competitor's; in cents. */
  readonly priceCents: number | null;
}

/** Plan: each subquery by its key or the index on the ASIN. */
export async function findProduct(db: Database, asin: string): Promise<KnownProduct> {
  const { rows } = await sql<KnownProduct>`
    select
      coalesce(
        (select title from catalog_items where asin = ${asin}),
        (select p.title from listings l join products p on p.id = l.product_id where upper(l.asin) = ${asin} order by l.id limit 1)
      ) as title,
      (select image_url from catalog_items where asin = ${asin}) as "imageUrl",
      (round(100 * coalesce(
        (select m.price from listings l join marketplace_listings m on m.seller_sku = l.seller_sku
         where upper(l.asin) = ${asin} and l.condition = 11 and m.gone_at is null and m.price > 0 order by l.id limit 1),
        (select price from reference_prices where asin = ${asin} and price > 0 order by kind = 'FEATURED' desc limit 1),
        (select min(price) from competitor_offers where asin = ${asin} and condition = 11 and price > 0)
      )))::integer as "priceCents"`.execute(db);
  return rows[0] ?? { title: null, imageUrl: null, priceCents: null };
}

/** The internal data of a product, for signed-in users only: its seller SKU (New first) and its cost. */
export async function findOwnSide(db: Database, asin: string): Promise<{ sellerSku: string | null; cost: string | null }> {
  const { rows } = await sql<{ sellerSku: string | null; cost: string | null }>`
    select l.seller_sku as "sellerSku", (select cost from product_prices p where p.product_id = l.product_id) as cost
    from listings l
    where upper(l.asin) = ${asin} and l.seller_sku is not null order by l.condition = 11 desc, l.id limit 1`.execute(db);
  return rows[0] ?? { sellerSku: null, cost: null };
}

/** @returns the number of deleted fees */
export async function deleteFeesBefore(db: Database, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('fee_lookups').where('read_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
