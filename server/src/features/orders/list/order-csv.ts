import type { OrderSummary } from '@stowage/contract/orders/orders';
import { csvOf, csvTable } from '../../../platform/formats/csv.ts';

type Unit = OrderSummary['pieces'][number];
type Line = Pick<OrderSummary, 'stage' | 'ship_by' | 'shipped_at' | 'failure'> & Omit<Unit, 'is_verified' | 'photo'>;

/** The columns of the CSV export: their headings and fields. */
const COLUMNS = {
  Order: 'amazon_order_id',
  Stage: 'stage',
  'Amz Status': 'order_status',
  Product: 'product_name',
  SKU: 'sku',
  FNSKU: 'fnsku',
  ASIN: 'asin',
  GTIN: 'gtin',
  Condition: 'display_condition',
  Location: 'location',
  Date: 'purchase_date',
  'Ship by': 'ship_by',
  Shipped: 'shipped_at',
  Problem: 'failure',
  Unit: 'id',
} as const satisfies Record<string, keyof Line>;

/** One line per unit of each order. */
export function orderCsv(pages: AsyncIterable<readonly OrderSummary[]>): AsyncIterable<string> {
  const { head, line } = csvTable(COLUMNS);
  return csvOf({ head, line: ({ pieces, ...order }: OrderSummary) => pieces.map((unit) => line({ ...order, ...unit })).join('') }, pages);
}
