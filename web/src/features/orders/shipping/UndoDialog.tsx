import { getOrder } from '@stowage/contract/orders/order-detail';
import { undoShipping } from '@stowage/contract/orders/order-packing';
import { CommandDialog } from '../../../shared/CommandDialog.tsx';
import { refusalText } from '../packing/refusal-text.ts';

interface UndoDialogProps {
  readonly orderId: string;
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

export function UndoDialog({ orderId, ...dialog }: UndoDialogProps) {
  return (
    <CommandDialog
      title="Undo shipping"
      question="The units go back to their locations and stay reserved for this order. Amazon has not been notified of the shipment."
      confirmLabel="Undo shipping"
      endpoint={undoShipping}
      input={{ body: { orderId } }}
      stale={[getOrder]}
      done="Shipping undone"
      failure={refusalText}
      {...dialog}
    />
  );
}
