import { sql } from 'kysely';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/connect.ts';

interface PhotographedLine {
  readonly po_number: string;
  readonly supplier_sku: string;
  readonly product_name: string;
}

/** A purchase order's line as a phone is told of it. @throws AppError `not_found` */
export async function requirePhotographed(db: Database, lineId: number): Promise<PhotographedLine> {
  const { rows } = await sql<PhotographedLine>`
    select p.po_number, n.supplier_sku, n.product_name from purchase_order_lines n join purchase_orders p on p.id = n.purchase_order_id where n.id = ${lineId}`.execute(
    db,
  );
  const [line] = rows;
  if (line === undefined) throw new AppError('not_found', 'There is no such line on a purchase order');
  return line;
}

/** Holds the line, and nothing of its order, until the transaction's end. @throws AppError `not_found` */
export async function lockPhotographed(tx: Database, lineId: number): Promise<void> {
  const { rows } = await sql`select id from purchase_order_lines where id = ${lineId} for no key update`.execute(tx);
  if (rows.length === 0) throw new AppError('not_found', 'There is no such line on a purchase order');
}

/** Whether a packing list has damaged units of the line without a note about them. */
export async function hasUndescribedDamage(tx: Database, lineId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('packing_list_lines')
    .select('packing_list_id')
    .where('purchase_order_line_id', '=', lineId)
    .where('damaged', '>', 0)
    .where('notes', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
