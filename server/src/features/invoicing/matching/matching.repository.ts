import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

/** With a vendor's number below 1024: held while one of the vendor's invoices gets its number or is approved, paid or voided. */
const INVOICE_NUMBERS_LOCK = 871_012;

/**
 * A change of matched data locks the orders first, by ID, as receiving does; invoices and credits
 * follow.
 */
export async function lockOrders(tx: Database, ids: readonly number[]): Promise<void> {
  await sql`select id from purchase_orders where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(tx);
}

/**
 * The later of two resembling numbers is the duplicate, so a vendor's invoices get their numbers and IDs one after another.
 * Locked after orders and before invoices. The number of locks is small for any number of vendors.
 */
export async function lockInvoiceNumbers(tx: Database, vendorIdentities: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${INVOICE_NUMBERS_LOCK}::int, bucket)
    from (select distinct hashtext(key) & 1023 as bucket from unnest(${[...vendorIdentities]}::text[]) as key order by 1) buckets`.execute(tx);
}

/** Matches every invoice of these locked purchase orders and updates their totals: `database/functions/invoicing-matching.sql`. */
export async function matchOrders(tx: Database, ids: readonly number[]): Promise<void> {
  await sql`select match_orders(${[...ids]}::bigint[])`.execute(tx);
}
