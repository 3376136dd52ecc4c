import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

export interface SalesRequest {
  readonly id: number;
  readonly reportId: string | null;
  readonly status: 'IN_QUEUE' | 'IN_PROGRESS' | 'DONE' | 'FATAL';
  readonly from: Date;
  readonly to: Date;
  readonly requestedAt: Date;
  readonly requestedBy: string;
}

export interface SalesRow {
  readonly line: number;
  readonly shippedAt: string | null;
  readonly sku: string;
  readonly fnsku: string;
  readonly asin: string;
  readonly quantity: number | null;
  readonly orderId: string;
  readonly currency: string;
  readonly itemPrice: string | null;
}

/** A request has this many parts. */
export const WINDOWS = 3;

/** The parts of the latest request, oldest first. Earlier versions left requests of fewer parts when Amazon refused one; these are none. */
export async function listNewest(db: Database): Promise<SalesRequest[]> {
  const { rows } = await sql<SalesRequest>`
    select r.id, r.report_id as "reportId", r.status, r.from_at as "from", r.to_at as "to", r.requested_at as "requestedAt", u.name as "requestedBy"
    from shipment_sales_requests r join users u on u.id = r.requested_by
    where r.requested_at = (select requested_at from shipment_sales_requests group by requested_at having count(*) >= ${WINDOWS} order by requested_at desc limit 1)
    order by r.from_at`.execute(db);
  return rows;
}

export interface NewRequest extends Pick<SalesRequest, 'from' | 'to' | 'requestedAt'> {
  readonly reportId: string;
  /** A user's id. */
  readonly requestedBy: number;
}

export async function insertRequests(tx: Database, requests: readonly NewRequest[]): Promise<void> {
  await tx
    .insertInto('shipment_sales_requests')
    .values(
      requests.map(({ from, to, reportId, requestedBy, requestedAt }) => ({
        from_at: from,
        to_at: to,
        report_id: reportId,
        requested_by: requestedBy,
        requested_at: requestedAt,
      })),
    )
    .execute();
}

export async function saveRequestStatus(db: Database, id: number, status: SalesRequest['status']): Promise<void> {
  await db.updateTable('shipment_sales_requests').set({ status }).where('id', '=', id).execute();
}

/** Stores the rows of a part; rows that exist already stay. */
export async function saveSales(db: Database, requestId: number, rows: readonly SalesRow[]): Promise<void> {
  await sql`
    insert into shipment_sales (request_id, line, shipped_at, seller_sku, fnsku, asin, quantity, order_id, currency, item_price)
    select ${requestId}, r.line, r."shippedAt", r.sku, r.fnsku, r.asin, r.quantity, r."orderId", r.currency, r."itemPrice"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (line integer, "shippedAt" timestamptz, sku text, fnsku text, asin text, quantity integer,
      "orderId" text, currency text, "itemPrice" numeric)
    on conflict (request_id, line) do nothing`.execute(db);
}

export async function countSales(db: Database, requestIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from shipment_sales where request_id = any(${requestIds}::bigint[])`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The lines of a part after a given one. */
export async function listSales(db: Database, requestId: number, { after, limit }: { after: number; limit: number }): Promise<SalesRow[]> {
  const { rows } = await sql<Omit<SalesRow, 'shippedAt'> & { shippedAt: Date | null }>`
    select line, shipped_at as "shippedAt", seller_sku as sku, fnsku, asin, quantity, order_id as "orderId", currency, item_price as "itemPrice"
    from shipment_sales where request_id = ${requestId} and line > ${after} order by line limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, shippedAt: row.shippedAt?.toISOString() ?? null }));
}

export async function hasRequested(db: Database, reportId: string): Promise<boolean> {
  return (await db.selectFrom('shipment_sales_requests').select('id').where('report_id', '=', reportId).executeTakeFirst()) !== undefined;
}
