import type { OrderRow, OrderSummary } from '@stowage/contract/orders/orders';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { Photo } from '../../../ui/format/Photo.tsx';
import { When } from '../../../ui/format/When.tsx';
import type { Column } from '../../../ui/table/DataTable.tsx';
import { needsConfirmation } from '../shipping/needs-confirmation.ts';
import { OrderBadges, StatusBadge } from './OrderBadges.tsx';
import { ShipBy } from './ShipBy.tsx';

/** One allocation with its order. */
export interface ListedAllocation {
  readonly order: OrderSummary;
  readonly allocation: OrderSummary['pieces'][number];
  /** Whether this is the order's first row. Facts about the whole order are shown only there. */
  readonly isFirst: boolean;
}

/** @param areSentShown whether the sent units of orders that are still packed are listed too */
export function allocationsOf(orders: readonly OrderSummary[], areSentShown: boolean): readonly ListedAllocation[] {
  return orders.flatMap((order) => {
    const shown = order.stage === 'TO_SHIP' && !areSentShown ? order.pieces.filter(({ sold }) => sold === 0) : order.pieces;
    return shown.map((allocation, index) => ({ order, allocation, isFirst: index === 0 }));
  });
}

interface OrderColumnsProps {
  /** The order that is being verified. */
  readonly busy: string | undefined;
  readonly onShip: (orderId: string, allocationId: number) => void;
  readonly onConfirm: (orderId: string) => void;
  /** A link to an order's page. */
  readonly linkTo: (row: OrderRow, text: string) => ReactNode;
}

export function orderColumns({ busy, onShip, onConfirm, linkTo }: OrderColumnsProps): readonly Column<ListedAllocation>[] {
  return [
    { heading: 'Photo', cell: ({ allocation }) => <Photo url={allocation.photo} name={allocation.product_name} /> },
    {
      heading: 'Product',
      isTitle: true,
      cell: ({ order, allocation, isFirst }) => (
        <span className="grid justify-items-start gap-0.5 max-lg:gap-1">
          <span className="font-medium lg:line-clamp-2 lg:min-w-44">{allocation.product_name ?? allocation.sku ?? 'N/A'}</span>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Identifier value={allocation.amazon_order_id} label="order number" />
            <OrderBadges order={order} />
          </span>
          {isFirst && order.failure !== null && <span className="text-bad">{order.failure}</span>}
        </span>
      ),
    },
    {
      heading: 'Identifiers',
      cell: ({ allocation }) => (
        <span className="grid justify-items-start gap-x-3 xl:grid-cols-[repeat(2,max-content)]">
          <Identifier value={allocation.asin} label="ASIN" />
          <Identifier value={allocation.fnsku} label="FNSKU" />
          <Identifier value={allocation.sku} label="SKU" />
          <Identifier value={allocation.gtin} label="GTIN" />
          <span className="text-muted lg:whitespace-nowrap">
            {allocation.display_condition ?? 'N/A'} · {allocation.id}
          </span>
        </span>
      ),
    },
    { heading: 'Location', cell: ({ allocation }) => <Location allocation={allocation} /> },
    { heading: 'Amz Status', cell: ({ allocation }) => <StatusBadge status={allocation.order_status} /> },
    { heading: 'Date', sort: 'purchase_date', cell: ({ allocation }) => <OrderDate text={allocation.purchase_date} /> },
    { heading: 'Ship by', sort: 'ship_by', cell: ({ order, allocation }) => <ShipBy text={order.ship_by} isOpen={isOpen(order, allocation)} /> },
    {
      heading: 'Ship',
      isAction: true,
      isFixed: true,
      cell: (row) => <Ship {...{ ...row, busy, onShip, onConfirm }} />,
    },
    { heading: 'View', isAction: true, isFixed: true, cell: ({ allocation }) => linkTo(allocation, 'View') },
  ];
}

/** On two lines, because the table is wide. */
function OrderDate({ text }: { text: string }) {
  return (
    <span className="block lg:max-w-22 [&>time]:whitespace-normal">
      <When text={text} />
    </span>
  );
}

/** Whether the unit is still to be shipped: only then can it be late. */
function isOpen({ stage }: OrderSummary, { sold }: OrderSummary['pieces'][number]): boolean {
  return (stage === 'TO_SHIP' || stage === 'PENDING') && sold === 0;
}

function Location({ allocation }: { allocation: OrderSummary['pieces'][number] }) {
  if (allocation.location !== null) return <strong className="text-base font-semibold whitespace-nowrap">{allocation.location}</strong>;
  const isMissing = allocation.sold === 0 && allocation.order_status !== 'Canceled';
  return <span className={isMissing ? 'font-medium text-warn' : 'text-muted'}>{isMissing ? 'No stock' : '–'}</span>;
}

interface ShipProps extends ListedAllocation, Pick<OrderColumnsProps, 'busy' | 'onShip' | 'onConfirm'> {}

/** The action of a row. Pending, canceled and no longer needed units have none. */
function Ship({ order, allocation, isFirst, busy, onShip, onConfirm }: ShipProps) {
  const { order_id: id, stage } = order;
  const isNotNeeded = stage === 'TO_SHIP' && allocation.order_status === 'Canceled';
  if (stage === 'PENDING' || stage === 'CANCELED' || isNotNeeded) return null;
  if (stage === 'TO_SHIP' && allocation.sold === 0) {
    // A cancellation request is answered before anything ships.
    const isAsked = order.is_cancel_open;
    return (
      <Button
        // Without a unit on a shelf there is nothing to ship now.
        look={isAsked || allocation.location === null ? 'secondary' : 'primary'}
        className="whitespace-nowrap"
        disabled={busy === id}
        aria-label={`${isAsked ? 'Answer request for' : 'Ship Now:'} ${id}, ${allocation.product_name ?? allocation.sku}`}
        onClick={() => onShip(id, allocation.id)}
      >
        {busy === id ? 'Processing...' : isAsked ? 'Answer request' : 'Ship Now'}
      </Button>
    );
  }
  return (
    <span className="flex flex-wrap gap-1 xl:flex-nowrap">
      <Button disabled>Sent</Button>
      {isFirst && needsConfirmation(order) && (
        <Button aria-label={`Confirm ${id}`} onClick={() => onConfirm(id)}>
          Confirm
        </Button>
      )}
    </span>
  );
}
