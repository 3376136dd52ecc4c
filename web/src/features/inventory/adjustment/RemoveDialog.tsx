import { removeUnit } from '@stowage/contract/inventory/adjustment';
import { useCommand } from '../../../api/query.ts';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { itemName } from '../history/item-name.ts';
import type { ItemDialogProps } from './item-dialog.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

/** Takes a unit out of stock, for a reason. */
export function RemoveDialog({ item, onClose, onDone, returnFocusTo }: ItemDialogProps) {
  const remove = useCommand(removeUnit);
  const done = () => {
    toast('good', 'Item removed. It can be undone under Adjustments.');
    onDone();
    onClose();
  };
  return (
    <ReasonDialog
      title="Remove Item"
      description={`${itemName(item)} in ${item.location} leaves the stock.`}
      confirmLabel="Remove"
      isDangerous
      isBusy={remove.isPending}
      failure={remove.error}
      onConfirm={(why) => remove.mutate({ body: { id: item.id, ...why } }, { onSuccess: done })}
      {...{ onClose, returnFocusTo }}
    />
  );
}
