import { getOrder, type OrderDetail } from '@stowage/contract/orders/order-detail';
import { ordersTopic } from '@stowage/contract/orders/orders';
import { useQuery } from '@tanstack/react-query';
import { useTopic } from '../../../api/live.ts';
import { queryFor } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/States.tsx';
import { useWedge } from '../../../ui/scan/use-wedge.ts';
import { RefusedScans } from '../packing/RefusedScans.tsx';
import { useHeard } from '../packing/use-heard.ts';
import { isToConfirm } from './is-to-confirm.ts';
import { ShipmentForm } from './ShipmentForm.tsx';

interface ConfirmShipmentDialogProps {
  readonly orderId: string;
  readonly onClose: () => void;
  readonly returnFocusTo?: () => HTMLElement | null;
}

/** Tells the marketplace of an order that is shipped already. */
export function ConfirmShipmentDialog({ orderId, onClose, returnFocusTo }: ConfirmShipmentDialogProps) {
  const order = useQuery({ ...queryFor(getOrder, { params: { id: orderId } }), staleTime: 0 });
  const refresh = () => void order.refetch();
  useTopic(ordersTopic, { onMessage: (message) => message.orderId === orderId && refresh(), onReconnect: refresh });
  const shipment = order.data?.shipment;
  const isForm = order.data !== undefined && isToConfirm(order.data);
  const isTaken = order.isPending || isForm;
  const { heard, hear, onHeardTaken, refused } = useHeard(isTaken);
  // The form hears by itself.
  useWedge({ onScan: (code) => !isForm && hear(code), focusField: () => {} });
  return (
    <Dialog title="Confirm shipment" description={`Order ${orderId}`} open onClose={onClose} {...(returnFocusTo && { returnFocusTo })}>
      {!isTaken && <RefusedScans codes={refused} />}
      {order.isPending ? (
        <SkeletonRows count={2} />
      ) : order.data === undefined ? (
        <ErrorState title="The order could not be loaded" detail={order.error?.message} onRetry={refresh} />
      ) : !isToConfirm(order.data) ? (
        <Over order={order.data} onClose={onClose} />
      ) : (
        <div className="grid gap-4">
          {shipment?.failure && <Banner tone="bad">{shipment.failure}</Banner>}
          <ShipmentForm order={order.data} onDone={onClose} onLater={onClose} {...{ heard, onHeardTaken }} />
        </div>
      )}
    </Dialog>
  );
}

/** There is nothing to tell any more: somebody was faster, or only an answer was lost. */
function Over({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const by = order.shipment?.entered_by ?? 'somebody';
  const isTold = order.local_state === 'CONFIRM_QUEUED' || order.local_state === 'CONFIRMING' || order.local_state === 'CONFIRMED';
  return (
    <div className="grid gap-4">
      {isTold ? (
        <Banner tone="good">
          {order.local_state === 'CONFIRMED' ? 'The marketplace was told' : 'The marketplace is being told'}: {order.shipment?.tracking_number}, entered by {by}
          .
        </Banner>
      ) : (
        <Banner tone="warn">{order.local_state === 'OPEN' ? 'The shipping was undone: there is nothing to confirm.' : `${order.order_status}.`}</Banner>
      )}
      <Button className="justify-self-end" autoFocus onClick={onClose}>
        Close
      </Button>
    </div>
  );
}
