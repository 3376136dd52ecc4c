import { conditionName } from '@stowage/contract/catalog/conditions';
import { changeCondition, type OtherListing, otherListings } from '@stowage/contract/inventory/adjustment';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { itemName } from '../history/item-name.ts';
import type { ItemDialogProps } from './item-dialog.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

/** Changes a unit's condition, which assigns it to another listing of its product. The unit then needs a new label. */
export function ConditionDialog({ item, onClose, onDone, returnFocusTo }: ItemDialogProps) {
  const [listing, setListing] = useState('');
  const [isAsking, setAsking] = useState(false);
  const listings = useQuery(queryFor(otherListings, { params: { id: item.id } }));
  const change = useCommand(changeCondition);
  const done = () => {
    toast('good', 'Condition changed. Print the new label; it can be undone under Adjustments.');
    onDone();
    onClose();
  };
  const isAlone = listings.data?.length === 0;
  return (
    <ReasonDialog
      title="Change Condition"
      description={`${itemName(item)} is ${item.item_condition} (${item.identifier}).`}
      confirmLabel="Change"
      isBusy={change.isPending}
      failure={change.error ?? listings.error}
      onConfirm={(why) => {
        setAsking(true);
        if (listing !== '') change.mutate({ body: { id: item.id, listingId: Number(listing), ...why } }, { onSuccess: done });
      }}
      {...{ onClose, returnFocusTo }}
    >
      <SelectField
        label="New condition"
        value={listing}
        disabled={isAlone}
        hint={isAlone ? 'This product has no other listing. Add one on Amazon first.' : undefined}
        error={isAsking && listing === '' ? 'Please select a condition' : undefined}
        options={[{ value: '', label: 'Select a condition' }, ...(listings.data ?? []).map(toOption)]}
        onText={setListing}
      />
    </ReasonDialog>
  );
}

function toOption({ listing_id, sku_condition, seller_sku, fnsku, channel }: OtherListing) {
  const number = seller_sku ?? fnsku ?? '';
  return { value: String(listing_id), label: `${conditionName(sku_condition)} – ${number}${channel === 'FBA' ? ' (FBA)' : ''}` };
}
