import type { Database } from '../../../platform/database/connect.ts';
import { settleInOrder } from '../closing/closing.rules.ts';
import { listStanding, type StandingDecision, writeSettled } from './line-settlement.repository.ts';

/**
 * Works out again what is canceled and promised of lines, from the decisions that stand. Their order is locked.
 * What a decision changes depends on those before it, so that taking one back is more than a subtraction.
 */
export async function settleLines(tx: Database, lineIds: readonly number[]): Promise<void> {
  const ofLine = new Map<number, StandingDecision[]>(lineIds.map((id) => [id, []]));
  for (const decision of await listStanding(tx, lineIds)) ofLine.get(decision.lineId)?.push(decision);
  const settled = [...ofLine].map(([lineId, decisions]) => ({ lineId, ...settleInOrder(decisions[0]?.ordered ?? 0, decisions) }));
  await writeSettled(tx, settled);
}
