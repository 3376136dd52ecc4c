import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';

/** As it is kept; that a list is RECEIVED follows from its lines. */
type KeptState = 'DRAFT' | 'IN_TRANSIT' | 'RECEIVING' | 'CLOSED' | 'CANCELED';

export interface PackingList {
  readonly id: number;
  readonly state: KeptState;
  readonly label: string;
  readonly shipmentId: string;
}

/** Read after its order was locked: it stays so until the transaction ends. */
export async function readList(tx: Database, id: number): Promise<PackingList | undefined> {
  return tx
    .selectFrom('packing_lists')
    .select(['id', 'state', 'label', 'shipment_id as shipmentId'])
    .$narrowType<{ state: KeptState }>()
    .where('id', '=', id)
    .executeTakeFirst();
}

interface NewList {
  readonly orderId: number;
  readonly clientId: string | null;
  readonly actorId: number;
  readonly lines: readonly { readonly id: number; readonly quantity: number }[];
}

/** Makes a packing list of a locked order. @returns its id */
export async function insertList(tx: Database, { orderId, clientId, actorId, lines }: NewList): Promise<number> {
  const inserted = await sql<{ id: number }>`
    insert into packing_lists (purchase_order_id, number, label, shipment_id, client_id, created_by)
    select ${orderId}, n.number, 'Packing List ' || n.number, n.number::text, ${clientId}, ${actorId}
    from (select 1 + coalesce(max(number), 0) as number from packing_lists where purchase_order_id = ${orderId}) n returning id`.execute(tx);
  const { id } = onlyRow(inserted);
  await setQuantities(tx, id, lines);
  return id;
}

/** The list that was made under a client's id, and by whom. */
export async function findListOfClient(tx: Database, clientId: string): Promise<{ readonly orderId: number; readonly createdBy: number } | undefined> {
  return tx
    .selectFrom('packing_lists')
    .select(['purchase_order_id as orderId', 'created_by as createdBy'])
    .where('client_id', '=', clientId)
    .executeTakeFirst();
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

export async function readHeader(tx: Database, id: number): Promise<ListHeader | undefined> {
  return tx
    .selectFrom('packing_lists')
    .select(['label', 'shipment_id as shipmentId', 'carrier', 'tracking_number as trackingNumber', 'boxes', 'notes'])
    .select(sql<string | null>`expected_on::text`.as('expectedOn'))
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function updateHeader(tx: Database, id: number, header: ListHeader): Promise<void> {
  await tx
    .updateTable('packing_lists')
    .set({
      label: header.label,
      shipment_id: header.shipmentId,
      carrier: header.carrier,
      tracking_number: header.trackingNumber,
      expected_on: header.expectedOn,
      boxes: header.boxes,
      notes: header.notes,
    })
    .where('id', '=', id)
    .execute();
}

export async function setState(tx: Database, id: number, state: KeptState, closedBy: number | null = null): Promise<void> {
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
  return tx
    .selectFrom('packing_list_lines')
    .select(['purchase_order_line_id as lineId', 'quantity', 'received', 'damaged', 'notes'])
    .where('packing_list_id', '=', listId)
    .where('purchase_order_line_id', '=', lineId)
    .executeTakeFirst();
}

export async function listLines(tx: Database, listId: number): Promise<ListLine[]> {
  return tx
    .selectFrom('packing_list_lines')
    .select(['purchase_order_line_id as lineId', 'quantity', 'received', 'damaged', 'notes'])
    .where('packing_list_id', '=', listId)
    .orderBy('purchase_order_line_id')
    .execute();
}

/** Says how many units of a line a list holds, which need not be on it yet. */
export async function setQuantity(tx: Database, listId: number, lineId: number, quantity: number): Promise<void> {
  await setQuantities(tx, listId, [{ id: lineId, quantity }]);
}

/** The same for many lines at once. */
export async function setQuantities(tx: Database, listId: number, lines: readonly { readonly id: number; readonly quantity: number }[]): Promise<void> {
  await sql`
    insert into packing_list_lines (packing_list_id, purchase_order_line_id, quantity)
    select ${listId}, line_id, quantity from unnest(${lines.map(({ id }) => id)}::bigint[], ${lines.map(({ quantity }) => quantity)}::int[]) as l (line_id, quantity)
    on conflict (packing_list_id, purchase_order_line_id) do update set quantity = excluded.quantity`.execute(tx);
}

export async function deleteLine(tx: Database, listId: number, lineId: number): Promise<void> {
  await tx.deleteFrom('packing_list_lines').where('packing_list_id', '=', listId).where('purchase_order_line_id', '=', lineId).execute();
}

/** Whether a line ever had a receipt on a list, even one that was mended to nothing. */
export async function hasReceipts(tx: Database, listId: number, lineId?: number): Promise<boolean> {
  const receipts = tx.selectFrom('receipts').select('id').where('packing_list_id', '=', listId).limit(1);
  return (await (lineId === undefined ? receipts : receipts.where('purchase_order_line_id', '=', lineId)).executeTakeFirst()) !== undefined;
}

/** @param notes null where there is nothing to say */
export async function noteLine(tx: Database, listId: number, lineId: number, notes: string | null, damaged: number): Promise<void> {
  await tx
    .updateTable('packing_list_lines')
    .set({ notes, damaged })
    .where('packing_list_id', '=', listId)
    .where('purchase_order_line_id', '=', lineId)
    .execute();
}

/** The open list that somebody means who names only a line: one that is being received, that where the line came last, else the newest. */
export async function findOpenListOfLine(db: Database, lineId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('packing_list_lines as x')
    .innerJoin('packing_lists as l', 'l.id', 'x.packing_list_id')
    .select('l.id')
    .where('x.purchase_order_line_id', '=', lineId)
    .where('l.state', 'not in', ['CLOSED', 'CANCELED'])
    .orderBy(sql`l.state = 'RECEIVING' desc`)
    .orderBy(
      sql`(select max(r.id) from receipts r where r.packing_list_id = x.packing_list_id and r.purchase_order_line_id = x.purchase_order_line_id) desc nulls last`,
    )
    .orderBy('l.id', 'desc')
    .executeTakeFirst();
  return row?.id;
}
