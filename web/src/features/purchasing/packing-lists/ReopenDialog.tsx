import { useState } from 'react';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';

interface ReopenDialogProps {
  readonly label: string;
  readonly isBusy: boolean;
  readonly onReopen: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks why a closed list is opened again. */
export function ReopenDialog({ label, isBusy, onReopen, onClose }: ReopenDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title="Reopen packing list"
      description={`What closing ${label} decided is taken back. Units that it put in quarantine come back to receiving.`}
      submitLabel="Reopen"
      isBusy={isBusy}
      isReady={reason.trim() !== ''}
      onSubmit={() => onReopen(reason.trim())}
      onClose={onClose}
    >
      <TextField label="Reason" maxLength={500} autoFocus value={reason} onChange={({ target }) => setReason(target.value)} />
    </FormDialog>
  );
}
