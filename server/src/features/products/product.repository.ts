import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';

/** The editable fields of a product. Decimals are text. */
export interface ProductFields {
  readonly title: string;
  readonly brand: string | null;
  readonly item_code: string | null;
  readonly vendor: string | null;
  readonly default_condition: number;
  readonly image_url: string | null;
  readonly weight: string | null;
  readonly length: string | null;
  readonly width: string | null;
  readonly height: string | null;
  readonly case_pack: string | null;
  readonly returns_guidance: string | null;
  readonly notes: string | null;
}

function columns({ case_pack, ...fields }: ProductFields) {
  return { ...fields, case_pack: case_pack === null ? null : Number(case_pack) };
}

/** @returns its id */
export async function insertProduct(tx: Database, fields: ProductFields): Promise<number> {
  const { id } = await tx.insertInto('products').values(columns(fields)).returning('id').executeTakeFirstOrThrow();
  return id;
}

export interface ProductState {
  readonly revision: number;
  readonly gtins: readonly string[];
  readonly cost: string | null;
  readonly map: string | null;
}

/** Locks a product until the end of the transaction. */
export async function lockProduct(tx: Database, id: number): Promise<ProductState | undefined> {
  const locked = await tx.selectFrom('products').select('revision').where('id', '=', id).forUpdate().executeTakeFirst();
  if (locked === undefined) return undefined;
  const { rows } = await sql<ProductState>`
    select ${locked.revision}::int as revision, array(select gtin14 from product_gtins where product_id = ${id} order by gtin14) as gtins,
      (select cost from product_prices where product_id = ${id}) as cost, (select map from product_prices where product_id = ${id}) as map`.execute(tx);
  return rows[0];
}

export async function updateProduct(tx: Database, id: number, fields: ProductFields): Promise<void> {
  await tx
    .updateTable('products')
    .set({ ...columns(fields), revision: sql`revision + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Replaces the GTINs of a product. */
export async function setGtins(tx: Database, productId: number, gtins: readonly string[]): Promise<void> {
  await sql`delete from product_gtins where product_id = ${productId} and gtin14 <> all(${gtins}::text[])`.execute(tx);
  await sql`insert into product_gtins (gtin14, product_id) select gtin, ${productId} from unnest(${gtins}::text[]) as gtin
    where not exists (select from product_gtins g where g.gtin14 = gtin and g.product_id = ${productId})`.execute(tx);
}

export interface ListingCodes {
  readonly seller_sku: string;
  readonly fnsku: string | null;
  readonly asin: string | null;
}

/** Locks a listing until the end of the transaction; undefined if the product has no such listing. */
export async function lockListing(
  tx: Database,
  { productId, listingId }: { productId: number; listingId: number },
): Promise<(Omit<ListingCodes, 'seller_sku'> & { readonly seller_sku: string | null }) | undefined> {
  return tx
    .selectFrom('listings')
    .select(['seller_sku', 'fnsku', 'asin'])
    .where('id', '=', listingId)
    .where('product_id', '=', productId)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateListing(tx: Database, listingId: number, { seller_sku, fnsku, asin }: ListingCodes): Promise<void> {
  await tx.updateTable('listings').set({ seller_sku, fnsku, asin, updated_at: sql`now()` }).where('id', '=', listingId).execute();
}
