import { CLAIM_ZONE } from '@stowage/contract/cases/claim-day';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { linesWithNumber } from '../../returns/index.ts';

/** A line of a returned box, with its product. */
export interface ReturnedLine {
  readonly id: number;
  readonly order_id: string;
  readonly seller_sku: string;
  readonly fnsku: string;
  readonly disposition: string;
  readonly tracking_number: string;
  /** The same tracking numbers as a list. */
  readonly tracking_numbers: string[];
  /** The day on which its box arrived first, in UTC; null while unknown. */
  readonly arrived_on: string | null;
  readonly quantity: number;
  readonly asin: string | null;
  readonly title: string | null;
  /** The unit cost; null when unknown. */
  readonly cost: string | null;
}

/** The codes by which a client without the line's id names it. */
export interface LineCodes {
  /** Every tracking number that the scanned text may contain. */
  readonly trackingNumbers: readonly string[];
  readonly orderId: string | undefined;
  readonly sku: string | undefined;
  readonly fnsku: string | undefined;
  readonly disposition: string | undefined;
}

const selectLines = (lines: RawBuilder<unknown>) => sql`
  select r.id, r.order_id, r.seller_sku, r.fnsku, r.disposition, r.tracking_number, r.tracking_numbers, r.quantity, product.asin, product.title, product.cost,
    (select min(arrived_at at time zone ${CLAIM_ZONE}::text)::date::text from return_packages where tracking_number = any(r.tracking_numbers)) as arrived_on
  from (${lines}) r
  left join lateral (
    select l.asin, p.title, (select cost from product_prices where product_id = p.id) as cost
    from listings l join products p on p.id = l.product_id
    where upper(l.fnsku) = upper(r.fnsku) or l.seller_sku = r.seller_sku order by upper(l.fnsku) = upper(r.fnsku) desc, l.id limit 1
  ) product on true`;

export async function findLine(db: Database, id: number): Promise<ReturnedLine | undefined> {
  const { rows } = await sql<ReturnedLine>`${selectLines(sql`select * from removal_shipments where id = ${id}`)}`.execute(db);
  return rows[0];
}

/** More than the lines of a box. */
const LINES_LIMIT = 500;

/** Lists the lines with a tracking number and the given codes, the newest first. */
export async function listLinesByCodes(db: Database, { trackingNumbers, orderId, sku, fnsku, disposition }: LineCodes): Promise<ReturnedLine[]> {
  const given = (column: string, value: string | undefined) => (value === undefined ? sql`` : sql`and r.${sql.ref(column)} = ${value}`);
  const { rows } = await sql<ReturnedLine>`
    ${selectLines(linesWithNumber(trackingNumbers))} where true
      ${given('order_id', orderId)} ${given('seller_sku', sku)} ${given('fnsku', fnsku)} ${given('disposition', disposition)}
    order by r.shipped_at desc, r.id desc limit ${LINES_LIMIT}`.execute(db);
  return rows;
}
