import { numberText } from '@stowage/contract/formats/text/number-text';
import type { PoLine } from '@stowage/contract/purchasing/purchase-order-lines';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { RecordDocuments } from '../../../shared/documents/RecordDocuments.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { OrderAgainButton, OrderSending } from '../order-drafts/OrderSending.tsx';
import { linesOfOrder } from '../packing-lists/line-queries.ts';
import { AddItemDialog } from './AddItemDialog.tsx';
import { ChangeLogDialog } from './ChangeLogDialog.tsx';
import type { OrderTabProps } from './order-tab.ts';

interface InformationTabProps extends OrderTabProps {
  /** Opens the path of another page. */
  readonly onOpen: (path: string) => void;
}

/** The lines of an order with their ordered and received units. */
export function InformationTab({ poNumber, address, onAddress, mayManage, onChanged, onOpen }: InformationTabProps) {
  const lines = useQuery(linesOfOrder(poNumber));
  const orderId = lines.data?.[0]?.purchase_order_id;
  return (
    <>
      <Card
        title="Purchase Orders"
        aside={
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => onAddress({ window: 'changes' })}>Change log</Button>
            {mayManage && <OrderAgainButton poNumber={poNumber} onOpen={onOpen} />}
            {mayManage && (
              <Button onClick={() => onAddress({ window: 'add-item' })}>
                <Plus size={16} aria-hidden /> Add Item
              </Button>
            )}
          </div>
        }
      >
        <QueryResult query={lines} failure="The order could not be loaded" empty={<EmptyState title="No data available for the selected PO." />}>
          {(rows) => <DataTable label="Purchase Orders" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} mayBeLong />}
        </QueryResult>
        {address.window === 'changes' && <ChangeLogDialog poNumber={poNumber} onClose={() => onAddress({ window: undefined })} />}
        {mayManage && address.window === 'add-item' && (
          <AddItemDialog
            poNumber={poNumber}
            onClose={() => onAddress({ window: undefined })}
            onAdded={() => {
              onChanged();
              onAddress({ window: undefined });
            }}
          />
        )}
      </Card>
      <OrderSending poNumber={poNumber} mayManage={mayManage} />
      {orderId !== undefined && <RecordDocuments kind="PURCHASE_ORDER" id={String(orderId)} label={poNumber} />}
    </>
  );
}

const COLUMNS: readonly Column<PoLine>[] = [
  { heading: 'PO Number', width: '12%', cell: ({ poNumber }) => poNumber },
  { heading: 'GTIN', width: '14%', cell: ({ gtin }) => <Identifier value={gtin} label="GTIN" /> },
  { heading: 'Supplier SKU', width: '15%', cell: ({ supplier_sku }) => supplier_sku },
  {
    heading: 'Product Name',
    width: '29%',
    isTitle: true,
    cell: ({ product_name, added_reason }) => (
      <>
        {product_name} {added_reason !== null && <Badge tone="accent">Added: {added_reason}</Badge>}
      </>
    ),
  },
  { heading: 'Qty Ordered', width: '8%', align: 'right', cell: ({ qty_ordered }) => numberText(qty_ordered) },
  {
    heading: 'Total Received',
    width: '11%',
    align: 'right',
    cell: ({ total_received, damaged_qty, over_qty }) => (
      <span className="inline-flex flex-wrap justify-end gap-1">
        {numberText(total_received)}
        {over_qty > 0 && <Badge tone="warn">+{numberText(over_qty)} over</Badge>}
        {damaged_qty > 0 && <Badge tone="bad">{numberText(damaged_qty)} damaged</Badge>}
      </span>
    ),
  },
  {
    heading: 'Remaining Qty',
    width: '11%',
    align: 'right',
    cell: ({ remaining_qty, backordered_qty, canceled_qty }) => (
      <span className="inline-flex flex-wrap justify-end gap-1">
        {numberText(Math.max(remaining_qty, 0))}
        {backordered_qty > 0 && <Badge tone="warn">{numberText(backordered_qty)} backordered</Badge>}
        {canceled_qty > 0 && <Badge>{numberText(canceled_qty)} canceled</Badge>}
      </span>
    ),
  },
];
