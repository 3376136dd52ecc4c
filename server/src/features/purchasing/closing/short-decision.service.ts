import type { Database } from '../../../platform/database/connect.ts';
import { applyDecisions } from './closing.rules.ts';
import { listShortDecisions, type ShortDecision, writeDecidedLines } from './short-decision.repository.ts';

/**
 * Recalculates the canceled and backordered units of lines from all their valid decisions, because the effect of a decision depends
 * on the earlier ones. The caller has locked the lines' order.
 */
export async function recalculateLines(tx: Database, lineIds: readonly number[]): Promise<void> {
  const byLine = new Map<number, ShortDecision[]>(lineIds.map((id) => [id, []]));
  for (const decision of await listShortDecisions(tx, lineIds)) byLine.get(decision.lineId)?.push(decision);
  const lines = [...byLine].map(([lineId, decisions]) => ({ lineId, ...applyDecisions(decisions[0]?.ordered ?? 0, decisions) }));
  await writeDecidedLines(tx, lines);
}
