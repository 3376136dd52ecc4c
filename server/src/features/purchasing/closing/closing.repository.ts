import type { Decision, Difference } from '@stowage/contract/purchasing/closing';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { rowArrays } from '../../../platform/database/hidden-value.ts';
import type { ReceivedUnit } from '../receiving/receipt.repository.ts';

export interface NewDecision {
  readonly lineId: number;
  readonly difference: Difference;
  readonly decision: Decision;
  readonly quantity: number;
}

export async function insertDecisions(tx: Database, packingListId: number, decisions: readonly NewDecision[], actorId: number): Promise<void> {
  await sql`
    insert into packing_list_decisions (packing_list_id, purchase_order_line_id, difference, decision, quantity, received_before, actor_id)
    select ${packingListId}, n.id, d.difference, d.decision, d.quantity, n.received, ${actorId}::bigint
    from unnest(${rowArrays(decisions, { lineId: 'bigint[]', difference: 'text[]', decision: 'text[]', quantity: 'int[]' })})
      as d (line_id, difference, decision, quantity)
    join purchase_order_lines n on n.id = d.line_id`.execute(tx);
}

/** Stores the units that a decision about surplus units moved to quarantine. */
export async function insertSetAside(tx: Database, packingListId: number, units: readonly { lineId: number; unitId: number }[]): Promise<void> {
  await sql`
    insert into packing_list_set_aside_units (decision_id, unit_id)
    select d.id, u.unit_id from unnest(${rowArrays(units, { lineId: 'bigint[]', unitId: 'bigint[]' })}) as u (line_id, unit_id)
    join packing_list_decisions d on d.packing_list_id = ${packingListId} and d.purchase_order_line_id = u.line_id and d.difference = 'OVER' and d.voided_at is null`.execute(
    tx,
  );
}

/** The units that closing a list moved to quarantine, with their receipts. */
export async function listSetAside(tx: Database, packingListId: number): Promise<ReceivedUnit[]> {
  const { rows } = await sql<ReceivedUnit>`
    select u.unit_id as "unitId", r.id as "receiptId"
    from packing_list_decisions d join packing_list_set_aside_units u on u.decision_id = d.id
    join stock_movements m on m.unit_id = u.unit_id and m.type = 'ADD' join receipts r on r.id = m.receipt_id and r.packing_list_id = ${packingListId}
    where d.packing_list_id = ${packingListId} and d.voided_at is null`.execute(tx);
  return rows;
}

/** Whether the vendor granted a credit for a claim of this list. */
export async function hasReceivedCredit(tx: Database, packingListId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from packing_list_decisions d join vendor_credits c on c.decision_id = d.id
    where d.packing_list_id = ${packingListId} and d.voided_at is null and c.state in ('RECEIVED', 'APPLIED') limit 1`.execute(tx);
  return rows.length > 0;
}

/** Voids the decisions of a list. @returns their ids and lines */
export async function voidDecisions(tx: Database, packingListId: number): Promise<{ id: number; lineId: number }[]> {
  const { rows } = await sql<{ id: number; lineId: number }>`
    update packing_list_decisions set voided_at = now() where packing_list_id = ${packingListId} and voided_at is null
    returning id, purchase_order_line_id as "lineId"`.execute(tx);
  return rows;
}
