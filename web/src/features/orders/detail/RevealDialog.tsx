import { useState } from 'react';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';

interface RevealDialogProps<T> {
  readonly title: string;
  readonly orderId: string;
  readonly command: {
    readonly isPending: boolean;
    readonly error: Error | null;
    mutate(input: { body: { orderId: string; reason: string } }, options: { onSuccess: (revealed: T) => void }): void;
  };
  readonly onRevealed: (revealed: T) => void;
  readonly onClose: () => void;
}

/** Asks for a reason before personal data of an order is shown. */
export function RevealDialog<T>({ title, orderId, command, onRevealed, onClose }: RevealDialogProps<T>) {
  const [reason, setReason] = useState('');
  const onSuccess = (revealed: T) => {
    onRevealed(revealed);
    onClose();
  };
  return (
    <FormDialog
      title={title}
      description="Why do you need it? Your name and the reason are recorded in the order's timeline."
      submitLabel={title}
      busyLabel="Loading..."
      isReady={reason.trim().length >= 3}
      command={command}
      onSubmit={() => command.mutate({ body: { orderId, reason } }, { onSuccess })}
      onClose={onClose}
    >
      <TextField label="Reason" value={reason} maxLength={200} autoFocus onText={setReason} />
    </FormDialog>
  );
}
