import { AppError } from '../../platform/app-error.ts';
import { onceOrRepeat, type Ran } from '../../platform/commands/once.ts';
import type { DatabaseTransaction } from '../../platform/database/connection/connect.ts';
import { insertDecision, type NewDecision } from './decision.repository.ts';

export interface WantedDecision extends NewDecision {
  /** The location's id or code. */
  readonly location?: number | string | undefined;
  /** The units' listing, if the disposition's condition doesn't determine it. */
  readonly listing?: { readonly id: number } | { readonly newSku: string } | undefined;
}

/**
 * Gives units of a returned line a disposition, once per client id. Labels and cases share the ids.
 * @param follow what the decision causes, in the same transaction; a repeat causes nothing
 * @returns the decision's id
 * @throws AppError `more_than_shipped`, and for an id of another decision the given reason
 */
export function recordDecision(
  tx: DatabaseTransaction,
  decision: WantedDecision,
  reused: { readonly message: string; readonly reason: string },
  follow: (decisionId: number) => Promise<void>,
): Promise<Ran<number>> {
  const { removalShipmentId, dispositionId, quantity, location, listing, clientId: key, actorId } = decision;
  const refusal = () => new AppError('conflict', reused.message, { reason: reused.reason });
  const earlierContent = [removalShipmentId, dispositionId, quantity];
  const content = [...earlierContent, location, listing];
  return onceOrRepeat(tx, { command: 'returns.decide', key, actorId, content, earlierContent, refusal }, async () => {
    const decisionId = await insertDecision(tx, decision);
    await follow(decisionId);
    return decisionId;
  });
}
