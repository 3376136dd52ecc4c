import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

/**
 * What is to be compared again, for causes that are no movement of the ledger. Written in the transaction of the cause, whichever
 * way quantities are sent: without a row, the number of SKUs out of sync is wrong until the repair finds the listing.
 */

/** The most listings of a row, so that a batch is not much larger than it is meant to be. */
const ROW_LISTINGS = 500;

/** An insert of what a query's column names, in parts. */
const insertChecks = (into: 'listing_ids' | 'skus', column: 'id' | 'seller_sku', rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into out_of_sync_checks (${sql.ref(into)})
  select array_agg(${sql.ref(column)}) from (
    select ${sql.ref(column)}, (row_number() over () - 1) / ${sql.lit(ROW_LISTINGS)} as part from (${rows}) changed
  ) numbered group by part`;

/** An insert for the end or a part of a statement. @param skus a query with the column seller_sku */
export const checkSkusOf = (skus: RawBuilder<unknown>): RawBuilder<unknown> => insertChecks('skus', 'seller_sku', skus);

export async function compareSkus(tx: Database, skus: readonly string[]): Promise<void> {
  if (skus.length > 0) await checkSkusOf(sql`select unnest(${skus}::text[]) as seller_sku`).execute(tx);
}

export async function compareListings(tx: Database, listingIds: readonly number[]): Promise<void> {
  if (listingIds.length > 0) await insertChecks('listing_ids', 'id', sql`select unnest(${[...new Set(listingIds)]}::bigint[]) as id`).execute(tx);
}

/** After a change that concerns all listings: they are compared again in batches. */
export async function compareAllListings(tx: Database): Promise<void> {
  await sql`insert into out_of_sync_checks default values`.execute(tx);
}

/** The SKUs that were announced with orders: they are no longer counted as announced once an order has allocations. */
export async function compareAnnounced(tx: Database, orderIds: readonly string[]): Promise<void> {
  await sql`insert into out_of_sync_checks (skus)
    select skus from marketplace_reads where kind = 'ORDER' and subject = any(${orderIds}::text[]) and cardinality(skus) > 0`.execute(tx);
}
