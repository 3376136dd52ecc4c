import type { quarantineUnit, removeUnit } from '@stowage/contract/inventory/adjustment';
import { useCommand } from '../../../api/query.ts';
import { toast } from '../../../ui/dialog/Toast.tsx';
import type { ItemDialogProps } from './item-dialog.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

interface ReasonCommandDialogProps extends ItemDialogProps {
  readonly endpoint: typeof removeUnit | typeof quarantineUnit;
  readonly title: string;
  readonly description: string;
  readonly confirmLabel: string;
  readonly isDangerous?: boolean;
}

/** Asks for a reason and runs a command about one unit. */
export function ReasonCommandDialog({ item, endpoint, onClose, onDone, ...dialog }: ReasonCommandDialogProps) {
  const command = useCommand(endpoint);
  const done = ({ message }: { message: string }) => {
    toast('good', `${message}. It can be undone under Adjustments.`);
    onDone();
    onClose();
  };
  return (
    <ReasonDialog
      isBusy={command.isPending}
      failure={command.error}
      onConfirm={(why) => command.mutate({ body: { id: item.id, ...why } }, { onSuccess: done })}
      onClose={onClose}
      {...dialog}
    />
  );
}
