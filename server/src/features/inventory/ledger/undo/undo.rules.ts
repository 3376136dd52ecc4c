import { MOVES_NOTHING } from '@stowage/contract/inventory/adjustment';

export interface LedgerMovement {
  readonly id: number;
  readonly type: string;
  /** The movement that it undoes. */
  readonly undoes: number | null;
}

export type UndoRefusal<M> =
  | { readonly reason: 'already_undone' | 'is_an_undo' | 'nothing_to_undo' }
  | { readonly reason: 'later_movement'; readonly blocker: M };

/**
 * Whether a movement can be undone. A later movement of the unit prevents it, unless that one was undone itself or did not
 * change the location.
 * @param later the later movements of the same unit, oldest first
 * @returns why not, or undefined if it can be undone
 */
export function refuseUndo<M extends LedgerMovement>(movement: LedgerMovement, later: readonly M[]): UndoRefusal<M> | undefined {
  if (movement.undoes !== null) return { reason: 'is_an_undo' };
  if (MOVES_NOTHING.includes(movement.type)) return { reason: 'nothing_to_undo' };
  const undone = new Set(later.map(({ undoes }) => undoes));
  if (undone.has(movement.id)) return { reason: 'already_undone' };
  const blocker = later.findLast((one) => !MOVES_NOTHING.includes(one.type) && one.undoes === null && !undone.has(one.id));
  return blocker && { reason: 'later_movement', blocker };
}

const REFUSALS = {
  already_undone: 'This was already undone',
  is_an_undo: "An undo can't be undone. Repeat the original change instead.",
  nothing_to_undo: 'This changed no stock, so there is nothing to undo',
} as const;

/** The message for a refusal; it names the later movement. */
export function undoRefusalText(refusal: UndoRefusal<{ reason: string; actor: string | null; created_at: string }>): string {
  if (refusal.reason !== 'later_movement') return REFUSALS[refusal.reason];
  const { reason, actor, created_at } = refusal.blocker;
  return `Undo the later change first: "${reason}" by ${actor ?? 'the system'} at ${created_at} UTC`;
}
