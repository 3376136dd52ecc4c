import { Button } from '../Button.tsx';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  readonly question: string;
  readonly confirmLabel: string;
  readonly busyLabel?: string;
  readonly isDangerous?: boolean;
  readonly isBusy: boolean;
  readonly open: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly returnFocusTo?: () => HTMLElement | null;
}

/** Asks before an action. The focus starts on Cancel, so that an unintended Enter does nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, question, confirmLabel, busyLabel = 'Processing...', isDangerous = false, isBusy, onConfirm, onClose, ...rest } = props;
  return (
    <Dialog title={title} description={question} onClose={onClose} {...rest}>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose} autoFocus>
          Cancel
        </Button>
        <Button look={isDangerous ? 'danger' : 'primary'} onClick={onConfirm} disabled={isBusy}>
          {isBusy ? busyLabel : confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
