import type { OrderCase, OrderDetail, OrderReturn } from '@stowage/contract/orders/order-detail';
import type { ReactNode } from 'react';
import { Badge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { When } from '../../../ui/format/When.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';

/** Links to the records of an order. */
export interface OrderLinks {
  readonly toCase: (id: number, text: string) => ReactNode;
  readonly toReturn: (lpn: string, text: string) => ReactNode;
}

/** The returns and cases of an order. Hidden when there are none. */
export function LinkedCard({ order, links }: { order: OrderDetail; links: OrderLinks }) {
  const { returns, cases } = order;
  if (returns.length + cases.length === 0) return null;
  return (
    <Card title="Returns and cases">
      {returns.length > 0 && <DataTable label="Returns" isNarrow columns={returnColumns(links)} rows={returns} keyOf={keyOfReturn} />}
      {cases.length > 0 && <DataTable label="Cases" isNarrow columns={caseColumns(links)} rows={cases} keyOf={({ id }) => id} />}
    </Card>
  );
}

const keyOfReturn = ({ lpn, sku, returned_at }: OrderReturn) => `${lpn} ${sku} ${returned_at}`;

function returnColumns({ toReturn }: OrderLinks): readonly Column<OrderReturn>[] {
  return [
    { heading: 'LPN', isTitle: true, cell: ({ lpn }) => (lpn === '' ? 'N/A' : toReturn(lpn, lpn)) },
    { heading: 'SKU', cell: ({ sku, quantity }) => `${quantity} × ${sku}` },
    { heading: 'Reason', cell: ({ reason, customer_comments: comments }) => (comments === '' ? reason : `${reason}: “${comments}”`) },
    { heading: 'Disposition', cell: ({ disposition }) => disposition },
    { heading: 'Returned', cell: ({ returned_at }) => <When text={returned_at} /> },
  ];
}

function caseColumns({ toCase }: OrderLinks): readonly Column<OrderCase>[] {
  return [
    { heading: 'Case', isTitle: true, cell: ({ id }) => toCase(id, `Case ${id}`) },
    { heading: 'Status', cell: ({ status }) => <Badge>{status}</Badge> },
    { heading: 'SKU', cell: ({ sku, quantity }) => `${quantity} × ${sku}` },
    { heading: 'LPN', cell: ({ lpn }) => lpn ?? 'N/A' },
    { heading: 'Opened', cell: ({ created_at }) => <When text={created_at} /> },
  ];
}
