import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { FOLLOWS_CLAIM, UNANSWERED } from './credit-states.condition.ts';

/**
 * Stores the credits that valid claims create. Units that another open credit of the line covers are not claimed again, and a claim that a person
 * withdrew (it has a reason) stays withdrawn.
 */
export async function upsertClaims(tx: Database, lineIds: readonly number[]): Promise<void> {
  await sql`
    with claims as (
      select d.id, d.purchase_order_line_id as line_id, case d.difference when 'SHORT' then 'SHORT' else 'DAMAGE' end as type, v.state,
        d.units as owed, case when v.state <> 'VOID' then coalesce(v.quantity, 0) else 0 end as asked
      from vendor_claims d left join vendor_credits v on v.decision_id = d.id
      where d.purchase_order_line_id = any(${[...lineIds]}::bigint[])
        and v.state is distinct from 'DENIED' and not coalesce(v.state = 'VOID' and v.state_reason is not null, false)
    ), roomy as (
      select *, case when coalesce(state in ${FOLLOWS_CLAIM}, true) then greatest(owed - coalesce(asked, 0), 0) else 0 end as growth,
        greatest(sum(owed) over line - sum(coalesce(asked, 0)) over line - coalesce((
          select sum(o.quantity) from vendor_credits o
          where o.purchase_order_line_id = c.line_id and o.type = c.type and o.state not in ('VOID', 'DENIED')
            and not exists (select from claims k where k.id = o.decision_id)
        ), 0), 0) as room
      from claims c window line as (partition by line_id, type)
    ), wanted as (
      select id, line_id, type, state, least(owed, coalesce(asked, 0) + least(growth, greatest(room - coalesce(sum(growth) over earlier, 0), 0)))::integer as quantity
      from roomy window earlier as (partition by line_id, type order by id rows between unbounded preceding and 1 preceding)
    )
    insert into vendor_credits as v (decision_id, purchase_order_id, vendor, po_number, purchase_order_line_id, type, quantity, amount)
    select w.id, p.id, p.vendor, p.po_number, n.id, w.type, w.quantity, line_amount(w.quantity, n.unit_cost)
    from wanted w join purchase_order_lines n on n.id = w.line_id join purchase_orders p on p.id = n.purchase_order_id
    where w.quantity > 0 and coalesce(w.state in ${FOLLOWS_CLAIM}, true) order by w.id
    on conflict (decision_id) do update set quantity = excluded.quantity, amount = excluded.amount, state = case v.state when 'VOID' then 'EXPECTED' else v.state end
      where v.quantity <> excluded.quantity or v.state = 'VOID'`.execute(tx);
}

/** Withdraws credits for missing units that the claim no longer cancels, unless the vendor has answered. */
export async function withdrawOutdated(tx: Database, lineIds: readonly number[]): Promise<void> {
  await sql`
    update vendor_credits v set state = 'VOID', state_reason = null from packing_list_decisions d
    where d.purchase_order_line_id = any(${[...lineIds]}::bigint[]) and d.difference = 'SHORT' and d.canceled_change = 0 and v.decision_id = d.id
      and v.state in ${UNANSWERED}`.execute(tx);
}

/** Withdraws the credits of decisions, unless the vendor has answered. */
export async function withdrawCreditsOf(tx: Database, decisionIds: readonly number[]): Promise<void> {
  await sql`
    update vendor_credits set state = 'VOID', state_reason = null
    where decision_id = any(${[...decisionIds]}::bigint[]) and state in ${UNANSWERED}`.execute(tx);
}
