import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';

interface LeaveDialogProps {
  readonly open: boolean;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Asks before a form with unsaved input is left. */
export function LeaveDialog({ open, onLeave, onStay }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      title="Leave without saving?"
      question="What you typed is not saved."
      confirmLabel="Leave"
      isDangerous
      isBusy={false}
      open={open}
      onConfirm={onLeave}
      onClose={onStay}
    />
  );
}
