import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { getOrder, type OrderDetail } from '@stowage/contract/orders/order-detail';
import { startOrder } from '@stowage/contract/orders/order-packing';
import { ordersTopic } from '@stowage/contract/orders/orders';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { useTopic, useTopicRefresh } from '../../../api/live.ts';
import { queryFor, renewsPhotos, useCommand, useInvalidate } from '../../../api/query.ts';
import { useThrottled } from '../../../api/use-throttled.ts';
import { RecordDocuments } from '../../../shared/documents/RecordDocuments.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import { OrderBadges, StatusBadge } from '../list/OrderBadges.tsx';
import type { OrderAddress } from '../list/orders-address.ts';
import { ShipBy } from '../list/ShipBy.tsx';
import { PackingSlipButton } from '../packing/PackingSlipButton.tsx';
import { PackPhotosCard } from '../packing/PackPhotosCard.tsx';
import { refusalText } from '../packing/refusal-text.ts';
import { VerifyDialog } from '../packing/VerifyDialog.tsx';
import { CancelRequest } from '../shipping/CancelRequest.tsx';
import { ConfirmShipmentDialog } from '../shipping/ConfirmShipmentDialog.tsx';
import { needsConfirmation } from '../shipping/needs-confirmation.ts';
import { ShippingCard } from '../shipping/ShippingCard.tsx';
import { UndoDialog } from '../shipping/UndoDialog.tsx';
import { LinkedCard, type OrderLinks } from './LinkedCard.tsx';
import { OrderItemsCard } from './OrderItemsCard.tsx';
import { OrderUnitsCard } from './OrderUnitsCard.tsx';
import { RecipientCard } from './RecipientCard.tsx';
import { ReleaseOrderButton } from './ReleaseOrderButton.tsx';
import { TimelineCard } from './TimelineCard.tsx';
import { type ActionFocus, useActionFocus } from './use-action-focus.ts';

interface OrderPageProps extends AddressProps<OrderAddress> {
  readonly id: string;
  /** The way back to the list, and to the orders next to this one. */
  readonly back: (orderId: string) => ReactNode;
  readonly links: OrderLinks;
}

const REFRESH_MS = 500;
const SELLER_CENTRAL = 'https://sellercentral.amazon.com/orders-v3/order/';

/** One order: its items, units, shipment and history. */
export function OrderPage({ id, address, onAddress, back, links }: OrderPageProps) {
  const order = useQuery({ ...queryFor(getOrder, { params: { id } }), ...renewsPhotos });
  const invalidate = useInvalidate();
  const refresh = useThrottled(() => void invalidate(getOrder), REFRESH_MS);
  useTopic(ordersTopic, { onMessage: (message) => message.orderId === order.data?.order_id && refresh(), onReconnect: refresh });
  useTopicRefresh(inventoryHistoryTopic, refresh);
  const { started_by_id, stage, local_state, may_undo } = order.data ?? {};
  const actions = useActionFocus(`${started_by_id} ${stage} ${local_state} ${may_undo}`);
  return (
    <QueryResult query={order} rows={8} failure={({ message }) => `Error: ${message}`}>
      {(data) => <LoadedOrder order={data} {...{ address, onAddress, back, links, actions, refresh }} />}
    </QueryResult>
  );
}

interface LoadedOrderProps extends Omit<OrderPageProps, 'id'> {
  readonly order: OrderDetail;
  readonly actions: ActionFocus;
  readonly refresh: () => void;
}

function LoadedOrder({ order, address, onAddress, back, links, actions, refresh }: LoadedOrderProps) {
  const close = () => onAddress({ dialog: undefined });
  const { order_id: orderId } = order;
  return (
    <div className="grid gap-4">
      <Header order={order} actions={actions.box} {...{ address, back, onAddress }} />
      {order.is_cancel_requested_after_shipping && (
        <Banner tone="bad">The buyer asks to cancel, but the order is already shipped here. Undo the shipping, or confirm it anyway.</Banner>
      )}
      {order.is_cancel_open && <CancelRequest orderId={orderId} onAnswered={refresh} />}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <OrderItemsCard order={order} />
          <OrderUnitsCard order={order} />
          <LinkedCard order={order} links={links} />
          <RecordDocuments kind="ORDER" id={orderId} label={orderId} />
          <TimelineCard order={order} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <ShippingCard order={order} />
          <PackPhotosCard order={order} isOpen={address.dialog === 'photos'} onOpen={() => onAddress({ dialog: 'photos' })} onClose={close} />
          <RecipientCard order={order} isOpen={address.dialog === 'recipient'} onOpen={() => onAddress({ dialog: 'recipient' })} onClose={close} />
        </div>
      </div>
      {address.dialog === 'verify' && <VerifyDialog orderId={orderId} onClose={close} returnFocusTo={() => actions.backTo('verify')} />}
      {address.dialog === 'confirm' && <ConfirmShipmentDialog orderId={orderId} onClose={close} returnFocusTo={() => actions.backTo('confirm')} />}
      {address.dialog === 'undo' && <UndoDialog orderId={orderId} onClose={close} returnFocusTo={() => actions.backTo('undo')} />}
    </div>
  );
}

interface HeaderProps extends Pick<OrderPageProps, 'address' | 'onAddress' | 'back'> {
  readonly order: OrderDetail;
  readonly actions: RefObject<HTMLDivElement | null>;
}

function Header({ order, actions, address, back, onAddress }: HeaderProps) {
  const start = useCommand(startOrder, [getOrder]);
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div className="grid justify-items-start gap-1.5">
        {back(order.order_id)}
        <h2 className="text-lg font-semibold">
          <Identifier value={order.order_id} label="order number" />
        </h2>
        <span className="flex flex-wrap items-center gap-1">
          <StatusBadge status={order.order_status} />
          <OrderBadges order={order} />
        </span>
        {(order.stage === 'TO_SHIP' || order.stage === 'PENDING') && <ShipBy text={order.ship_by} isOpen />}
        <a href={`${SELLER_CENTRAL}${encodeURIComponent(order.order_id)}`} target="_blank" rel="noreferrer" className="link gap-1">
          Open in Seller Central <ExternalLink size={14} aria-hidden />
        </a>
      </div>
      <div ref={actions} className="flex flex-wrap gap-2">
        <PackingSlipButton orderId={order.order_id} />
        <ReleaseOrderButton
          order={order}
          isOpen={address.dialog === 'give-back'}
          onOpen={() => onAddress({ dialog: 'give-back' })}
          onClose={() => onAddress({ dialog: undefined })}
        />
        {order.stage === 'TO_SHIP' && order.started_by === null && !order.is_cancel_open && (
          <Button
            disabled={start.isPending}
            onClick={() => start.mutate({ body: { orderId: order.order_id } }, { onError: (error) => toast('bad', refusalText(error)) })}
          >
            Start
          </Button>
        )}
        {order.may_undo && (
          <Button data-opens="undo" onClick={() => onAddress({ dialog: 'undo' })}>
            Undo shipping
          </Button>
        )}
        {order.stage === 'TO_SHIP' && (
          <Button data-next data-opens="verify" look="primary" onClick={() => onAddress({ dialog: 'verify' })}>
            Ship Now
          </Button>
        )}
        {needsConfirmation(order) && (
          <Button data-next data-opens="confirm" look="primary" onClick={() => onAddress({ dialog: 'confirm' })}>
            Confirm shipment
          </Button>
        )}
      </div>
    </header>
  );
}
