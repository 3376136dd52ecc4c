import { useState } from 'react';
import { TextField } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';

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
      description={`What closing ${label} decided is taken back. Units in quarantine stay there.`}
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
