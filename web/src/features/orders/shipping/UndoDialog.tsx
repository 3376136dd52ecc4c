import { getOrder } from '@stowage/contract/orders/order-detail';
import { undoShipping } from '@stowage/contract/orders/order-packing';
import { useCommand } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { refusalText } from '../packing/refusal-text.ts';

interface UndoDialogProps {
  readonly orderId: string;
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

/** Asks before what was shipped is put back. */
export function UndoDialog({ orderId, onClose, returnFocusTo }: UndoDialogProps) {
  const undo = useCommand(undoShipping, [getOrder]);
  const submit = () =>
    undo.mutate(
      { body: { orderId } },
      {
        onSuccess: () => {
          toast('good', 'Shipping undone');
          onClose();
        },
        onError: (error) => {
          toast('bad', refusalText(error));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title="Undo shipping"
      question="The units go back to where they were, still reserved for this order. The marketplace was not told of the shipment."
      confirmLabel="Undo shipping"
      isBusy={undo.isPending}
      open
      onConfirm={submit}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  );
}
