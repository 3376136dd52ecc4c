import { quarantineUnit } from '@stowage/contract/inventory/adjustment';
import { itemName } from '../history/item-name.ts';
import type { ItemDialogProps } from './item-dialog.ts';
import { ReasonCommandDialog } from './ReasonCommandDialog.tsx';

export function QuarantineDialog(props: ItemDialogProps) {
  const { item } = props;
  return (
    <ReasonCommandDialog
      endpoint={quarantineUnit}
      title="Quarantine Item"
      description={`${itemName(item)} in ${item.location} moves to quarantine and is not for sale there.`}
      confirmLabel="Quarantine"
      {...props}
    />
  );
}
