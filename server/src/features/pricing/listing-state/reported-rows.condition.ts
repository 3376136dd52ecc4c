import { sql } from 'kysely';

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
  return sql`unnest(${rows.map((row) => row.sku)}::text[], ${rows.map((row) => row.asin)}::text[], ${rows.map((row) => row.title)}::text[],
    ${rows.map((row) => row.condition)}::smallint[], ${rows.map((row) => row.channel)}::text[], ${rows.map((row) => row.price)}::numeric[],
    ${rows.map((row) => row.quantity)}::integer[], ${rows.map((row) => row.status)}::text[])
    as i (sku, asin, title, condition, channel, price, quantity, status)`;
}
