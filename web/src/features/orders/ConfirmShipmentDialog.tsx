import { getOrder } from '@stowage/contract/order-detail';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../api/query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState, SkeletonRows } from '../../ui/States.tsx';
import { ShipmentForm } from './ShipmentForm.tsx';

interface ConfirmShipmentDialogProps {
  readonly orderId: string;
  readonly onClose: () => void;
  readonly returnFocusTo?: () => HTMLElement | null;
}

/** Tells the marketplace of an order that is shipped already. */
export function ConfirmShipmentDialog({ orderId, onClose, returnFocusTo }: ConfirmShipmentDialogProps) {
  const order = useQuery(queryFor(getOrder, { params: { id: orderId } }));
  const shipment = order.data?.shipment;
  return (
    <Dialog title="Confirm shipment" description={`Order ${orderId}`} open onClose={onClose} {...(returnFocusTo && { returnFocusTo })}>
      {order.isPending ? (
        <SkeletonRows count={2} />
      ) : order.data === undefined ? (
        <ErrorState title="The order could not be loaded" detail={order.error?.message} onRetry={() => void order.refetch()} />
      ) : (
        <div className="grid gap-4">
          {shipment?.failure && <Banner tone="bad">{shipment.failure}</Banner>}
          <ShipmentForm order={order.data} onDone={onClose} onLater={onClose} />
        </div>
      )}
    </Dialog>
  );
}
