import type { HistoryRow } from '@stowage/contract/inventory/scan';
import { deleteUnit, restoreUnit } from '@stowage/contract/inventory/units';
import { failureMessage } from '../../../api/problem.ts';
import { useCommand } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';

interface DeleteOrRestoreDialogProps {
  readonly item: HistoryRow;
  readonly action: 'delete' | 'restore';
  readonly onClose: () => void;
  readonly onDone: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

const TEXTS = {
  delete: { verb: 'Delete', done: 'Item deleted successfully', undo: ' This action can be undone by restoring the item.' },
  restore: { verb: 'Restore', done: 'Item restored successfully', undo: '' },
} as const;

export function DeleteOrRestoreDialog({ item, action, onClose, onDone, returnFocusTo }: DeleteOrRestoreDialogProps) {
  const remove = useCommand(deleteUnit);
  const restore = useCommand(restoreUnit);
  const command = action === 'delete' ? remove : restore;
  const { verb, done, undo } = TEXTS[action];

  const confirm = () =>
    command.mutate(
      { body: { id: item.id } },
      {
        onSuccess: () => {
          toast('good', done);
          onDone();
        },
        onError: (error) => {
          const message = failureMessage(error);
          toast(
            'bad',
            message === undefined ? `Error ${action === 'delete' ? 'deleting' : 'restoring'} item. Please try again.` : `Failed to ${action} item: ${message}`,
          );
          onDone();
        },
      },
    );

  return (
    <ConfirmDialog
      open
      title={`${verb} Item`}
      question={`Are you sure you want to ${action} this inventory item?${undo}`}
      confirmLabel={verb}
      isDangerous={action === 'delete'}
      isBusy={command.isPending}
      onConfirm={confirm}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  );
}
