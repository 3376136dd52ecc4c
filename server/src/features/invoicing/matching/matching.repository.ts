import { sql } from 'kysely';
import { ADVISORY_LOCKS } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../platform/database/connect.ts';

/**
 * A change of matched data locks the orders first, by ID, as receiving does; invoices and credits
 * follow.
 */
export async function lockOrders(tx: Database, ids: readonly number[]): Promise<void> {
  await sql`select id from purchase_orders where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(tx);
}

/**
 * Of two resembling numbers the later is the duplicate, so a vendor's invoices get their numbers and IDs one after another.
 * Locked after orders and before invoices. The number of locks is small for any number of vendors.
 */
export async function lockInvoiceNumbers(tx: Database, vendorKeys: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${ADVISORY_LOCKS.invoiceNumbers}::int, bucket)
    from (select distinct hashtext(key) & 1023 as bucket from unnest(${[...vendorKeys]}::text[]) as key order by 1) buckets`.execute(tx);
}

/** Matches every invoice of these locked purchase orders and updates their totals: `database/functions/invoicing-matching.sql`. */
export async function matchOrders(tx: Database, ids: readonly number[]): Promise<void> {
  await sql`select match_orders(${[...ids]}::bigint[])`.execute(tx);
}

const SUMS = [
  {
    table: 'purchase_order_sums',
    keys: 'month, vendor_key, match',
    amounts: ['ordered', 'received', 'invoiced', 'credit_expected', 'credit_applied', 'balance'],
  },
  { table: 'vendor_invoice_sums', keys: 'month, vendor_key, state', amounts: ['goods', 'freight', 'tax', 'discount', 'total'] },
  { table: 'vendor_invoice_exception_sums', keys: 'month, vendor_key, state', amounts: ['goods', 'freight', 'tax', 'discount', 'total'] },
  { table: 'vendor_credit_sums', keys: 'month, vendor_key, state', amounts: ['amount'] },
] as const;

/** Compacts the appended sums. Concurrent readers see the state before or after it. */
export async function addUpSums(db: Database): Promise<void> {
  for (const { table, keys, amounts } of SUMS) {
    const summed = ['rows', ...amounts].map((column) => `sum(${column})`).join(', ');
    await sql`
      with gone as (delete from ${sql.table(table)} returning *)
      insert into ${sql.table(table)} (${sql.raw(keys)}, rows, ${sql.raw(amounts.join(', '))})
      select ${sql.raw(keys)}, ${sql.raw(summed)} from gone group by ${sql.raw(keys)}`.execute(db);
  }
}

/** Whether the sums take many more rows than compacted ones would. */
export async function hasUnaddedSums(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is_long: boolean }>`
    select bool_or(n > 1000 and n > 2 * kinds) as is_long from (
      select count(*) as n, count(distinct (month, vendor_key, match)) as kinds from purchase_order_sums
      union all select count(*), count(distinct (month, vendor_key, state)) from vendor_invoice_sums
      union all select count(*), count(distinct (month, vendor_key, state)) from vendor_invoice_exception_sums
      union all select count(*), count(distinct (month, vendor_key, state)) from vendor_credit_sums
    ) sums`.execute(db);
  return rows[0]?.is_long ?? false;
}
