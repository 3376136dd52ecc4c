import { getOrder, type OrderDetail, ordersTopic } from '@stowage/contract/orders';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTopic } from '../../api/live.ts';
import { queryFor } from '../../api/query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Photo } from '../../ui/Photo.tsx';
import { ErrorState, SkeletonRows } from '../../ui/States.tsx';
import { CancelRequest } from './CancelRequest.tsx';
import { ShipBy } from './ShipBy.tsx';
import { ShipmentForm } from './ShipmentForm.tsx';
import { useStarting } from './use-starting.ts';
import { VerifyForm } from './VerifyForm.tsx';

interface VerifyDialogProps {
  readonly orderId: string;
  /** Whose row was pressed. */
  readonly pieceId?: number | undefined;
  readonly onClose: () => void;
  readonly returnFocusTo?: () => HTMLElement | null;
}

/** Piece by piece: where it lies, what was scanned, and the carrier at the end. */
export function VerifyDialog({ orderId, pieceId, onClose, returnFocusTo }: VerifyDialogProps) {
  const order = useQuery({ ...queryFor(getOrder, { params: { id: orderId } }), staleTime: 0 });
  const refresh = () => void order.refetch();
  useTopic(ordersTopic, { onMessage: (message) => message.orderId === orderId && refresh(), onReconnect: refresh });
  return (
    <Dialog title="Verify Product" description={`Order ${orderId}`} open onClose={onClose} {...(returnFocusTo && { returnFocusTo })}>
      {order.isPending ? (
        <SkeletonRows count={3} />
      ) : order.data === undefined ? (
        <ErrorState title="The order could not be loaded" detail={order.error?.message} onRetry={refresh} />
      ) : (
        <Steps order={order.data} pieceId={pieceId} onClose={onClose} onChanged={refresh} />
      )}
    </Dialog>
  );
}

interface StepsProps {
  readonly order: OrderDetail;
  readonly pieceId: number | undefined;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

function Steps({ order, pieceId, onClose, onChanged }: StepsProps) {
  const [verified, setVerified] = useState<number>();
  const isToShip = order.stage === 'TO_SHIP' && !order.is_cancel_open;
  const starting = useStarting(order.order_id, isToShip);
  if (order.is_cancel_open) return <CancelRequest orderId={order.order_id} onAnswered={onChanged} />;
  if (order.local_state === 'SHIPPED' || order.local_state === 'CONFIRM_FAILED') {
    return (
      <div className="grid gap-4">
        <Banner tone="good">Shipped{order.shipped_by !== null && ` by ${order.shipped_by}`}. Scan the tracking number of the parcel.</Banner>
        <ShipmentForm order={order} onDone={onClose} onLater={onClose} />
      </div>
    );
  }
  if (order.stage !== 'TO_SHIP') {
    const by = order.shipped_by === null ? '' : ` by ${order.shipped_by}`;
    return <Banner tone="warn">{order.stage === 'PENDING' ? 'The order is pending: it cannot be shipped yet.' : `${order.order_status}${by}.`}</Banner>;
  }
  if (starting.refusal !== undefined) {
    return (
      <div className="grid gap-4">
        <Banner tone="warn">{starting.refusal}</Banner>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" onClick={starting.takeOver}>
            Take over
          </Button>
        </div>
      </div>
    );
  }
  const open = order.pieces.filter(({ state }) => state === 'RESERVED' || state === 'WAITING');
  const reserved = open.filter(({ state }) => state === 'RESERVED');
  const next = [verified, pieceId].map((wanted) => reserved.find(({ id }) => id === wanted)).find((one) => one !== undefined) ?? reserved[0];
  const total = open.length + order.pieces.filter(({ state }) => state === 'SHIPPED').length;
  return (
    <div className="grid gap-4">
      {next === undefined ? (
        <Banner tone="warn">No unit of this product is in stock.</Banner>
      ) : (
        <div className="flex flex-wrap items-start gap-4 rounded-card border border-line bg-sunken p-3">
          <Photo url={next.photo} name={next.product_name} size="large" />
          <div className="min-w-0 flex-1">
            <p className="font-semibold">{next.product_name}</p>
            <p className="text-muted">
              {next.display_condition ?? 'N/A'} · {next.fnsku ?? next.sku}
            </p>
            <ShipBy text={order.ship_by} isOpen />
          </div>
          <dl className="text-right">
            <dt className="text-muted">Location</dt>
            <dd className="text-3xl font-bold">{next.location}</dd>
            <dd className="text-muted">
              Piece {total - open.length + 1} of {total}
            </dd>
          </dl>
        </div>
      )}
      <VerifyForm order={order} onChanged={onChanged} onVerified={setVerified} onClose={onClose} />
    </div>
  );
}
