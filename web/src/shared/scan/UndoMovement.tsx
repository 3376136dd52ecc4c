import { MINUTE_MS } from '@stowage/contract/formats/durations';
import { type LedgerRow, ledgerPage, MOVES_NOTHING, mayUndo, undoMovement } from '@stowage/contract/inventory/adjustment';
import { Undo2 } from 'lucide-react';
import { useMay, useSession } from '../../api/session.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { parseUtcText } from '../../ui/format/date-time.ts';
import { useUndoCommand } from './use-undo-command.ts';

/** Undoes movements and shows the result. */
export function useUndo(): { undo: (row: LedgerRow) => void; isBusy: boolean } {
  const { undo, isBusy } = useUndoCommand(undoMovement, [ledgerPage]);
  return { undo: (row) => undo({ body: { id: row.id } }, row.reason), isBusy };
}

/** Whether the signed-in person may undo what somebody did at a time, in UTC. */
export function useMayUndo(): (actorId: number | null, at: string) => boolean {
  const session = useSession();
  const mayApprove = useMay('stock.approve');
  const userId = session && Number(session.userId);
  return (actorId, at) => mayUndo({ actorId, ageMinutes: (Date.now() - (parseUtcText(at)?.getTime() ?? 0)) / MINUTE_MS }, { userId, mayApprove });
}

/** The undo button of a movement that can be undone. The server checks for later movements. */
export function UndoMovement({ row, isBusy, onUndo }: { row: LedgerRow; isBusy: boolean; onUndo: (row: LedgerRow) => void }) {
  const may = useMayUndo();
  if (row.undone) return <Badge>Undone</Badge>;
  if (row.is_undo || MOVES_NOTHING.includes(row.type) || !may(row.actor_id, row.created_at)) return null;
  return (
    <Button size="small" disabled={isBusy} aria-label={`Undo ${row.reason}, ${row.sku}`} onClick={() => onUndo(row)}>
      <Undo2 size={14} aria-hidden /> <span className="lg:max-xl:hidden">Undo</span>
    </Button>
  );
}
