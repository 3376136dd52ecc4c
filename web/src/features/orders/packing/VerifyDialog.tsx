import { getOrder, type OrderDetail } from '@stowage/contract/orders/order-detail';
import { startOrder } from '@stowage/contract/orders/order-packing';
import type { OrderRow } from '@stowage/contract/orders/orders';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { ErrorText } from '../../../ui/ErrorText.tsx';
import { Photo } from '../../../ui/format/Photo.tsx';
import { useWedge } from '../../../ui/scan/use-wedge.ts';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { isHeldByOther } from '../detail/order-holder.ts';
import { ShipBy } from '../list/ShipBy.tsx';
import { CancelRequest } from '../shipping/CancelRequest.tsx';
import { needsConfirmation } from '../shipping/needs-confirmation.ts';
import { ShipmentForm } from '../shipping/ShipmentForm.tsx';
import { RefusedScans } from './RefusedScans.tsx';
import { fasterText, refusalText } from './refusal-text.ts';
import { useCurrentOrder } from './use-current-order.ts';
import { useQueuedScans } from './use-queued-scans.ts';
import { VerifyForm, type VerifyFormProps } from './VerifyForm.tsx';

export interface VerifyDialogProps {
  readonly orderId: string;
  /** The allocation whose row was pressed. */
  readonly allocationId?: number | undefined;
  readonly onClose: () => void;
  readonly returnFocusTo?: () => HTMLElement | null;
  /** A link to the order's page; undefined on that page. */
  readonly linkTo?: (row: OrderRow, text: string) => ReactNode;
  /** The codes that were scanned while the dialog opened; empty once they are taken. */
  readonly initialScans?: readonly string[];
  readonly onInitialScansTaken?: () => void;
  /** Receives the number of another order that is scanned when this one is done, and the codes after it. */
  readonly onOtherOrder?: (orderId: string, after: readonly string[]) => void;
}

type Step = 'cancel' | 'confirm' | 'done' | 'held' | 'verify';

/** The next step of an order. */
function stepOf(order: OrderDetail): Step {
  if (order.is_cancel_open) return 'cancel';
  if (needsConfirmation(order)) return 'confirm';
  if (order.stage !== 'TO_SHIP') return 'done';
  return isHeldByOther(order) ? 'held' : 'verify';
}

/** Verifies an order unit by unit, and asks for the tracking number at the end. Viewing does not start the order; the first scan does. */
export function VerifyDialog({ orderId, allocationId, onClose, returnFocusTo, linkTo, initialScans, onInitialScansTaken, onOtherOrder }: VerifyDialogProps) {
  const { order, refresh } = useCurrentOrder(orderId);
  const field = useRef<HTMLInputElement>(null);
  const step = order.data && stepOf(order.data);
  // A packer can scan the packing slip and then the unit without waiting for the order to load.
  const acceptsScans = order.isPending || step === 'verify' || step === 'confirm';
  const { queued, queue, onScanTaken, refused } = useQueuedScans(acceptsScans, step === 'done' ? onOtherOrder : undefined);
  // Catches scans while the focus is on a button, or nowhere. The shipment form has its own listener.
  useWedge({ onScan: (code) => step !== 'confirm' && queue(code), focusField: () => field.current?.focus() });
  const takeInitialScans = useEffectEvent((codes: readonly string[]) => {
    onInitialScansTaken?.();
    for (const code of codes) queue(code);
  });
  useEffect(() => {
    if (initialScans !== undefined && initialScans.length > 0) takeInitialScans(initialScans);
  }, [initialScans]);
  return (
    <Dialog title="Verify Product" description={`Order ${orderId}`} open onClose={onClose} {...(returnFocusTo && { returnFocusTo })}>
      {!acceptsScans && <RefusedScans codes={refused} />}
      <QueryResult query={order} rows={3} failure="The order could not be loaded" stale={null}>
        {(data) => <Steps order={data} onChanged={refresh} {...{ queued, onScanTaken, allocationId, field, linkTo, onClose }} />}
      </QueryResult>
    </Dialog>
  );
}

interface StepsProps extends Omit<VerifyFormProps, 'onVerified'> {
  readonly allocationId: number | undefined;
  readonly linkTo: VerifyDialogProps['linkTo'];
}

function Steps({ order, allocationId, linkTo, ...form }: StepsProps) {
  const { onClose, onChanged, queued, onScanTaken } = form;
  const [verified, setVerified] = useState<number>();
  const step = stepOf(order);
  if (step === 'cancel') return <CancelRequest orderId={order.order_id} onAnswered={() => void onChanged()} />;
  if (step === 'confirm') {
    return (
      <div className="grid gap-4">
        <Banner tone="good">Shipped{order.shipped_by !== null && ` by ${order.shipped_by}`}. Scan the tracking number of the parcel.</Banner>
        <ShipmentForm order={order} onDone={onClose} onLater={onClose} {...{ queued, onScanTaken }} />
      </div>
    );
  }
  if (step === 'done') return <Done order={order} linkTo={linkTo} onClose={onClose} />;
  if (step === 'held') return <Held order={order} onClose={onClose} />;
  const open = order.pieces.filter(({ state }) => state === 'RESERVED' || state === 'WAITING');
  const reserved = open.filter(({ state }) => state === 'RESERVED');
  // Without a reserved allocation, the first waiting one shows what is missing.
  const next = [verified, allocationId].map((wanted) => reserved.find(({ id }) => id === wanted)).find((one) => one !== undefined) ?? reserved[0] ?? open[0];
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
              Unit {total - open.length + 1} of {total}
            </dd>
          </dl>
        </div>
      )}
      <VerifyForm order={order} {...form} onVerified={setVerified} />
    </div>
  );
}

/** Shows the status of an order that needs no packing. */
function Done({ order, linkTo, onClose }: Pick<StepsProps, 'order' | 'linkTo' | 'onClose'>) {
  const by = order.shipped_by === null ? '' : ` by ${order.shipped_by}`;
  const [row] = order.pieces;
  return (
    <div className="grid gap-4">
      <Banner tone="warn">{order.stage === 'PENDING' ? 'The order is pending. It cannot be shipped yet.' : `${order.order_status}${by}.`}</Banner>
      <div className="flex items-center justify-end gap-3">
        {row && linkTo?.(row, 'View order')}
        <Button look="primary" autoFocus onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}

/** Shows that another packer has the order, and offers to take it over. */
function Held({ order, onClose }: Pick<StepsProps, 'order' | 'onClose'>) {
  const start = useCommand(startOrder, [getOrder]);
  return (
    <div className="grid gap-4">
      <Banner tone="warn">{fasterText('STARTED', order.started_by, order.started_at)}</Banner>
      {start.error !== null && <ErrorText>{refusalText(start.error)}</ErrorText>}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" disabled={start.isPending} onClick={() => start.mutate({ body: { orderId: order.order_id, takeOver: true } })}>
          Take over
        </Button>
      </div>
    </div>
  );
}
