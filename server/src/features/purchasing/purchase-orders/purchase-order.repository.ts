import type { ChangeKind } from '@stowage/contract/purchasing/change-log';
import { poName } from '@stowage/contract/purchasing/po-name';
import { sql } from 'kysely';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { hiddenRows } from '../../../platform/database/hidden-value.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';

/**
 * Every change of an order, its lines, its packing lists or their receipts locks the order first, so that scans, edits and
 * closings are serialized and the running totals are right. Stock units are locked after the order.
 */

export interface Order {
  readonly id: number;
  readonly poNumber: string;
}

export interface ListOfOrder extends Order {
  readonly packingListId: number;
}

/** @throws AppError `not_found` */
export async function lockOrder(tx: Database, poNumber: string): Promise<Order> {
  const { rows } = await sql<Order>`
    select id, po_number as "poNumber" from purchase_orders where upper(po_number) = upper(${poNumber}) for no key update`.execute(tx);
  const [order] = rows;
  if (order === undefined) throw noSuchOrder(poNumber);
  return order;
}

/** A packing list. */
export interface ListReference {
  readonly packingListId: number;
  /** Restricts the lookup to lists of this order. */
  readonly poNumber: string | null;
}

/** Locks the orders of packing lists, in the order of their ids. @returns each list with its order; undefined where there is none */
export async function lockOrdersOfLists(tx: Database, lists: readonly ListReference[]): Promise<(ListOfOrder | undefined)[]> {
  const { rows } = await sql<Order & { nth: number }>`/* prepared: lock_orders_of_lists */
    with wanted as materialized (
      select nth, l.purchase_order_id, w.po_number
      from ${hiddenRows(lists, { packingListId: 'bigint[]', poNumber: 'text[]' })} with ordinality as w (list_id, po_number, nth)
      join packing_lists l on l.id = w.list_id
    ),
    locked as materialized (
      select id, po_number from purchase_orders where id = any(array(select purchase_order_id from wanted)) order by id for no key update
    )
    select w.nth::int, o.id, o.po_number as "poNumber" from wanted w join locked o on o.id = w.purchase_order_id
    where upper(o.po_number) = upper(coalesce(w.po_number, o.po_number))`.execute(tx);
  const orders = new Map(rows.map(({ nth, ...order }) => [nth, order]));
  return lists.map(({ packingListId }, at) => {
    const order = orders.get(at + 1);
    return order && { ...order, packingListId };
  });
}

export async function findOrderId(db: Database, poNumber: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from purchase_orders where upper(po_number) = upper(${poNumber})`.execute(db);
  return rows[0]?.id;
}

/** @throws AppError `not_found` */
export async function requireOrderId(db: Database, poNumber: string): Promise<number> {
  const id = await findOrderId(db, poNumber);
  if (id === undefined) throw noSuchOrder(poNumber);
  return id;
}

export function noSuchOrder(poNumber: string): AppError {
  return new AppError('not_found', `There is no ${poName(poNumber)}`);
}

export async function findFirstPoNumber(db: Database): Promise<string | undefined> {
  return (await db.selectFrom('purchase_orders').select('po_number').orderBy('id').limit(1).executeTakeFirst())?.po_number;
}

/** Backdates an order and its packing lists. */
export async function backdateOrder(db: Database, poNumber: string, createdAt: Date): Promise<void> {
  await sql`
    with backdated as (update purchase_orders set created_at = ${createdAt} where upper(po_number) = upper(${poNumber}) returning id)
    update packing_lists set created_at = ${createdAt} from backdated where purchase_order_id = backdated.id`.execute(db);
}

export interface NewLine {
  readonly gtin: string;
  readonly supplierSku: string;
  readonly productName: string;
  readonly ordered: number;
  readonly unitCost: string | null;
  readonly reason: string;
}

/** Adds a line to a locked order. @throws a unique violation of `purchase_order_lines_sku_key` */
export async function insertLine(tx: Database, orderId: number, line: NewLine): Promise<number> {
  const inserted = await sql<{ id: number }>`
    insert into purchase_order_lines (purchase_order_id, line_number, gtin, supplier_sku, product_name, ordered, unit_cost, added_reason)
    select ${orderId}, 1 + coalesce(max(line_number), 0), ${line.gtin}, ${line.supplierSku}, ${line.productName}, ${line.ordered}::int, ${line.unitCost}::numeric, ${line.reason}
    from purchase_order_lines where purchase_order_id = ${orderId} returning id`.execute(tx);
  return onlyRow(inserted).id;
}

/** The ids among these that are lines of the order. */
export async function findLinesOfOrder(tx: Database, orderId: number, lineIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from purchase_order_lines where purchase_order_id = ${orderId} and id = any(${lineIds}::bigint[])`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Adds an entry to the change log and updates the order's last activity. Receipts update it by a trigger. */
export async function recordChange(
  tx: Database,
  { id, packingListId }: Order & { readonly packingListId?: number },
  change: { readonly kind: ChangeKind; readonly details: object; readonly actorId: number },
): Promise<void> {
  await tx
    .insertInto('purchasing_changes')
    .values({
      purchase_order_id: id,
      packing_list_id: packingListId ?? null,
      kind: change.kind,
      details: JSON.stringify(change.details),
      actor_id: change.actorId,
    })
    .execute();
  await sql`update purchase_orders set last_activity_at = now() where id = ${id}`.execute(tx);
}
