import { DECISIONS, type Decision, type Difference } from '@stowage/contract/purchasing/closing';

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

/** The differences that closing a list must decide. A line can be over and damaged. */
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

interface OrderLine {
  readonly ordered: number;
  readonly received: number;
  readonly canceled: number;
  /** The units that the vendor will still ship. */
  readonly promised: number;
}

/**
 * The effect of a decision about missing units on the order's line: a backorder expects them again, a cancellation or a claim cancels
 * them, and found later does neither.
 */
export function decideShort(
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
  /** The received units of the order's line at the time of the decision. */
  readonly receivedBefore: number;
}

export interface DecidedLine {
  readonly canceled: number;
  readonly promised: number;
  /** The effect of each decision. */
  readonly changes: readonly { readonly id: number; readonly canceled: number; readonly promised: number }[];
}

/** Applies decisions to a line, one after the other. */
export function applyDecisions(ordered: number, decisions: readonly ShortDecision[]): DecidedLine {
  let canceled = 0;
  let promised = 0;
  const changes = decisions.map(({ id, decision, quantity, receivedBefore }) => {
    const change = decideShort({ ordered, received: receivedBefore, canceled, promised }, decision, quantity);
    canceled += change.canceled;
    promised += change.promised;
    return { id, ...change };
  });
  return { canceled, promised, changes };
}
