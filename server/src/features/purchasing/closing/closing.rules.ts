import type { Decision, Difference } from '@stowage/contract/purchasing/packing-lists';
import { DECISIONS } from '@stowage/contract/purchasing/packing-lists';

interface ListLine {
  readonly lineId: number;
  readonly quantity: number;
  readonly received: number;
  readonly damaged: number;
}

export interface LineDifference {
  readonly lineId: number;
  readonly difference: Difference;
  readonly quantity: number;
}

/** What closing a list decides: every line that is short, over, or has damaged units. One line may be over and damaged. */
export function differencesOf(lines: readonly ListLine[]): LineDifference[] {
  return lines.flatMap(({ lineId, quantity, received, damaged }) => [
    ...(received < quantity ? [{ lineId, difference: 'SHORT' as const, quantity: quantity - received }] : []),
    ...(received > quantity ? [{ lineId, difference: 'OVER' as const, quantity: received - quantity }] : []),
    ...(damaged > 0 ? [{ lineId, difference: 'DAMAGED' as const, quantity: damaged }] : []),
  ]);
}

export function isPossible(difference: Difference, decision: Decision): boolean {
  return (DECISIONS[difference] as readonly Decision[]).includes(decision);
}

export interface OrderLine {
  readonly ordered: number;
  readonly received: number;
  readonly canceled: number;
  readonly promised: number;
}

/**
 * What a decision about units that did not come changes of the order's line. What the vendor will still ship is
 * promised; what never comes is canceled, a claim too; what may turn up is neither.
 */
export function settleShort(
  { ordered, received, canceled, promised }: OrderLine,
  decision: Decision,
  quantity: number,
): { canceled: number; promised: number } {
  const remaining = Math.max(ordered - canceled - received, 0);
  const effective = Math.min(promised, remaining);
  if (decision === 'BACKORDER') return { canceled: 0, promised: Math.min(remaining, effective + quantity) - promised };
  if (decision === 'FOUND_LATER') return { canceled: 0, promised: Math.min(effective, Math.max(remaining - quantity, 0)) - promised };
  const gone = Math.min(quantity, remaining);
  return { canceled: gone, promised: Math.min(effective, remaining - gone) - promised };
}

interface ShortDecision {
  readonly id: number;
  readonly decision: Decision;
  readonly quantity: number;
  /** What had come of the order's line when it was made. */
  readonly receivedBefore: number;
}

export interface SettledLine {
  readonly canceled: number;
  readonly promised: number;
  /** What each decision did to that. */
  readonly changes: readonly { readonly id: number; readonly canceled: number; readonly promised: number }[];
}

/** What is canceled and promised of a line after these decisions, one after the other. */
export function settleInOrder(ordered: number, decisions: readonly ShortDecision[]): SettledLine {
  let canceled = 0;
  let promised = 0;
  const changes = decisions.map(({ id, decision, quantity, receivedBefore }) => {
    const change = settleShort({ ordered, received: receivedBefore, canceled, promised }, decision, quantity);
    canceled += change.canceled;
    promised += change.promised;
    return { id, ...change };
  });
  return { canceled, promised, changes };
}
