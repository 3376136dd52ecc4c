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
      question="The units go back to their locations and stay reserved for this order. Amazon has not been notified of the shipment."
      confirmLabel="Undo shipping"
      isBusy={undo.isPending}
      open
      onConfirm={submit}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  );
}
