import { AGEING_BUCKETS, type CREDIT_SORTS, CREDIT_STATES, type CreditRow, UNCOUNTED_CREDITS } from '@stowage/contract/invoicing/vendor-credits';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import { OPEN } from '../credits/credit-states.condition.ts';
import { beginsWith, holdsText, type MoneyList } from './money-list.read-model.ts';

type CreditSort = (typeof CREDIT_SORTS)[number];

const name = sql`upper(r.po_number || ' ' || coalesce(r.vendor, ''))`;

export const CREDITS: MoneyList<'amount', CreditSort> = {
  table: sql`vendor_credits r`,
  id: sql`r.id`,
  day: sql`r.created_at`,
  between: (from, to) =>
    sql`r.created_at >= ${from}::date::timestamp at time zone 'UTC' and r.created_at < (${to}::date + interval '1 day') at time zone 'UTC'`,
  status: sql`r.state`,
  states: CREDIT_STATES,
  sums: sql`vendor_credit_sums`,
  statusOfSums: sql`state`,
  amounts: ['amount'],
  uncounted: UNCOUNTED_CREDITS,
  sorts: {
    ...{ created_at: 'day', age_days: 'age', state: 'state', type: sql`r.type`, po_number: sql`upper(r.po_number)`, vendor: sql`r.vendor_key` },
    ...{ quantity: sql`coalesce(r.quantity, 0)`, amount: sql`coalesce(r.amount, 0)` },
  },
  numbered: (search) => sql`
    select r.id from vendor_credits r where ${beginsWith(sql`upper(r.po_number)`, search)} or upper(r.memo) = upper(${search})`,
  found: (search) => sql`select r.id from vendor_credits r where ${holds(search)}`,
  holds,
};

/** Plan: two indexes, one of trigrams. */
function holds(search: string) {
  return sql<SqlBool>`(${holdsText(name, search)} or upper(r.memo) = upper(${search}))`;
}

/** Additional filters of credits: by order, and by due refunds. Plan: a small index for each. */
export function among({ purchaseOrderId, refundDue }: { purchaseOrderId?: number | undefined; refundDue: boolean }): RawBuilder<SqlBool> | undefined {
  const wanted = [
    ...(purchaseOrderId === undefined ? [] : [sql<SqlBool>`r.purchase_order_id = ${purchaseOrderId}`]),
    ...(refundDue ? [sql<SqlBool>`r.refund_due > 0`] : []),
  ];
  return wanted.length === 0 ? undefined : sql<SqlBool>`${sql.join(wanted, sql` and `)}`;
}

/** An order's credits in a state. */
export async function listCreditIds(db: Database, purchaseOrderId: number, state: string): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select id from vendor_credits where purchase_order_id = ${purchaseOrderId} and state = ${state} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

type Row = Omit<CreditRow, 'created_at'> & { created_at: Date };

export async function listCredits(db: Database, ids: readonly number[], now: Date): Promise<CreditRow[]> {
  const { rows } = await sql<Row>`
    select r.id, r.type, r.state, r.purchase_order_id, r.po_number, r.vendor, vendor_identity(r.vendor) as vendor_identity, n.id as line_id, n.supplier_sku, n.product_name, r.quantity, r.amount, r.memo, r.note, r.state_reason,
      (select jsonb_build_object('id', i.id, 'number', i.number) from vendor_invoices i where i.id = r.applied_invoice_id) as applied_to,
      r.refund, to_char(r.refunded_on, 'YYYY-MM-DD') as refunded_on, r.refund_due,
      (select count(*)::int from photos f where f.line_id = r.purchase_order_line_id and f.deleted_at is null) as photos,
      r.created_at, greatest(extract(day from ${now}::timestamptz - r.created_at), 0)::int as age_days
    from vendor_credits r left join purchase_order_lines n on n.id = r.purchase_order_line_id
    where r.id = any(${[...ids]}::bigint[]) order by array_position(${[...ids]}::bigint[], r.id)`.execute(db);
  return rows.map((row) => ({ ...row, created_at: utcText(row.created_at) }));
}

/** The age of open credits and the due refunds. Plan: two indexes that contain only these, with their amounts. */
export async function sumByAge(db: Database, vendor: string | undefined, now: Date) {
  const { rows } = await sql<{ nth: number; count: number; amount: string }>`
    select least(greatest(extract(day from ${now}::timestamptz - created_at)::int - 1, 0) / 30, 3) as nth, count(*)::int as count,
      coalesce(sum(amount), 0)::numeric(20, 2) as amount
    from (
      select vendor_key, created_at, amount from vendor_credits where state in ${OPEN}
      union all select vendor_key, created_at, refund_due from vendor_credits where refund_due > 0
    ) owed
    where ${vendor === undefined ? sql`true` : sql`vendor_key = upper(${vendor})`} group by 1`.execute(db);
  return AGEING_BUCKETS.map((bucket, nth) => {
    const row = rows.find((one) => one.nth === nth);
    return { bucket, count: row?.count ?? 0, amount: row?.amount ?? '0.00' };
  });
}

/** Due refunds. Plan: an index that contains only these, with their amounts. */
export async function sumRefunds(db: Database, vendor: string | undefined): Promise<{ count: number; amount: string }> {
  const { rows } = await sql<{ count: number; amount: string }>`
    select count(*)::int as count, coalesce(sum(refund_due), 0)::numeric(20, 2) as amount from vendor_credits
    where refund_due > 0 and ${vendor === undefined ? sql`true` : sql`vendor_key = upper(${vendor})`}`.execute(db);
  return rows[0] ?? { count: 0, amount: '0.00' };
}
