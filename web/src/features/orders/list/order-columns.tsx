import type { OrderRow, OrderSummary } from '@stowage/contract/orders/orders';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { Photo } from '../../../ui/format/Photo.tsx';
import { When } from '../../../ui/format/When.tsx';
import type { Column } from '../../../ui/table/DataTable.tsx';
import { isToConfirm } from '../shipping/is-to-confirm.ts';
import { OrderBadges, StatusBadge } from './OrderBadges.tsx';
import { ShipBy } from './ShipBy.tsx';

/** One piece, with the order that it is of. */
export interface ListedPiece {
  readonly order: OrderSummary;
  readonly piece: OrderSummary['pieces'][number];
  /** The order's first in the list: what is of the order as a whole stands there, once. */
  readonly isFirst: boolean;
}

/** The rows of the list. */
export function piecesOf(orders: readonly OrderSummary[]): readonly ListedPiece[] {
  return orders.flatMap((order) => order.pieces.map((piece, nth) => ({ order, piece, isFirst: nth === 0 })));
}

interface OrderColumnsProps {
  /** The order that is being verified. */
  readonly busy: string | undefined;
  readonly onShip: (orderId: string, pieceId: number) => void;
  readonly onConfirm: (orderId: string) => void;
  /** A link to an order's page. */
  readonly linkTo: (row: OrderRow, text: string) => ReactNode;
}

export function orderColumns({ busy, onShip, onConfirm, linkTo }: OrderColumnsProps): readonly Column<ListedPiece>[] {
  return [
    { heading: 'Photo', cell: ({ piece }) => <Photo url={piece.photo} name={piece.product_name} /> },
    {
      heading: 'Product',
      isTitle: true,
      cell: ({ order, piece, isFirst }) => (
        <span className="grid justify-items-start gap-0.5 max-lg:gap-1">
          <span className="font-medium lg:line-clamp-2 lg:min-w-44">{piece.product_name ?? piece.sku ?? 'N/A'}</span>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Identifier value={piece.amazon_order_id} label="order number" />
            <OrderBadges order={order} />
          </span>
          {isFirst && order.failure !== null && <span className="text-bad">{order.failure}</span>}
        </span>
      ),
    },
    {
      heading: 'Identifiers',
      cell: ({ piece }) => (
        <span className="grid justify-items-start gap-x-3 xl:grid-cols-[repeat(2,max-content)]">
          <Identifier value={piece.asin} label="ASIN" />
          <Identifier value={piece.fnsku} label="FNSKU" />
          <Identifier value={piece.sku} label="SKU" />
          <Identifier value={piece.gtin} label="GTIN" />
          <span className="text-muted lg:whitespace-nowrap">
            {piece.display_condition ?? 'N/A'} · {piece.id}
          </span>
        </span>
      ),
    },
    { heading: 'Location', cell: ({ piece }) => <Location piece={piece} /> },
    { heading: 'Amz Status', cell: ({ piece }) => <StatusBadge status={piece.order_status} /> },
    { heading: 'Date', cell: ({ piece }) => <When text={piece.purchase_date} /> },
    { heading: 'Ship by', cell: ({ order }) => <ShipBy text={order.ship_by} isOpen={order.stage === 'TO_SHIP' || order.stage === 'PENDING'} /> },
    {
      heading: 'Ship',
      isAction: true,
      cell: (row) => <Ship {...{ ...row, busy, onShip, onConfirm }} />,
    },
    { heading: 'View', isAction: true, cell: ({ piece }) => linkTo(piece, 'View') },
  ];
}

function Location({ piece }: { piece: OrderSummary['pieces'][number] }) {
  if (piece.location !== null) return <strong className="text-base font-semibold whitespace-nowrap">{piece.location}</strong>;
  const isOpen = piece.sold === 0 && piece.order_status !== 'Canceled';
  return <span className={isOpen ? 'font-medium text-warn' : 'text-muted'}>{isOpen ? 'No stock' : '–'}</span>;
}

interface ShipProps extends ListedPiece, Pick<OrderColumnsProps, 'busy' | 'onShip' | 'onConfirm'> {}

/** What is pending or canceled has no button. */
function Ship({ order, piece, isFirst, busy, onShip, onConfirm }: ShipProps) {
  const { order_id: id, stage } = order;
  const isUnwanted = stage === 'TO_SHIP' && piece.order_status === 'Canceled';
  if (stage === 'PENDING' || stage === 'CANCELED' || isUnwanted) return null;
  if (stage === 'TO_SHIP' && piece.sold === 0) {
    return (
      <Button
        look="primary"
        className="whitespace-nowrap"
        disabled={busy === id}
        aria-label={`Ship ${id}, ${piece.product_name ?? piece.sku}`}
        onClick={() => onShip(id, piece.id)}
      >
        {busy === id ? 'Processing...' : 'Ship Now'}
      </Button>
    );
  }
  return (
    <span className="flex flex-wrap gap-1 xl:flex-nowrap">
      <Button disabled>Sent</Button>
      {isFirst && isToConfirm(order) && (
        <Button aria-label={`Confirm ${id}`} onClick={() => onConfirm(id)}>
          Confirm
        </Button>
      )}
    </span>
  );
}
