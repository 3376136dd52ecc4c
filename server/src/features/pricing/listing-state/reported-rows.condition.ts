import { sql } from 'kysely';
import { rowArrays } from '../../../platform/database/hidden-value.ts';

/** A listing as a report of the marketplace has it. */
export interface ReportedListing {
  readonly sku: string;
  readonly asin: string;
  readonly title: string;
  readonly condition: number;
  /** The marketplace's own value: `DEFAULT` is the seller's own stock. */
  readonly channel: string;
  /** Decimal text. */
  readonly price: string | null;
  /** Null for stock in the marketplace's warehouses. */
  readonly quantity: number | null;
  readonly status: string;
}

/** The listings of a report as rows `i`. */
export function reportedRows(rows: readonly ReportedListing[]) {
  return sql`unnest(${rowArrays(rows, {
    sku: 'text[]',
    asin: 'text[]',
    title: 'text[]',
    condition: 'smallint[]',
    channel: 'text[]',
    price: 'numeric[]',
    quantity: 'int[]',
    status: 'text[]',
  })})
    as i (sku, asin, title, condition, channel, price, quantity, status)`;
}
