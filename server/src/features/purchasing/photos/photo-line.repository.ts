import { sql } from 'kysely';
import { AppError } from '../../../platform/app-error.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';

interface PhotoLine {
  readonly po_number: string;
  readonly supplier_sku: string;
  readonly product_name: string;
}

/** A purchase order line, as the upload page shows it. @throws AppError `not_found` */
export async function requirePhotoLine(db: Database, lineId: number): Promise<PhotoLine> {
  const { rows } = await sql<PhotoLine>`
    select p.po_number, n.supplier_sku, n.product_name
    from purchase_order_lines n join purchase_orders p on p.id = n.purchase_order_id where n.id = ${lineId}`.execute(db);
  return rows[0] ?? noSuchLine();
}

/** Locks a line, but not its order. @throws AppError `not_found` */
export async function lockPhotoLine(tx: Database, lineId: number): Promise<void> {
  const { rows } = await sql`select id from purchase_order_lines where id = ${lineId} for no key update`.execute(tx);
  if (rows.length === 0) noSuchLine();
}

/** Whether a packing list reports damaged units of a line without describing them in its notes. */
export async function hasDamageWithoutNotes(tx: DatabaseTransaction, lineId: number): Promise<boolean> {
  const line = await tx
    .selectFrom('packing_list_lines')
    .select('packing_list_id')
    .where('purchase_order_line_id', '=', lineId)
    .where('damaged', '>', 0)
    .where('notes', 'is', null)
    .executeTakeFirst();
  return line !== undefined;
}

function noSuchLine(): never {
  throw new AppError('not_found', 'This purchase order line does not exist');
}
