import type { Decision, Difference } from '@stowage/contract/packing-lists';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { OrderLine } from './closing.rules.ts';
import type { ReceivedUnit } from './receipt.repository.ts';

/** The order's lines of a list, by id. Their order is locked. */
export async function readOrderLines(tx: Database, packingListId: number): Promise<Map<number, OrderLine>> {
  const { rows } = await sql<OrderLine & { id: number }>`
    select n.id, n.ordered, n.received, n.canceled, n.promised from packing_list_lines x join purchase_order_lines n on n.id = x.purchase_order_line_id
    where x.packing_list_id = ${packingListId} order by n.id`.execute(tx);
  return new Map(rows.map(({ id, ...line }) => [id, line]));
}

export interface NewDecision {
  readonly lineId: number;
  readonly difference: Difference;
  readonly decision: Decision;
  readonly quantity: number;
  readonly canceled: number;
  readonly promised: number;
}

/** Keeps what was decided, changes the order's lines by it, and notes what the vendor owes. */
export async function insertDecisions(tx: Database, packingListId: number, decisions: readonly NewDecision[], actorId: number): Promise<void> {
  const column = <K extends keyof NewDecision>(name: K) => decisions.map((decision) => decision[name]);
  await sql`
    with decided as (
      insert into packing_list_decisions (packing_list_id, purchase_order_line_id, difference, decision, quantity, canceled_change, promised_change, actor_id)
      select ${packingListId}, d.*, ${actorId}::bigint
      from unnest(${column('lineId')}::bigint[], ${column('difference')}::text[], ${column('decision')}::text[], ${column('quantity')}::int[],
        ${column('canceled')}::int[], ${column('promised')}::int[]) as d
      returning id, purchase_order_line_id, difference, decision, quantity
    )
    insert into vendor_credits (decision_id, purchase_order_line_id, type, quantity, amount)
    select d.id, d.purchase_order_line_id, case d.difference when 'SHORT' then 'SHORT' else 'DAMAGE' end, d.quantity, d.quantity * n.unit_cost
    from decided d join purchase_order_lines n on n.id = d.purchase_order_line_id where d.decision = 'CLAIM'`.execute(tx);
  await sql`
    update purchase_order_lines n set canceled = n.canceled + d.canceled, promised = n.promised + d.promised
    from (
      select line_id, sum(canceled)::int as canceled, sum(promised)::int as promised
      from unnest(${column('lineId')}::bigint[], ${column('canceled')}::int[], ${column('promised')}::int[]) as d (line_id, canceled, promised) group by line_id
    ) d where n.id = d.line_id and (d.canceled <> 0 or d.promised <> 0)`.execute(tx);
}

/** Keeps which units a decision about what is over put in quarantine. */
export async function insertSetAside(tx: Database, packingListId: number, units: readonly { lineId: number; unitId: number }[]): Promise<void> {
  await sql`
    insert into packing_list_set_aside_units (decision_id, unit_id)
    select d.id, u.unit_id from unnest(${units.map(({ lineId }) => lineId)}::bigint[], ${units.map(({ unitId }) => unitId)}::bigint[]) as u (line_id, unit_id)
    join packing_list_decisions d on d.packing_list_id = ${packingListId} and d.purchase_order_line_id = u.line_id and d.difference = 'OVER' and d.voided_at is null`.execute(
    tx,
  );
}

/** The units that closing a list put in quarantine, while that stands, with the receipts that brought them. */
export async function listSetAside(tx: Database, packingListId: number): Promise<ReceivedUnit[]> {
  const { rows } = await sql<ReceivedUnit>`
    select u.unit_id as "unitId", r.id as "receiptId"
    from packing_list_decisions d join packing_list_set_aside_units u on u.decision_id = d.id
    join stock_movements m on m.unit_id = u.unit_id and m.type = 'ADD' join receipts r on r.id = m.receipt_id and r.packing_list_id = ${packingListId}
    where d.packing_list_id = ${packingListId} and d.voided_at is null`.execute(tx);
  return rows;
}

/** Takes back what closing a list decided. What a later list decided of the same line stays. */
export async function voidDecisions(tx: Database, packingListId: number): Promise<void> {
  await sql`
    with voided as (
      update packing_list_decisions set voided_at = now() where packing_list_id = ${packingListId} and voided_at is null
      returning id, purchase_order_line_id, canceled_change, promised_change
    ), credits as (
      update vendor_credits c set state = 'VOID' from voided v where c.decision_id = v.id
    )
    update purchase_order_lines n set canceled = greatest(n.canceled - v.canceled, 0), promised = greatest(n.promised - v.promised, 0)
    from (select purchase_order_line_id, sum(canceled_change)::int as canceled, sum(promised_change)::int as promised from voided group by 1) v
    where n.id = v.purchase_order_line_id`.execute(tx);
}
