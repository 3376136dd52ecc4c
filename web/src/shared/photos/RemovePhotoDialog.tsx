import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';

interface RemovePhotoDialogProps {
  /** The section and file name of the photo. */
  readonly name: string;
  readonly command: { readonly isPending: boolean; readonly error: Error | null };
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before a photo is removed. */
export function RemovePhotoDialog({ name, command, onConfirm, onClose }: RemovePhotoDialogProps) {
  return (
    <ConfirmDialog
      title="Remove photo"
      question={command.error?.message ?? `${name}. The history will show that it was removed.`}
      confirmLabel="Remove photo"
      isDangerous
      isBusy={command.isPending}
      open
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
