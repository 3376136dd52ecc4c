import type { Decision } from '@stowage/contract/purchasing/packing-lists';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { writeClaims } from '../../invoicing/index.ts';
import type { SettledLine } from '../closing/closing.rules.ts';

/** What was decided of units that did not come, and was not taken back. */
export interface StandingDecision {
  readonly id: number;
  readonly lineId: number;
  readonly ordered: number;
  readonly decision: Decision;
  readonly quantity: number;
  readonly receivedBefore: number;
}

/** In the order in which they were made. */
export async function listStanding(tx: Database, lineIds: readonly number[]): Promise<StandingDecision[]> {
  const { rows } = await sql<StandingDecision>`
    select d.id, d.purchase_order_line_id as "lineId", n.ordered, d.decision, d.quantity, d.received_before as "receivedBefore"
    from packing_list_decisions d join purchase_order_lines n on n.id = d.purchase_order_line_id
    where d.purchase_order_line_id = any(${lineIds}::bigint[]) and d.voided_at is null and d.difference = 'SHORT' order by d.id`.execute(tx);
  return rows;
}

/** Writes what is canceled and promised of lines, what each decision did to it, and what the vendor owes for it. */
export async function writeSettled(tx: Database, lines: readonly (SettledLine & { lineId: number })[]): Promise<void> {
  const changes = lines.flatMap((line) => line.changes);
  const changed = sql`unnest(${changes.map(({ id }) => id)}::bigint[], ${changes.map(({ canceled }) => canceled)}::int[],
    ${changes.map(({ promised }) => promised)}::int[]) as c (id, canceled, promised)`;
  await sql`
    update packing_list_decisions d set canceled_change = c.canceled, promised_change = c.promised from ${changed}
    where d.id = c.id and (d.canceled_change <> c.canceled or d.promised_change <> c.promised)`.execute(tx);
  await writeClaims(
    tx,
    lines.map(({ lineId }) => lineId),
  );
  await sql`
    update purchase_order_lines n set canceled = l.canceled, promised = l.promised
    from unnest(${lines.map(({ lineId }) => lineId)}::bigint[], ${lines.map(({ canceled }) => canceled)}::int[],
      ${lines.map(({ promised }) => promised)}::int[]) as l (id, canceled, promised)
    where n.id = l.id and (n.canceled <> l.canceled or n.promised <> l.promised)`.execute(tx);
}
