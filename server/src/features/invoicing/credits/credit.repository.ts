import type { CreditState, CreditType } from '@stowage/contract/invoicing/vendor-credits';
import { sql } from 'kysely';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { rowArrays } from '../../../platform/database/hidden-value.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import type { WantedCredit } from '../matching/next-step.rules.ts';

export interface Credit {
  readonly id: number;
  readonly orderId: number;
  readonly poNumber: string;
  /** Of the credit's line. */
  readonly supplierSku: string | null;
  /** Equal for all spellings of the vendor, by `vendor_identity()`. */
  readonly vendorIdentity: string | null;
  readonly type: CreditType;
  readonly state: CreditState;
  readonly amount: string | null;
  /** The part that the vendor pays back, received or not. */
  readonly refund: string;
  readonly refundDue: string;
  readonly isRefunded: boolean;
  readonly createdBy: number | null;
}

export async function listOrderIdsOf(tx: Database, creditIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct purchase_order_id as id from vendor_credits where id = any(${[...creditIds]}::bigint[]) order by 1`.execute(tx);
  return rows.map(({ id }) => id);
}

/** @throws AppError `not_found` */
export async function lockCredits(tx: Database, ids: readonly number[]): Promise<Credit[]> {
  const { rows } = await sql<Credit>`
    select id, purchase_order_id as "orderId", po_number as "poNumber",
      (select n.supplier_sku from purchase_order_lines n where n.id = purchase_order_line_id) as "supplierSku",
      vendor_identity(vendor) as "vendorIdentity", type, state, amount, refund, refund_due as "refundDue",
      refunded_on is not null as "isRefunded", created_by as "createdBy" from vendor_credits
    where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(tx);
  if (rows.length < new Set(ids).size) throw new AppError('not_found', 'There is no such credit');
  return rows;
}

/** Creates expected credits for lines. A trigger rematches the orders of created and changed credits. */
export async function insertCredits(tx: Database, credits: readonly WantedCredit[], { note, actorId }: { note: string; actorId: number }): Promise<void> {
  await sql`
    insert into vendor_credits (purchase_order_id, vendor, po_number, purchase_order_line_id, type, quantity, amount, note, created_by)
    select p.id, p.vendor, p.po_number, c.line_id, c.type, c.quantity, c.amount, ${note}, ${actorId}::bigint
    from unnest(${rowArrays(credits, { lineId: 'bigint[]', type: 'text[]', quantity: 'int[]', amount: 'numeric[]' })})
      with ordinality as c (line_id, type, quantity, amount, nth)
    join purchase_order_lines n on n.id = c.line_id join purchase_orders p on p.id = n.purchase_order_id order by c.nth`.execute(tx);
}

export interface EnteredCredit {
  readonly orderId: number;
  readonly lineId: number | null;
  readonly type: CreditType;
  readonly quantity: number | null;
  readonly amount: string;
  readonly note: string;
  readonly clientId: string | null;
  readonly actorId: number;
}

/** The units of an order's line `n` that its returns take back. */
const returnedUnits = sql`coalesce((
  select sum(r.quantity) from vendor_credits r where r.purchase_order_line_id = n.id and r.type = 'RETURN' and r.state not in ('VOID', 'DENIED')
), 0)::int`;

export interface ReturnableLine {
  readonly received: number;
  readonly returned: number;
}

/** The received and the already returned units of a line. */
export async function countReturnable(tx: Database, lineId: number): Promise<ReturnableLine> {
  const { rows } = await sql<ReturnableLine>`
    select n.received, ${returnedUnits} as returned from purchase_order_lines n where n.id = ${lineId}`.execute(tx);
  return rows[0] ?? { received: 0, returned: 0 };
}

export async function insertCredit(tx: Database, { orderId, lineId, type, quantity, amount, note, actorId }: EnteredCredit): Promise<number> {
  const result = await sql<{ id: number }>`
    insert into vendor_credits (purchase_order_id, vendor, po_number, purchase_order_line_id, type, quantity, amount, note, created_by)
    select id, vendor, po_number, ${lineId}::bigint, ${type}, ${quantity}::int, ${amount}::numeric, ${note}, ${actorId}::bigint
    from purchase_orders where id = ${orderId} returning id`.execute(tx);
  return onlyRow(result).id;
}

export interface Move {
  readonly to: CreditState;
  readonly memo: string | null;
  /** null leaves the value unchanged. */
  readonly amount: string | null;
  readonly reason: string | null;
  readonly now: Date;
}

/**
 * Removes an applied credit from its invoice, and restores the requested amount of a received one. A credit for a difference
 * that is written off covers the difference with its amount.
 */
export async function moveCredits(tx: Database, ids: readonly number[], { to, memo, amount, reason, now }: Move): Promise<void> {
  const newAmount = sql`coalesce(${amount}::numeric, case when state = 'RECEIVED' then asked_amount end, amount)`;
  await sql`
    update vendor_credits set state = ${to}, memo = coalesce(${memo}, memo), state_reason = coalesce(${reason}, state_reason), amount = ${newAmount},
      settles = case when ${to} = 'WRITTEN_OFF' and type in ('SHORT', 'DAMAGE', 'OVERCHARGE') then coalesce(${newAmount}, 0) end, refund = 0,
      asked_amount = case when ${to} = 'RECEIVED' and state <> 'APPLIED' then amount when state = 'RECEIVED' then null else asked_amount end,
      requested_at = case when ${to} = 'REQUESTED' then ${now}::timestamptz else requested_at end,
      received_at = case when ${to} = 'RECEIVED' and state <> 'APPLIED' then ${now}::timestamptz when ${to} = 'REQUESTED' then null else received_at end,
      applied_invoice_id = null, applied_at = null
    where id = any(${[...ids]}::bigint[])`.execute(tx);
}

/**
 * Applies credits to an invoice. On a paid one, they first reduce the amount still to be paid; the vendor refunds the rest.
 * @returns the refund
 */
export async function applyCredits(tx: Database, ids: readonly number[], invoiceId: number, now: Date): Promise<string> {
  const { rows } = await sql<{ due: string }>`
    with counted as (
      select c.id, case when i.state = 'PAID' then c.amount - least(c.amount, greatest(greatest(still_to_pay(i), 0) - coalesce(sum(c.amount) over earlier, 0), 0))
        else 0 end as refund
      from vendor_credits c cross join vendor_invoices i where c.id = any(${[...ids]}::bigint[]) and i.id = ${invoiceId}
      window earlier as (order by c.id rows between unbounded preceding and 1 preceding)
    ), applied as (
      update vendor_credits c set state = 'APPLIED', applied_invoice_id = ${invoiceId}, applied_at = ${now}, refund = n.refund
      from counted n where n.id = c.id returning c.refund_due
    )
    select coalesce(sum(refund_due), 0)::numeric(14, 2) as due from applied`.execute(tx);
  return rows[0]?.due ?? '0.00';
}

/** Records the refunds of these credits on a day, or removes them. */
export async function refundCredits(tx: Database, ids: readonly number[], { on, reason }: { on: string | null; reason: string | null }): Promise<void> {
  await sql`
    update vendor_credits set refunded_on = ${on}::date, state_reason = coalesce(${reason}, state_reason) where id = any(${[...ids]}::bigint[])`.execute(tx);
}

/** The credits already applied to an invoice. */
export async function sumApplied(tx: Database, invoiceId: number): Promise<string> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(amount), 0)::numeric(14, 2) as sum from vendor_credits where applied_invoice_id = ${invoiceId}`.execute(tx);
  return rows[0]?.sum ?? '0.00';
}

/** One of these returns that, with other returns of its line, is of more units than were received. @returns its id */
export async function findOverreturned(tx: Database, ids: readonly number[]): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select c.id from vendor_credits c join purchase_order_lines n on n.id = c.purchase_order_line_id
    where c.id = any(${[...ids]}::bigint[]) and c.type = 'RETURN' and ${returnedUnits} > greatest(n.received, c.quantity) limit 1`.execute(tx);
  return rows[0]?.id;
}

/**
 * One of these credits that, with the line's other credits, exceeds the wrongly billed amount of its line or the claims of
 * closed lists.
 * @returns its id
 */
export async function findOverclaimed(tx: Database, ids: readonly number[]): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select c.id from vendor_credits c
    join match_order_lines(array(select purchase_order_id from vendor_credits where id = any(${[...ids]}::bigint[]))) m
      on m.purchase_order_line_id = c.purchase_order_line_id
    where c.id = any(${[...ids]}::bigint[]) and case
        when c.type = 'OVERCHARGE' then m.claimed_overcharge > m.overcharge
        when c.type in ('SHORT', 'DAMAGE') then m.claimed_over > greatest(m.over_amount, coalesce((
          select line_amount(sum(d.units), m.unit_cost) from vendor_claims d where d.purchase_order_line_id = c.purchase_order_line_id
        ), 0))
        else false end
      and exists (
        select from vendor_credits o where o.purchase_order_line_id = c.purchase_order_line_id and o.id <> c.id and o.state not in ('VOID', 'DENIED')
          and o.type in ('SHORT', 'DAMAGE', 'OVERCHARGE') and (o.type = 'OVERCHARGE') = (c.type = 'OVERCHARGE')
      ) limit 1`.execute(tx);
  return rows[0]?.id;
}
