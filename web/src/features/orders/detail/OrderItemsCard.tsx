import { conditionName } from '@stowage/contract/catalog/conditions';
import { dollars } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { OrderDetail, OrderItem } from '@stowage/contract/orders/order-detail';
import { Card } from '../../../ui/Card.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { Photo } from '../../../ui/format/Photo.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';

/** The lines of an order, as the marketplace reports them. */
export function OrderItemsCard({ order }: { order: OrderDetail }) {
  const total = order.total === null ? undefined : dollars(Number(order.total));
  return (
    <Card title="Items" {...(total !== undefined && { description: `Total ${total}` })}>
      <DataTable label="Items" columns={COLUMNS} rows={order.items} keyOf={(item) => item.item_id} />
    </Card>
  );
}

const COLUMNS: readonly Column<OrderItem>[] = [
  { heading: 'Photo', cell: (item) => <Photo url={item.photo} name={item.title} /> },
  { heading: 'Product', isTitle: true, cell: (item) => <span className="font-medium">{item.title ?? item.sku ?? 'N/A'}</span> },
  {
    heading: 'Identifiers',
    cell: (item) => (
      <span className="grid justify-items-start">
        <Identifier value={item.asin} label="ASIN" />
        <Identifier value={item.fnsku} label="FNSKU" />
        <Identifier value={item.sku} label="SKU" />
        <Identifier value={item.gtin} label="GTIN" />
      </span>
    ),
  },
  { heading: 'Condition', cell: (item) => conditionName(item.condition) },
  { heading: 'Ordered', align: 'right', cell: (item) => numberText(item.quantity) },
  { heading: 'Verified', align: 'right', cell: (item) => numberText(item.verified) },
  { heading: 'Shipped', align: 'right', cell: (item) => numberText(item.shipped) },
  { heading: 'Price', align: 'right', cell: ({ price }) => (price === null ? 'N/A' : dollars(Number(price))) },
  { heading: 'Shipping', align: 'right', cell: ({ shipping }) => (shipping === null ? 'N/A' : dollars(Number(shipping))) },
  { heading: 'Tax', align: 'right', cell: ({ tax }) => (tax === null ? 'N/A' : dollars(Number(tax))) },
];
