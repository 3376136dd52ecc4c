import { NOTE_MISSING, NOTES_MAX_LENGTH } from '@stowage/contract/inventory/adjustment';
import { ADJUSTMENT_REASONS, REASON_NAMES } from '@stowage/contract/inventory/adjustment-reasons';
import { type ReactNode, useState } from 'react';
import { SelectField, TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
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
  /** Fields above the reason. */
  readonly children?: ReactNode;
}

const REASONS = [
  { value: '', label: 'Select a reason' },
  ...ADJUSTMENT_REASONS.map((value) => ({ value: value as string, label: REASON_NAMES[value] ?? value })),
];

/** Asks for the coded reason of a command; `Other` needs a note. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, confirmLabel, isDangerous = false, isBusy, failure, onConfirm, onClose, returnFocusTo, children } = props;
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [isAsking, setAsking] = useState(false);
  const known = ADJUSTMENT_REASONS.find((one) => one === reason);
  const noteMissing = reason === 'OTHER' && note.trim() === '';

  const submit = () => {
    if (known === undefined || noteMissing) return setAsking(true);
    onConfirm({ reason: known, note });
  };

  return (
    <FormDialog
      title={title}
      description={description}
      submitLabel={confirmLabel}
      busyLabel="Processing..."
      isBusy={isBusy}
      isDangerous={isDangerous}
      problem={failure === null ? undefined : updateFailure(failure)}
      onSubmit={submit}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      {children}
      <SelectField
        label="Reason"
        value={reason}
        options={REASONS}
        error={isAsking && known === undefined ? 'Please select a reason' : undefined}
        onText={setReason}
      />
      <TextField label="Note" maxLength={NOTES_MAX_LENGTH} value={note} error={isAsking && noteMissing ? NOTE_MISSING : undefined} onText={setNote} />
    </FormDialog>
  );
}
