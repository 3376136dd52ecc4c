import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';
import { createScanEnter } from './scanner-keys.ts';

interface FormDialogProps extends Omit<DialogProps, 'open'> {
  readonly submitLabel: string;
  readonly busyLabel?: string;
  readonly isBusy: boolean;
  readonly isDangerous?: boolean;
  /** Whether what was entered may be submitted at all. */
  readonly isReady?: boolean;
  /** Why it was not saved. */
  readonly problem?: string | undefined;
  readonly onSubmit: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/**
 * A window with fields: Enter in one of them and the last button submit, the other one and Escape leave. An Enter that a
 * scanner sends behind a code submits nothing.
 */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, busyLabel = 'Saving...', isBusy, isDangerous = false, isReady = true, problem, onSubmit, children, ...dialog } = props;
  const [isScanEnter] = useState(createScanEnter);
  const hear = (event: KeyboardEvent) => isScanEnter(event) && event.preventDefault();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog {...dialog} open>
      <form onSubmit={submit} onKeyDown={hear} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {children}
        {problem !== undefined && (
          <p role="alert" className="font-medium text-bad">
            {problem}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={dialog.onClose}>Cancel</Button>
          <Button type="submit" look={isDangerous ? 'danger' : 'primary'} disabled={isBusy || !isReady}>
            {isBusy ? busyLabel : submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
