import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';

interface ReopenDialogProps {
  readonly label: string;
  readonly isBusy: boolean;
  readonly onReopen: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks why a closed list is opened again. */
export function ReopenDialog({ label, isBusy, onReopen, onClose }: ReopenDialogProps) {
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() !== '') onReopen(reason.trim());
  };
  return (
    <Dialog
      title="Reopen packing list"
      description={`What closing ${label} decided is taken back. Units that it put in quarantine come back to receiving.`}
      open
      onClose={onClose}
    >
      <form onSubmit={submit} className="grid gap-4">
        <TextField label="Reason" maxLength={500} autoFocus value={reason} onChange={({ target }) => setReason(target.value)} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy || reason.trim() === ''}>
            Reopen
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
