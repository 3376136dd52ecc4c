export interface LedgerMovement {
  readonly id: number;
  readonly type: string;
  /** The movement that it takes back. */
  readonly undoes: number | null;
}

export type UndoRefusal<M> =
  | { readonly reason: 'already_undone' | 'is_an_undo' | 'nothing_to_undo' }
  | { readonly reason: 'later_movement'; readonly blocker: M };

/** Counted, promised to an order or not any more: where it lies does not depend on it. */
const MOVES_NOTHING = ['AUDIT_COUNT', 'STATUS_CHANGE'];

/**
 * Whether a movement may be taken back. One that changed no place, or was taken back, changed nothing that lasts, so it
 * blocks nothing; any other later one of the unit builds on it.
 * @param later what happened to the same unit afterwards, in order of time
 * @returns why not, or undefined when it may be
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
  already_undone: 'It was undone already',
  is_an_undo: 'It is an undo itself: do again what it took back',
  nothing_to_undo: 'It changed no stock, so there is nothing to undo',
} as const;

/** Why not, in words; a blocker is named. */
export function undoRefusalText(refusal: UndoRefusal<{ reason: string; actor: string | null; created_at: string }>): string {
  if (refusal.reason !== 'later_movement') return REFUSALS[refusal.reason];
  const { reason, actor, created_at } = refusal.blocker;
  return `Undo first what came later: "${reason}" by ${actor ?? 'the system'} at ${created_at} UTC`;
}
