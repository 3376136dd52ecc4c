import { conditionName } from '@stowage/contract/catalog/conditions';
import { addressPart } from '@stowage/contract/formats/address-text';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { LedgerRow } from '@stowage/contract/inventory/adjustment';
import type { ProductCase, ProductOrder, ProductPoLine, StockPlace } from '@stowage/contract/products/product-sections';
import { Badge } from '../../ui/Badge.tsx';
import { Day } from '../../ui/format/Day.tsx';
import { Identifier } from '../../ui/format/Identifier.tsx';
import { When } from '../../ui/format/When.tsx';
import type { Column } from '../../ui/table/DataTable.tsx';

/** A plain link; the application handles the navigation. */
const link = (href: string, text: string) => (
  <a href={href} className="link">
    {text}
  </a>
);
const number = (value: number) => numberText(value);

export const STOCK_COLUMNS: readonly Column<StockPlace>[] = [
  { heading: 'Location', isTitle: true, cell: ({ location }) => link(`/localinventoryreport?location=${addressPart(location)}`, location) },
  { heading: 'Condition', cell: ({ condition }) => conditionName(condition) },
  { heading: 'Seller SKU', cell: ({ seller_sku }) => <Identifier value={seller_sku} label="seller SKU" /> },
  { heading: 'Units', align: 'right', cell: ({ on_hand }) => number(on_hand) },
];

export const MOVEMENT_COLUMNS: readonly Column<LedgerRow>[] = [
  { heading: 'Time', cell: (row) => <When text={row.created_at} /> },
  { heading: 'Reason', isTitle: true, cell: (row) => (row.note === null ? row.reason : `${row.reason}: ${row.note}`) },
  { heading: 'Type', cell: (row) => <Badge>{row.type}</Badge> },
  { heading: 'SKU', cell: (row) => <Identifier value={row.sku} label="SKU" /> },
  { heading: 'From → To', cell: (row) => `${row.from_location ?? '–'} → ${row.to_location ?? '–'}` },
  { heading: 'User', cell: (row) => row.actor ?? 'N/A' },
];

export const PO_LINE_COLUMNS: readonly Column<ProductPoLine>[] = [
  { heading: 'PO', isTitle: true, cell: (row) => link(`/receiveinventory?po=${addressPart(row.po_number)}`, row.po_number) },
  { heading: 'Vendor', cell: (row) => row.vendor ?? 'N/A' },
  { heading: 'Supplier SKU', cell: (row) => <Identifier value={row.supplier_sku} label="supplier SKU" /> },
  { heading: 'Ordered', align: 'right', cell: (row) => number(row.ordered) },
  { heading: 'Received', align: 'right', cell: (row) => number(row.received) },
  { heading: 'Damaged', align: 'right', cell: (row) => number(row.damaged) },
  { heading: 'To come', align: 'right', cell: (row) => number(row.open + row.backordered) },
  { heading: 'Unit cost', align: 'right', cell: (row) => moneyText(row.unit_cost) },
  { heading: 'Entered', cell: (row) => <When text={row.ordered_at} /> },
];

export const CASE_COLUMNS: readonly Column<ProductCase>[] = [
  { heading: 'Case', isTitle: true, cell: (row) => link(`/case-review?case=${row.id}`, `Case ${row.id}`) },
  { heading: 'Status', cell: (row) => <Badge>{row.status}</Badge> },
  { heading: 'Units', align: 'right', cell: (row) => number(row.quantity) },
  { heading: 'Amazon case', cell: (row) => <Identifier value={row.amazon_case_id} label="Amazon case id" /> },
  { heading: 'Claim until', cell: (row) => <Day day={row.due_on} /> },
  { heading: 'Opened', cell: (row) => <When text={row.created_at} /> },
];

export const ORDER_COLUMNS: readonly Column<ProductOrder>[] = [
  { heading: 'Order', isTitle: true, cell: (row) => link(`/orders/${row.order_id}`, row.order_id) },
  { heading: 'Stage', cell: (row) => <Badge>{STAGES[row.stage] ?? row.stage}</Badge> },
  { heading: 'Seller SKU', cell: (row) => <Identifier value={row.seller_sku} label="seller SKU" /> },
  { heading: 'Condition', cell: (row) => conditionName(row.condition) },
  { heading: 'Qty', align: 'right', cell: (row) => number(row.quantity) },
  { heading: 'Price', align: 'right', cell: (row) => moneyText(row.price) },
  { heading: 'Ordered', cell: (row) => <When text={row.ordered_at} /> },
];

const STAGES: Readonly<Record<string, string>> = { TO_SHIP: 'To ship', PENDING: 'Pending', TO_CONFIRM: 'To confirm', SHIPPED: 'Shipped', CANCELED: 'Canceled' };
