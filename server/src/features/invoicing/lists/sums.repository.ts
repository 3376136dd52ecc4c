import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

/** The tables of sums. Triggers append changes to them (`database/functions/invoicing-totals.sql`). */
const SUMS = [
  {
    table: 'purchase_order_sums',
    keys: ['month', 'vendor_key', 'match'],
    amounts: ['ordered', 'received', 'invoiced', 'credit_expected', 'credit_applied', 'balance'],
  },
  { table: 'vendor_invoice_sums', keys: ['month', 'vendor_key', 'state'], amounts: ['goods', 'freight', 'tax', 'discount', 'total'] },
  { table: 'vendor_invoice_exception_sums', keys: ['month', 'vendor_key', 'state'], amounts: ['goods', 'freight', 'tax', 'discount', 'total'] },
  { table: 'vendor_credit_sums', keys: ['month', 'vendor_key', 'state'], amounts: ['amount'] },
] as const;

/** Compacts the appended sums. Concurrent readers see the state before or after it. */
export async function compactSums(db: Database): Promise<void> {
  for (const { table, keys, amounts } of SUMS) {
    const by = columns(keys);
    const summed = sql.join(['rows', ...amounts].map((name) => sql`sum(${sql.ref(name)})`));
    await sql`
      with gone as (delete from ${sql.table(table)} returning *)
      insert into ${sql.table(table)} (${by}, rows, ${columns(amounts)})
      select ${by}, ${summed} from gone group by ${by}`.execute(db);
  }
}

/** Whether any table of sums has many more rows than a compacted one would have. */
export async function areSumsLong(db: Database): Promise<boolean> {
  const counts = SUMS.map(({ table, keys }) => sql`select count(*) as n, count(distinct (${columns(keys)})) as kinds from ${sql.table(table)}`);
  const { rows } = await sql<{ is_long: boolean }>`
    select bool_or(n > 1000 and n > 2 * kinds) as is_long from (${sql.join(counts, sql` union all `)}) sums`.execute(db);
  return rows[0]?.is_long ?? false;
}

function columns(names: readonly string[]) {
  return sql.join(names.map((name) => sql.ref(name)));
}
