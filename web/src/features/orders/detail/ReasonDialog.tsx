import { useState } from 'react';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';

interface ReasonDialogProps {
  readonly title: string;
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  readonly onSubmit: (reason: string) => void;
  readonly onClose: () => void;
}

/** Why somebody needs to see what shows whom an order goes to. */
export function ReasonDialog({ title, onSubmit, ...dialog }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={title}
      description="Why do you need it? The reason is kept in the order's timeline, with your name."
      submitLabel={title}
      busyLabel="Loading..."
      isReady={reason.trim().length >= 3}
      onSubmit={() => onSubmit(reason)}
      {...dialog}
    >
      <TextField label="Reason" value={reason} maxLength={200} autoFocus onChange={({ target }) => setReason(target.value)} />
    </FormDialog>
  );
}
