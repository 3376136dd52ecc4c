import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';

interface ConfirmDialogProps extends Pick<DialogProps, 'title' | 'size' | 'open' | 'onClose' | 'returnFocusTo'> {
  readonly question: string;
  readonly confirmLabel: string;
  readonly busyLabel?: string;
  readonly isDangerous?: boolean;
  readonly isBusy: boolean;
  /** Whether the action can begin. */
  readonly isReady?: boolean;
  readonly onConfirm: () => void;
  /** What the action would do, between the question and the buttons. */
  readonly children?: ReactNode;
}

/** Asks before an action. The focus starts on Cancel, so that an unintended Enter does nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    question,
    confirmLabel,
    busyLabel = 'Processing...',
    isDangerous = false,
    isBusy,
    isReady = true,
    onConfirm,
    onClose,
    children,
    ...rest
  } = props;
  return (
    <Dialog title={title} description={question} onClose={onClose} {...rest}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {children}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose} autoFocus>
            Cancel
          </Button>
          <Button look={isDangerous ? 'danger' : 'primary'} onClick={onConfirm} disabled={isBusy || !isReady}>
            {isBusy ? busyLabel : confirmLabel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
