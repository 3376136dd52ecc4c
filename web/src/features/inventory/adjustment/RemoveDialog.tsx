import { removeUnit } from '@stowage/contract/inventory/adjustment';
import { itemName } from '../history/item-name.ts';
import type { ItemDialogProps } from './item-dialog.ts';
import { ReasonCommandDialog } from './ReasonCommandDialog.tsx';

export function RemoveDialog(props: ItemDialogProps) {
  const { item } = props;
  return (
    <ReasonCommandDialog
      endpoint={removeUnit}
      title="Remove Item"
      description={`${itemName(item)} in ${item.location} leaves the stock.`}
      confirmLabel="Remove"
      isDangerous
      {...props}
    />
  );
}
