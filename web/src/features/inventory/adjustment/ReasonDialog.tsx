import { ADJUSTMENT_REASONS, REASON_NAMES } from '@stowage/contract/adjustment-reasons';
import { NOTES_MAX_LENGTH } from '@stowage/contract/inventory-adjustment';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { SelectField, TextField } from '../../../ui/Field.tsx';
import { updateFailure } from './update-failure.ts';

type Reason = (typeof ADJUSTMENT_REASONS)[number];

interface ReasonDialogProps {
  readonly title: string;
  readonly description: string;
  readonly confirmLabel: string;
  readonly isDangerous?: boolean;
  readonly isBusy: boolean;
  readonly failure: Error | null;
  readonly onConfirm: (why: { readonly reason: Reason; readonly note: string }) => void;
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
  /** What else is asked, above the reason. */
  readonly children?: ReactNode;
}

const REASONS = [
  { value: '', label: 'Select a reason' },
  ...ADJUSTMENT_REASONS.map((value) => ({ value: value as string, label: REASON_NAMES[value] ?? value })),
];

/** Does something with a unit for a coded reason; `Other` needs a note. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, confirmLabel, isDangerous = false, isBusy, failure, onConfirm, onClose, returnFocusTo, children } = props;
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [isAsking, setAsking] = useState(false);
  const known = ADJUSTMENT_REASONS.find((one) => one === reason);
  const noteMissing = reason === 'OTHER' && note.trim() === '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (known === undefined || noteMissing) return setAsking(true);
    onConfirm({ reason: known, note });
  };

  return (
    <Dialog title={title} description={description} open onClose={onClose} returnFocusTo={returnFocusTo}>
      <form onSubmit={submit} className="grid gap-4">
        {children}
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
        {failure !== null && (
          <p role="alert" className="font-medium text-bad">
            {updateFailure(failure)}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={isDangerous ? 'danger' : 'primary'} disabled={isBusy}>
            {isBusy ? 'Processing...' : confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
