import type { Database } from '../../../platform/database/connection/connect.ts';
import { claimCredits } from '../../invoicing/index.ts';
import { applyDecisions } from './closing.rules.ts';
import { listShortDecisions, type ShortDecision, writeDecidedLines, writeDecisions } from './short-decision.repository.ts';

/**
 * Recalculates the canceled and backordered units of lines, and the vendor's credits, from all valid decisions of the lines, because the
 * effect of a decision depends on the earlier ones. The caller has locked the lines' order.
 */
export async function recalculateLines(tx: Database, lineIds: readonly number[]): Promise<void> {
  const byLine = new Map<number, ShortDecision[]>(lineIds.map((id) => [id, []]));
  for (const decision of await listShortDecisions(tx, lineIds)) byLine.get(decision.lineId)?.push(decision);
  const lines = [...byLine].map(([lineId, decisions]) => ({ lineId, ...applyDecisions(decisions[0]?.ordered ?? 0, decisions) }));
  await writeDecisions(
    tx,
    lines.flatMap(({ changes }) => changes),
  );
  await claimCredits(tx, lineIds);
  await writeDecidedLines(tx, lines);
}
