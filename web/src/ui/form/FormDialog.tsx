import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Button } from '../Button.tsx';
import { Dialog, type DialogProps } from '../dialog/Dialog.tsx';
import { ErrorText } from '../ErrorText.tsx';
import { once } from '../once.ts';
import { createScanEnter } from '../scan/scanner-keys.ts';
import { Form } from './Form.tsx';

export interface FormDialogProps extends Omit<DialogProps, 'open'> {
  readonly submitLabel: ReactNode;
  readonly busyLabel?: string;
  /** The command that the form runs; it supplies `isBusy` and `problem`. */
  readonly command?: { readonly isPending: boolean; readonly error: Error | null };
  readonly isBusy?: boolean;
  readonly isDangerous?: boolean;
  /** Enables the submit button. */
  readonly isReady?: boolean;
  /** Needs no input: the submit button has the focus, and ignores the second click of a double click. */
  readonly isImmediate?: boolean;
  /** Other buttons, before Cancel and the submit button. */
  readonly aside?: ReactNode;
  /** The reason why saving failed. */
  readonly problem?: string | undefined;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog with fields. Enter in a field and the submit button submit; Cancel and Escape close it. The Enter that a scanner
 * sends after a code doesn't submit.
 */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, busyLabel = 'Saving...', isDangerous = false, isReady = true, isImmediate = false, onSubmit, children, aside, ...rest } = props;
  const { command, isBusy = command?.isPending === true, problem = command?.error?.message, ...dialog } = rest;
  const [isScanEnter] = useState(createScanEnter);
  const hear = (event: KeyboardEvent) => isScanEnter(event) && event.preventDefault();
  return (
    <Dialog {...dialog} open>
      <Form onSubmit={onSubmit} onKeyDown={hear} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {children}
        {problem !== undefined && <ErrorText>{problem}</ErrorText>}
        <div className="flex flex-wrap justify-end gap-2">
          {aside}
          <Button onClick={dialog.onClose}>Cancel</Button>
          <Button
            type="submit"
            look={isDangerous ? 'danger' : 'primary'}
            disabled={isBusy || !isReady}
            autoFocus={isImmediate}
            onClick={isImmediate ? once() : undefined}
          >
            {isBusy ? busyLabel : submitLabel}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
