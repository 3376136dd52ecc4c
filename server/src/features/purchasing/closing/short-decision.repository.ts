import type { Decision } from '@stowage/contract/purchasing/closing';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { rowArrays } from '../../../platform/database/hidden-value.ts';
import type { DecidedLine } from './closing.rules.ts';

/** A valid decision about missing units. */
export interface ShortDecision {
  readonly id: number;
  readonly lineId: number;
  readonly ordered: number;
  readonly decision: Decision;
  readonly quantity: number;
  readonly receivedBefore: number;
}

/** Oldest first. */
export async function listShortDecisions(tx: Database, lineIds: readonly number[]): Promise<ShortDecision[]> {
  const { rows } = await sql<ShortDecision>`
    select d.id, d.purchase_order_line_id as "lineId", n.ordered, d.decision, d.quantity, d.received_before as "receivedBefore"
    from packing_list_decisions d join purchase_order_lines n on n.id = d.purchase_order_line_id
    where d.purchase_order_line_id = any(${lineIds}::bigint[]) and d.voided_at is null and d.difference = 'SHORT' order by d.id`.execute(tx);
  return rows;
}

/** Writes the effect of each decision: the units that it cancels and backorders (`promised`). */
export async function writeDecisions(tx: Database, changes: DecidedLine['changes']): Promise<void> {
  const changed = sql`unnest(${rowArrays(changes, { id: 'bigint[]', canceled: 'int[]', promised: 'int[]' })}) as c (id, canceled, promised)`;
  await sql`
    update packing_list_decisions d set canceled_change = c.canceled, promised_change = c.promised from ${changed}
    where d.id = c.id and (d.canceled_change <> c.canceled or d.promised_change <> c.promised)`.execute(tx);
}

/** Writes the canceled and backordered (`promised`) units of lines. */
export async function writeDecidedLines(tx: Database, lines: readonly (DecidedLine & { lineId: number })[]): Promise<void> {
  await sql`
    update purchase_order_lines n set canceled = l.canceled, promised = l.promised
    from unnest(${rowArrays(lines, { lineId: 'bigint[]', canceled: 'int[]', promised: 'int[]' })}) as l (id, canceled, promised)
    where n.id = l.id and (n.canceled <> l.canceled or n.promised <> l.promised)`.execute(tx);
}
