import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { rowArrays } from '../../../platform/database/hidden-value.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import { isListOpen } from './open-list.condition.ts';

/** The state RECEIVED is not stored: it follows from the list's lines. */
type StoredState = 'DRAFT' | 'IN_TRANSIT' | 'RECEIVING' | 'CLOSED' | 'CANCELED';

/** The caller has locked the order, so that the state stays valid until the transaction ends. */
export async function findState(tx: Database, id: number): Promise<StoredState | undefined> {
  const list = await tx.selectFrom('packing_lists').select('state').$narrowType<{ state: StoredState }>().where('id', '=', id).executeTakeFirst();
  return list?.state;
}

interface NewList {
  readonly orderId: number;
  readonly clientId: string | null;
  readonly actorId: number;
  readonly lines: readonly { readonly id: number; readonly quantity: number }[];
}

/** Creates a packing list of a locked order. @returns its id */
export async function insertList(tx: Database, { orderId, clientId, actorId, lines }: NewList): Promise<number> {
  const inserted = await sql<{ id: number }>`
    insert into packing_lists (purchase_order_id, number, label, shipment_id, client_id, created_by)
    select ${orderId}, n.number, 'Packing List ' || n.number, n.number::text, ${clientId}, ${actorId}
    from (select 1 + coalesce(max(number), 0) as number from packing_lists where purchase_order_id = ${orderId}) n returning id`.execute(tx);
  const { id } = onlyRow(inserted);
  await setQuantities(tx, id, lines);
  return id;
}

export interface ListHeader {
  readonly label: string;
  readonly shipmentId: string;
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly expectedOn: string | null;
  readonly boxes: number | null;
  readonly notes: string | null;
}

export async function readHeader(tx: Database, id: number): Promise<ListHeader> {
  return tx
    .selectFrom('packing_lists')
    .select(['label', 'shipment_id as shipmentId', 'carrier', 'tracking_number as trackingNumber', 'boxes', 'notes'])
    .select(sql<string | null>`expected_on::text`.as('expectedOn'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function updateHeader(tx: Database, id: number, { shipmentId, trackingNumber, expectedOn, ...header }: ListHeader): Promise<void> {
  await tx
    .updateTable('packing_lists')
    .set({ ...header, shipment_id: shipmentId, tracking_number: trackingNumber, expected_on: expectedOn })
    .where('id', '=', id)
    .execute();
}

export async function setState(tx: Database, id: number, state: StoredState, closedBy: number | null = null): Promise<void> {
  await sql`update packing_lists set state = ${state}, closed_by = ${closedBy}, closed_at = case when ${closedBy}::bigint is not null then now() end where id = ${id}`.execute(
    tx,
  );
}

export interface ListLine {
  readonly lineId: number;
  readonly quantity: number;
  readonly received: number;
  readonly damaged: number;
  readonly notes: string | null;
}

export async function readLine(tx: Database, listId: number, lineId: number): Promise<ListLine | undefined> {
  return linesOf(tx, listId).where('purchase_order_line_id', '=', lineId).executeTakeFirst();
}

export async function listLines(tx: Database, listId: number): Promise<ListLine[]> {
  return linesOf(tx, listId).orderBy('purchase_order_line_id').execute();
}

function linesOf(tx: Database, listId: number) {
  return tx
    .selectFrom('packing_list_lines')
    .select(['purchase_order_line_id as lineId', 'quantity', 'received', 'damaged', 'notes'])
    .where('packing_list_id', '=', listId);
}

/** Sets the quantity of a line on a list; adds the line if the list lacks it. */
export async function setQuantity(tx: Database, listId: number, lineId: number, quantity: number): Promise<void> {
  await setQuantities(tx, listId, [{ id: lineId, quantity }]);
}

export async function setQuantities(tx: Database, listId: number, lines: readonly { readonly id: number; readonly quantity: number }[]): Promise<void> {
  await sql`
    insert into packing_list_lines (packing_list_id, purchase_order_line_id, quantity)
    select ${listId}, line_id, quantity from unnest(${rowArrays(lines, { id: 'bigint[]', quantity: 'int[]' })}) as l (line_id, quantity)
    on conflict (packing_list_id, purchase_order_line_id) do update set quantity = excluded.quantity`.execute(tx);
}

export async function deleteLine(tx: Database, listId: number, lineId: number): Promise<void> {
  await tx.deleteFrom('packing_list_lines').where('packing_list_id', '=', listId).where('purchase_order_line_id', '=', lineId).execute();
}

/** Whether a line has a receipt on a list, including one that was corrected to zero. */
export async function hasReceipts(tx: Database, listId: number, lineId: number): Promise<boolean> {
  const receipt = tx.selectFrom('receipts').select('id').where('packing_list_id', '=', listId).where('purchase_order_line_id', '=', lineId).limit(1);
  return (await receipt.executeTakeFirst()) !== undefined;
}

export async function updateLine(
  tx: Database,
  { listId, lineId }: { readonly listId: number; readonly lineId: number },
  values: { readonly notes: string | null; readonly damaged: number },
): Promise<void> {
  await tx.updateTable('packing_list_lines').set(values).where('packing_list_id', '=', listId).where('purchase_order_line_id', '=', lineId).execute();
}

/** The default packing list of a line: an open list in receiving, the one that received the line last, or the newest. */
export async function findOpenListOfLine(db: Database, lineId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('packing_list_lines as x')
    .innerJoin('packing_lists as l', 'l.id', 'x.packing_list_id')
    .select('l.id')
    .where('x.purchase_order_line_id', '=', lineId)
    .where(isListOpen('l'))
    .orderBy(sql`l.state = 'RECEIVING' desc`)
    .orderBy(
      sql`(select max(r.id) from receipts r where r.packing_list_id = x.packing_list_id and r.purchase_order_line_id = x.purchase_order_line_id) desc nulls last`,
    )
    .orderBy('l.id', 'desc')
    .executeTakeFirst();
  return row?.id;
}
