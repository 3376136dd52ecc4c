import { quarantineUnit } from '@stowage/contract/inventory/adjustment';
import { useCommand } from '../../../api/query.ts';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { itemName } from '../history/item-name.ts';
import type { ItemDialogProps } from './item-dialog.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

/** Takes a unit where it can't be sold, for a reason. */
export function QuarantineDialog({ item, onClose, onDone, returnFocusTo }: ItemDialogProps) {
  const quarantine = useCommand(quarantineUnit);
  const done = ({ message }: { message: string }) => {
    toast('good', `${message}. It can be undone under Adjustments.`);
    onDone();
    onClose();
  };
  return (
    <ReasonDialog
      title="Quarantine Item"
      description={`${itemName(item)} in ${item.location} moves to quarantine and is not for sale there.`}
      confirmLabel="Quarantine"
      isBusy={quarantine.isPending}
      failure={quarantine.error}
      onConfirm={(why) => quarantine.mutate({ body: { id: item.id, ...why } }, { onSuccess: done })}
      {...{ onClose, returnFocusTo }}
    />
  );
}
