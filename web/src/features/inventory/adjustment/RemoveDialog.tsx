import { ADJUSTMENT_REASONS, REASON_NAMES } from '@stowage/contract/adjustment-reasons';
import type { LocalInventoryItem } from '@stowage/contract/inventory';
import { NOTES_MAX_LENGTH, removeUnit } from '@stowage/contract/inventory-adjustment';
import { type FormEvent, useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { SelectField, TextField } from '../../../ui/Field.tsx';
import { toast } from '../../../ui/Toast.tsx';
import { itemName } from '../item-name.ts';
import { updateFailure } from './update-failure.ts';

interface RemoveDialogProps {
  readonly item: LocalInventoryItem;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

const REASONS = [
  { value: '', label: 'Select a reason' },
  ...ADJUSTMENT_REASONS.map((value) => ({ value: value as string, label: REASON_NAMES[value] ?? value })),
];

/** Takes a unit out of stock, for a reason. */
export function RemoveDialog({ item, onClose, onRemoved, returnFocusTo }: RemoveDialogProps) {
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [isAsking, setAsking] = useState(false);
  const remove = useCommand(removeUnit);
  const known = ADJUSTMENT_REASONS.find((one) => one === reason);
  const noteMissing = reason === 'OTHER' && note.trim() === '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (known === undefined || noteMissing) return setAsking(true);
    const done = () => {
      toast('good', 'Item removed. It can be undone under Adjustments.');
      onRemoved();
      onClose();
    };
    remove.mutate({ body: { id: item.id, reason: known, note } }, { onSuccess: done });
  };

  return (
    <Dialog title="Remove Item" description={`${itemName(item)} in ${item.location} leaves the stock.`} open onClose={onClose} returnFocusTo={returnFocusTo}>
      <form onSubmit={submit} className="grid gap-4">
        <SelectField
          label="Reason"
          value={reason}
          options={REASONS}
          error={isAsking && known === undefined ? 'Please select a reason' : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
        <TextField
          label="Note"
          maxLength={NOTES_MAX_LENGTH}
          value={note}
          error={isAsking && noteMissing ? 'Please say what happened' : undefined}
          onChange={({ target }) => setNote(target.value)}
        />
        {remove.isError && (
          <p role="alert" className="font-medium text-bad">
            {updateFailure(remove.error)}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" disabled={remove.isPending}>
            {remove.isPending ? 'Processing...' : 'Remove'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
