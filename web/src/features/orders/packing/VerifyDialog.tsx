import { getOrder, type OrderDetail } from '@stowage/contract/orders/order-detail';
import { startOrder } from '@stowage/contract/orders/order-packing';
import { type OrderRow, ordersTopic } from '@stowage/contract/orders/orders';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTopic } from '../../../api/live.ts';
import { queryFor, useCommand } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { Photo } from '../../../ui/format/Photo.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/States.tsx';
import { useWedge } from '../../../ui/scan/use-wedge.ts';
import { isHeldByOther } from '../detail/order-holder.ts';
import { ShipBy } from '../list/ShipBy.tsx';
import { CancelRequest } from '../shipping/CancelRequest.tsx';
import { isToConfirm } from '../shipping/is-to-confirm.ts';
import { ShipmentForm } from '../shipping/ShipmentForm.tsx';
import { RefusedScans } from './RefusedScans.tsx';
import { fasterText, refusalText } from './refusal-text.ts';
import { useHeard } from './use-heard.ts';
import { VerifyForm, type VerifyFormProps } from './VerifyForm.tsx';

export interface VerifyDialogProps {
  readonly orderId: string;
  /** Whose row was pressed. */
  readonly pieceId?: number | undefined;
  readonly onClose: () => void;
  readonly returnFocusTo?: () => HTMLElement | null;
  /** A link to the order's page, where that is not shown already. */
  readonly linkTo?: (row: OrderRow, text: string) => ReactNode;
  /** What was scanned on the page while this was opening; nothing when it was taken. */
  readonly handed?: readonly string[];
  readonly onHandedTaken?: () => void;
  /** What is scanned while there is nothing to do with this order. */
  readonly onElsewhere?: (code: string) => void;
}

type Step = 'cancel' | 'confirm' | 'done' | 'held' | 'verify';

/** What an order asks for next. */
function stepOf(order: OrderDetail): Step {
  if (order.is_cancel_open) return 'cancel';
  if (isToConfirm(order)) return 'confirm';
  if (order.stage !== 'TO_SHIP') return 'done';
  return isHeldByOther(order) ? 'held' : 'verify';
}

/** Piece by piece: where it lies, what was scanned, and the carrier at the end. To look takes nothing: the first scan does. */
export function VerifyDialog({ orderId, pieceId, onClose, returnFocusTo, linkTo, handed, onHandedTaken, onElsewhere }: VerifyDialogProps) {
  const order = useQuery({ ...queryFor(getOrder, { params: { id: orderId } }), staleTime: 0 });
  const refresh = async () => (await order.refetch()).data;
  useTopic(ordersTopic, { onMessage: (message) => message.orderId === orderId && void refresh(), onReconnect: () => void refresh() });
  const field = useRef<HTMLInputElement>(null);
  const step = order.data && stepOf(order.data);
  // Who scans the packing slip and then the unit does not wait for the order to come.
  const isTaken = order.isPending || step === 'verify' || step === 'confirm';
  const { heard, hear, onHeardTaken, refused } = useHeard(isTaken, step === 'done' ? onElsewhere : undefined);
  // Where the focus is on a button, or nowhere yet. The form for the tracking number hears it by itself.
  useWedge({ onScan: (code) => step !== 'confirm' && hear(code), focusField: () => field.current?.focus() });
  const takeHanded = useEffectEvent((codes: readonly string[]) => {
    onHandedTaken?.();
    for (const code of codes) hear(code);
  });
  useEffect(() => {
    if (handed !== undefined && handed.length > 0) takeHanded(handed);
  }, [handed]);
  return (
    <Dialog title="Verify Product" description={`Order ${orderId}`} open onClose={onClose} {...(returnFocusTo && { returnFocusTo })}>
      {!isTaken && <RefusedScans codes={refused} />}
      {order.isPending ? (
        <SkeletonRows count={3} />
      ) : order.data === undefined ? (
        <ErrorState title="The order could not be loaded" detail={order.error?.message} onRetry={() => void refresh()} />
      ) : (
        <Steps order={order.data} onChanged={refresh} {...{ heard, onHeardTaken, pieceId, field, linkTo, onClose }} />
      )}
    </Dialog>
  );
}

interface StepsProps extends Omit<VerifyFormProps, 'onVerified'> {
  readonly pieceId: number | undefined;
  readonly linkTo: VerifyDialogProps['linkTo'];
}

function Steps({ order, pieceId, linkTo, ...form }: StepsProps) {
  const { onClose, onChanged, heard, onHeardTaken } = form;
  const [verified, setVerified] = useState<number>();
  const step = stepOf(order);
  if (step === 'cancel') return <CancelRequest orderId={order.order_id} onAnswered={() => void onChanged()} />;
  if (step === 'confirm') {
    return (
      <div className="grid gap-4">
        <Banner tone="good">Shipped{order.shipped_by !== null && ` by ${order.shipped_by}`}. Scan the tracking number of the parcel.</Banner>
        <ShipmentForm order={order} onDone={onClose} onLater={onClose} {...{ heard, onHeardTaken }} />
      </div>
    );
  }
  if (step === 'done') return <Done order={order} linkTo={linkTo} />;
  if (step === 'held') return <Held order={order} onClose={onClose} />;
  const open = order.pieces.filter(({ state }) => state === 'RESERVED' || state === 'WAITING');
  const reserved = open.filter(({ state }) => state === 'RESERVED');
  // Of what waits for stock it is said what is missing.
  const next = [verified, pieceId].map((wanted) => reserved.find(({ id }) => id === wanted)).find((one) => one !== undefined) ?? reserved[0] ?? open[0];
  const total = open.length + order.pieces.filter(({ state }) => state === 'SHIPPED').length;
  return (
    <div className="grid gap-4">
      {next !== undefined && (
        <div className="flex flex-wrap items-start gap-4 rounded-card border border-line bg-sunken p-3">
          <Photo url={next.photo} name={next.product_name} size="large" />
          <div className="min-w-0 flex-1 basis-40">
            <p className="font-semibold">{next.product_name}</p>
            <p className="text-muted">
              {next.display_condition ?? 'N/A'} · {next.fnsku ?? next.sku}
            </p>
            <ShipBy text={order.ship_by} isOpen />
          </div>
          <dl className="ml-auto text-right">
            <dt className="text-muted">Location</dt>
            <dd className={`text-3xl font-bold ${next.location === null ? 'text-warn' : ''}`}>{next.location ?? 'No stock'}</dd>
            <dd className="text-muted">
              Piece {total - open.length + 1} of {total}
            </dd>
          </dl>
        </div>
      )}
      <VerifyForm order={order} {...form} onVerified={setVerified} />
    </div>
  );
}

/** There is nothing to do: where it stands, and the way to its page. */
function Done({ order, linkTo }: Pick<StepsProps, 'order' | 'linkTo'>) {
  const by = order.shipped_by === null ? '' : ` by ${order.shipped_by}`;
  const [row] = order.pieces;
  return (
    <div className="grid gap-4">
      <Banner tone="warn">{order.stage === 'PENDING' ? 'The order is pending: it cannot be shipped yet.' : `${order.order_status}${by}.`}</Banner>
      {row !== undefined && linkTo !== undefined && <div className="justify-self-end">{linkTo(row, 'View order')}</div>}
    </div>
  );
}

/** Somebody else packs it: nothing is scanned until it is taken over. */
function Held({ order, onClose }: Pick<StepsProps, 'order' | 'onClose'>) {
  const start = useCommand(startOrder, [getOrder]);
  return (
    <div className="grid gap-4">
      <Banner tone="warn">{fasterText('STARTED', order.started_by, order.started_at)}</Banner>
      {start.error !== null && (
        <p role="alert" className="font-medium text-bad">
          {refusalText(start.error)}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" disabled={start.isPending} onClick={() => start.mutate({ body: { orderId: order.order_id, takeOver: true } })}>
          Take over
        </Button>
      </div>
    </div>
  );
}
