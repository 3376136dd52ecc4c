import type { OrderDetail } from '@stowage/contract/orders/order-detail';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { useWedge } from '../../../ui/scan/use-wedge.ts';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { RefusedScans } from '../packing/RefusedScans.tsx';
import { useCurrentOrder } from '../packing/use-current-order.ts';
import { useQueuedScans } from '../packing/use-queued-scans.ts';
import { needsConfirmation } from './needs-confirmation.ts';
import { ShipmentForm } from './ShipmentForm.tsx';

interface ConfirmShipmentDialogProps {
  readonly orderId: string;
  readonly onClose: () => void;
  readonly returnFocusTo?: () => HTMLElement | null;
}

/** Confirms a shipped order to the marketplace. */
export function ConfirmShipmentDialog({ orderId, onClose, returnFocusTo }: ConfirmShipmentDialogProps) {
  const { order } = useCurrentOrder(orderId);
  const shipment = order.data?.shipment;
  const isForm = order.data !== undefined && needsConfirmation(order.data);
  const acceptsScans = order.isPending || isForm;
  const { queued, queue, onScanTaken, refused } = useQueuedScans(acceptsScans);
  // The form has its own listener.
  useWedge({ onScan: (code) => !isForm && queue(code), focusField: () => {} });
  return (
    <Dialog title="Confirm shipment" description={`Order ${orderId}`} open onClose={onClose} {...(returnFocusTo && { returnFocusTo })}>
      {!acceptsScans && <RefusedScans codes={refused} />}
      <QueryResult query={order} rows={2} failure="The order could not be loaded" stale={null}>
        {(data) =>
          needsConfirmation(data) ? (
            <div className="grid gap-4">
              {shipment?.failure && <Banner tone="bad">{shipment.failure}</Banner>}
              <ShipmentForm order={data} onDone={onClose} onLater={onClose} {...{ queued, onScanTaken }} />
            </div>
          ) : (
            <NothingToConfirm order={data} onClose={onClose} />
          )
        }
      </QueryResult>
    </Dialog>
  );
}

/** Another person confirmed the order or undid its shipping, or an answer was lost. */
function NothingToConfirm({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const by = order.shipment?.entered_by ?? 'another person';
  const isEntered = order.local_state === 'CONFIRM_QUEUED' || order.local_state === 'CONFIRMING' || order.local_state === 'CONFIRMED';
  return (
    <div className="grid gap-4">
      {isEntered ? (
        <Banner tone="good">
          {order.local_state === 'CONFIRMED' ? 'Amazon has been notified' : 'Amazon is being notified'}: {order.shipment?.tracking_number}, entered by {by}.
        </Banner>
      ) : (
        <Banner tone="warn">{order.local_state === 'OPEN' ? 'The shipping was undone. There is nothing to confirm.' : `${order.order_status}.`}</Banner>
      )}
      <Button className="justify-self-end" autoFocus onClick={onClose}>
        Close
      </Button>
    </div>
  );
}
