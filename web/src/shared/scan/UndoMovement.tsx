import { MINUTE_MS } from '@stowage/contract/formats/durations';
import { type LedgerRow, ledgerPage, UNDO_OWN_MINUTES, undoMovement } from '@stowage/contract/inventory/adjustment';
import { Undo2 } from 'lucide-react';
import { failureMessage } from '../../api/problem.ts';
import { useCommand } from '../../api/query.ts';
import { useMay, useSession } from '../../api/session.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/dialog/Toast.tsx';
import { parseUtcText } from '../../ui/format/date-time.ts';

/** Movements of counts and reservations: there is nothing to undo. */
const MOVES_NOTHING: readonly string[] = ['AUDIT_COUNT', 'STATUS_CHANGE'];

/** Undoes movements and shows the result. */
export function useUndo(): { undo: (row: LedgerRow) => void; isBusy: boolean } {
  const command = useCommand(undoMovement, [ledgerPage]);
  const undo = (row: LedgerRow) =>
    command.mutate(
      { body: { id: row.id } },
      {
        onSuccess: () => toast('good', `Undone: ${row.reason}`),
        onError: (error) => toast('bad', failureMessage(error) ?? 'Not undone: the server does not answer. Please try again.'),
      },
    );
  return { undo, isBusy: command.isPending };
}

/** Whether the signed-in person may undo what somebody did at a time, in UTC. */
export function useMayUndo(): (actorId: number | null, at: string) => boolean {
  const session = useSession();
  const mayApprove = useMay('stock.approve');
  return (actorId, at) =>
    mayApprove || (String(actorId) === session?.userId && Date.now() - (parseUtcText(at)?.getTime() ?? 0) <= UNDO_OWN_MINUTES * MINUTE_MS);
}

/** The undo button of a movement that can be undone. The server checks for later movements. */
export function UndoMovement({ row, isBusy, onUndo }: { row: LedgerRow; isBusy: boolean; onUndo: (row: LedgerRow) => void }) {
  const mayUndo = useMayUndo();
  if (row.undone) return <Badge>Undone</Badge>;
  if (row.is_undo || MOVES_NOTHING.includes(row.type) || !mayUndo(row.actor_id, row.created_at)) return null;
  return (
    <Button size="small" disabled={isBusy} aria-label={`Undo ${row.reason}, ${row.sku}`} onClick={() => onUndo(row)}>
      <Undo2 size={14} aria-hidden /> <span className="lg:max-xl:hidden">Undo</span>
    </Button>
  );
}
