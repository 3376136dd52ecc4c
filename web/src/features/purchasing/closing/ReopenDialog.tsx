import { useState } from 'react';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';

interface ReopenDialogProps {
  readonly label: string;
  readonly isBusy: boolean;
  readonly onReopen: (reason: string) => void;
  readonly onClose: () => void;
}

export function ReopenDialog({ label, isBusy, onReopen, onClose }: ReopenDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title="Reopen packing list"
      description={`This revokes the decisions of ${label}. Units that closing moved to quarantine return to receiving.`}
      submitLabel="Reopen"
      isBusy={isBusy}
      isReady={reason.trim() !== ''}
      onSubmit={() => onReopen(reason.trim())}
      onClose={onClose}
    >
      <TextField label="Reason" maxLength={500} autoFocus value={reason} onText={setReason} />
    </FormDialog>
  );
}
