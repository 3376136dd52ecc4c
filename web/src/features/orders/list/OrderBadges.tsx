import { numberText } from '@stowage/contract/formats/text/number-text';
import type { OrderLocalState, OrderRow, OrderSummary } from '@stowage/contract/orders/orders';
import { Badge, StateBadge, type StateLooks } from '../../../ui/Badge.tsx';

const TONES = { Pending: 'neutral', Unshipped: 'accent', PartiallyShipped: 'warn', Shipped: 'good', Canceled: 'bad' } as const;

export function StatusBadge({ status }: { status: OrderRow['order_status'] }) {
  return <Badge tone={TONES[status]}>{status}</Badge>;
}

const LOCAL: Partial<StateLooks<OrderLocalState>> = {
  SHIPPED: { label: 'To confirm', tone: 'warn' },
  CONFIRM_QUEUED: { label: 'Confirmation queued', tone: 'neutral' },
  CONFIRMING: { label: 'Confirming', tone: 'neutral' },
  CONFIRM_FAILED: { label: 'Confirmation failed', tone: 'bad' },
  CONFIRMED: { label: 'Confirmed', tone: 'good' },
  CANCELED: { label: 'Canceled here', tone: 'bad' },
};

/** The flags of an order and its local state. */
export function OrderBadges({ order }: { order: Omit<OrderSummary, 'pieces'> & { readonly pieces: readonly { readonly sold: 0 | 1 }[] } }) {
  const local = LOCAL[order.local_state];
  const sent = order.pieces.filter(({ sold }) => sold === 1).length;
  return (
    <span className="flex flex-wrap gap-1">
      {order.is_cancel_open && <Badge tone="bad">Buyer asks to cancel</Badge>}
      {order.is_cancel_requested_after_shipping && <Badge tone="bad">Buyer asks to cancel, already shipped</Badge>}
      {order.is_canceled_after_shipping && <Badge tone="bad">Canceled after shipping</Badge>}
      {local !== undefined && <StateBadge {...local} />}
      {order.delivered_at !== null && <Badge tone="good">Delivered</Badge>}
      {order.returned_units > 0 && (
        <Badge tone="warn">{order.returned_units >= order.pieces.length ? 'Returned' : `Returned: ${order.returned_units} of ${order.pieces.length}`}</Badge>
      )}
      {order.stage === 'TO_SHIP' && sent > 0 && (
        <Badge>
          {numberText(sent)} of {numberText(order.pieces.length)} sent
        </Badge>
      )}
      {order.waiting > 0 && <Badge tone="warn">Backordered</Badge>}
      {order.started_by !== null && <Badge tone="accent">Started by {order.started_by}</Badge>}
      {order.is_prime && <Badge>Prime</Badge>}
      {order.is_premium && <Badge>Premium</Badge>}
      {order.is_business && <Badge>Business</Badge>}
      {order.is_gift && <Badge>Gift</Badge>}
    </span>
  );
}
