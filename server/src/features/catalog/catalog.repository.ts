import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';

/** With a lane's number: held while an import adds missing products. */
const CATALOG_LOCK = 871_005;

/** Columns for `unnest`, which is the fastest way to insert thousands of rows. */
export interface ProductColumns {
  readonly id: readonly number[];
  readonly title: readonly string[];
  readonly brand: readonly string[];
  readonly vendor: readonly string[];
  readonly itemCode: readonly string[];
}

export interface GtinColumns {
  readonly gtin14: readonly string[];
  readonly productId: readonly number[];
}

export interface ListingColumns {
  readonly id: readonly number[];
  readonly productId: readonly number[];
  readonly sellerSku: readonly string[];
  readonly fnsku: readonly string[];
  readonly asin: readonly string[];
  readonly condition: readonly number[];
  readonly channel: readonly string[];
}

/** Loads a catalog into empty tables, including the ids. */
export async function insertCatalog(tx: Database, catalog: { products: ProductColumns; gtins: GtinColumns; listings: ListingColumns }): Promise<void> {
  const { products, gtins, listings } = catalog;
  await sql`
    insert into products (id, title, brand, vendor, item_code) overriding system value
    select * from unnest(${products.id}::bigint[], ${products.title}::text[], ${products.brand}::text[],
      ${products.vendor}::text[], ${products.itemCode}::text[])`.execute(tx);
  await sql`
    insert into product_gtins (gtin14, product_id)
    select * from unnest(${gtins.gtin14}::text[], ${gtins.productId}::bigint[])`.execute(tx);
  await sql`
    insert into listings (id, product_id, seller_sku, fnsku, asin, condition, channel) overriding system value
    select * from unnest(${listings.id}::bigint[], ${listings.productId}::bigint[], ${listings.sellerSku}::text[],
      ${listings.fnsku}::text[], ${listings.asin}::text[], ${listings.condition}::smallint[], ${listings.channel}::text[])`.execute(tx);
  for (const table of ['products', 'listings']) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(tx);
  }
}

/** A seller-fulfilled listing of an existing product. */
export interface NewListing {
  readonly productId: number;
  readonly sellerSku: string;
  readonly fnsku?: string | null;
  readonly asin: string | null;
  readonly condition: number;
}

/** @returns its id; @throws a unique violation of `listings_seller_sku_key` */
export async function insertListing(tx: Database, { productId, sellerSku, fnsku = null, asin, condition }: NewListing): Promise<number> {
  const values = { product_id: productId, seller_sku: sellerSku, fnsku, asin, condition, channel: 'SELLER_FULFILLED' };
  const { id } = await tx.insertInto('listings').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Locks a lane of the catalog until the transaction ends. */
export async function lockLane(tx: Database, lane: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CATALOG_LOCK}, ${lane})`.execute(tx);
}

export async function isCatalogEmpty(db: Database): Promise<boolean> {
  return (await db.selectFrom('products').select('id').limit(1).executeTakeFirst()) === undefined;
}
