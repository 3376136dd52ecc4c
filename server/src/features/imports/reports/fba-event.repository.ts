import { sql } from 'kysely';
import type { Database, DatabasePool } from '../../../platform/database/connection/connect.ts';
import { rowArrays } from '../../../platform/database/hidden-value.ts';
import { recordReturns } from '../../orders/index.ts';
import type { Saved } from '../import-counts.ts';
import type { ReimbursementRow, RemovalRow, ReturnRow } from './report-row.rules.ts';

/** A row that was inserted or changed. */
export interface Written {
  is_new: boolean;
}

export function counted(rows: readonly Written[]): Saved {
  const added = rows.filter((row) => row.is_new).length;
  return { added, changed: rows.length - added };
}

/** Splits a cell with several tracking numbers, so that a scan of any of them finds the line. Numbers are compared in upper case. */
export async function saveRemovals(db: Database, rows: readonly RemovalRow[]): Promise<Saved> {
  const { rows: written } = await sql<Written>`
    insert into removal_shipments as old (order_id, shipped_at, seller_sku, fnsku, disposition, tracking_number, carrier, quantity, requested_at, removal_type, tracking_numbers)
    select *, regexp_split_to_array(upper(tracking_number), '\\s*,\\s*') from unnest(${rowArrays(rows, {
      orderId: 'text[]',
      shippedAt: 'timestamptz[]',
      sku: 'text[]',
      fnsku: 'text[]',
      disposition: 'text[]',
      trackingNumber: 'text[]',
      carrier: 'text[]',
      quantity: 'int[]',
      requestedAt: 'timestamptz[]',
      removalType: 'text[]',
    })})
      as i (order_id, shipped_at, seller_sku, fnsku, disposition, tracking_number, carrier, quantity, requested_at, removal_type)
    on conflict on constraint removal_shipments_key do update set quantity = excluded.quantity, carrier = excluded.carrier, imported_at = now()
    where (old.quantity, old.carrier) is distinct from (excluded.quantity, excluded.carrier)
    returning xmax = 0 as is_new`.execute(db);
  return counted(written);
}

/** Stores customer returns, and marks our orders among them as returned. */
export async function saveReturns(db: DatabasePool, rows: readonly ReturnRow[]): Promise<Saved> {
  return db.transaction().execute(async (tx) => {
    const saved = await writeReturns(tx, rows);
    await recordReturns(tx, [...new Set(rows.map(({ orderId }) => orderId))]);
    return saved;
  });
}

/** In place of a buyer's comment that was removed. Reports repeat it, and it stays removed. */
const COMMENT_REMOVED = 'Removed after 90 days';

/** Removes the comments of buyers on returns before a moment. @returns how many */
export async function purgeComments(db: Database, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`update customer_returns set customer_comments = ${COMMENT_REMOVED}
    where returned_at <= ${before} and customer_comments not in ('', ${COMMENT_REMOVED})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

const comment = sql`case when old.customer_comments = ${sql.lit(COMMENT_REMOVED)} then old.customer_comments else excluded.customer_comments end`;

async function writeReturns(db: Database, rows: readonly ReturnRow[]): Promise<Saved> {
  const { rows: written } = await sql<Written>`
    insert into customer_returns as old (returned_at, order_id, seller_sku, asin, fnsku, lpn, quantity, disposition, reason, status, customer_comments)
    select * from unnest(${rowArrays(rows, {
      returnedAt: 'timestamptz[]',
      orderId: 'text[]',
      sku: 'text[]',
      asin: 'text[]',
      fnsku: 'text[]',
      lpn: 'text[]',
      quantity: 'int[]',
      disposition: 'text[]',
      reason: 'text[]',
      status: 'text[]',
      comments: 'text[]',
    })})
    on conflict on constraint customer_returns_key do update set quantity = excluded.quantity, disposition = excluded.disposition, reason = excluded.reason,
      status = excluded.status, customer_comments = ${comment}, imported_at = now()
    where (old.quantity, old.disposition, old.reason, old.status, old.customer_comments)
      is distinct from (excluded.quantity, excluded.disposition, excluded.reason, excluded.status, ${comment})
    returning xmax = 0 as is_new`.execute(db);
  return counted(written);
}

export async function saveReimbursements(db: Database, rows: readonly ReimbursementRow[]): Promise<Saved> {
  const { rows: written } = await sql<Written>`
    insert into reimbursements as old (reimbursement_id, approved_at, case_id, order_id, reason, seller_sku, fnsku, asin, currency, amount, quantity,
      original_reimbursement_id)
    select * from unnest(${rowArrays(rows, {
      reimbursementId: 'text[]',
      approvedAt: 'timestamptz[]',
      caseId: 'text[]',
      orderId: 'text[]',
      reason: 'text[]',
      sku: 'text[]',
      fnsku: 'text[]',
      asin: 'text[]',
      currency: 'text[]',
      amount: 'numeric[]',
      quantity: 'int[]',
      originalReimbursementId: 'text[]',
    })})
    on conflict on constraint reimbursements_key do update set amount = excluded.amount, quantity = excluded.quantity, case_id = excluded.case_id,
      original_reimbursement_id = excluded.original_reimbursement_id, imported_at = now()
    where (old.amount, old.quantity, old.case_id, old.original_reimbursement_id)
      is distinct from (excluded.amount, excluded.quantity, excluded.case_id, excluded.original_reimbursement_id)
    returning xmax = 0 as is_new`.execute(db);
  return counted(written);
}
