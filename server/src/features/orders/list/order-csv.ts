import type { OrderSummary } from '@stowage/contract/orders/orders';
import { csvTable } from '../../../platform/formats/csv.ts';

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
export async function* orderCsv(pages: AsyncIterable<readonly OrderSummary[]>): AsyncIterable<string> {
  const { head, line } = csvTable(COLUMNS);
  yield head;
  for await (const orders of pages) yield orders.flatMap(({ pieces, ...order }) => pieces.map((unit) => line({ ...order, ...unit }))).join('');
}
