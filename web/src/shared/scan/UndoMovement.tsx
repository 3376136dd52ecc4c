import { type LedgerRow, ledgerPage, undoMovement } from '@stowage/contract/inventory/adjustment';
import { Undo2 } from 'lucide-react';
import { failureMessage } from '../../api/problem.ts';
import { useCommand } from '../../api/query.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/dialog/Toast.tsx';

/** Counted, promised to an order or not any more: there is nothing to take back. */
const MOVES_NOTHING: readonly string[] = ['AUDIT_COUNT', 'STATUS_CHANGE'];

/** Takes movements back, and says what became of it. */
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

/** The button that takes a movement back, where there is something to take back; whether a later one depends on it the server knows. */
export function UndoMovement({ row, isBusy, onUndo }: { row: LedgerRow; isBusy: boolean; onUndo: (row: LedgerRow) => void }) {
  if (row.undone) return <Badge>Undone</Badge>;
  if (row.is_undo || MOVES_NOTHING.includes(row.type)) return null;
  return (
    <Button size="small" disabled={isBusy} aria-label={`Undo ${row.reason}, ${row.sku}`} onClick={() => onUndo(row)}>
      <Undo2 size={14} aria-hidden /> <span className="lg:max-xl:hidden">Undo</span>
    </Button>
  );
}
