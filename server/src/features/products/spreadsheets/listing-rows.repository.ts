import { CONDITION_NEW } from '@stowage/contract/catalog/conditions';
import type { Values } from '@stowage/contract/spreadsheets/values';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { setGiven } from '../../spreadsheets/kinds/index.ts';

/** Listings of files, many at once. */

export async function readListings(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Values>> {
  const { rows } = await sql<Values & { id: string }>`
    select id::text as id, fnsku, asin, channel, condition from listings where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, ...values }) => [id, values]));
}

/** @returns the ids, in the order of the rows */
export async function insertListings(tx: Database, rows: readonly { readonly values: Values; readonly productId: string }[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const { rows: taken } = await sql<{ id: string }>`select nextval('listings_id_seq')::text as id from generate_series(1, ${rows.length}::int)`.execute(tx);
  const ids = taken.map(({ id }) => id);
  const records = rows.map(({ values, productId }, nth) => ({ condition: CONDITION_NEW, channel: 'SELLER_FULFILLED', ...values, id: ids[nth], productId }));
  await sql`
    insert into listings (id, product_id, seller_sku, fnsku, asin, condition, channel) overriding system value
    select id, "productId", seller_sku, fnsku, asin, condition, channel from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
      as r (id bigint, "productId" bigint, seller_sku text, fnsku text, asin text, condition smallint, channel text) order by id`.execute(tx);
  return ids;
}

/** Sets the values that are present. */
export async function updateListings(tx: Database, changes: readonly { readonly id: string; readonly values: Values }[]): Promise<void> {
  const columns = setGiven({ fnsku: 'text', asin: 'text', channel: 'text' });
  await sql`
    update listings set ${columns}, updated_at = now() from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change (id bigint, values jsonb)
    where listings.id = change.id`.execute(tx);
}

export async function listListingsOf(tx: Database, productIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id::text as id from listings where product_id = any(${productIds}::bigint[])`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The first listing that the ledger names, locked against new units. */
export async function findUsedListing(tx: Database, ids: readonly string[]): Promise<{ name: string; units: number } | undefined> {
  await sql`select from listings where id = any(${ids}::bigint[]) order by id for update`.execute(tx);
  const { rows } = await sql<{ name: string; units: number }>`
    select coalesce(l.seller_sku, l.fnsku, l.asin) as name, coalesce(c.on_hand, 0) as units
    from listings l left join listing_counts c on c.listing_id = l.id
    where l.id = any(${ids}::bigint[]) and (exists (select from stock_movements m where m.listing_id = l.id) or coalesce(c.on_hand, 0) > 0)
    order by l.id limit 1`.execute(tx);
  return rows[0];
}

export async function deleteListings(tx: Database, ids: readonly string[]): Promise<void> {
  await sql`delete from listings where id = any(${ids}::bigint[])`.execute(tx);
}
