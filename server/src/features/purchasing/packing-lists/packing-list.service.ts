import { receivingTopic } from '@stowage/contract/purchasing/receiving';
import { AppError } from '../../../platform/app-error.ts';
import { type DatabasePool, type DatabaseTransaction, violatesUnique } from '../../../platform/database/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { findLinesOfOrder, insertLine, type ListOfOrder, type NewLine, type Order, recordChange } from '../purchase-orders/purchase-order.repository.ts';
import { getList, getOpenList, getOrder, refuseUnexpected } from './open-list.service.ts';
import * as lists from './packing-list.repository.ts';

interface NewList {
  readonly poNumber: string;
  /** By the line's id. */
  readonly quantities: ReadonlyMap<number, number>;
  readonly clientId: string | null;
  readonly actorId: number;
}

interface HeaderChange {
  readonly header: Partial<lists.ListHeader>;
  readonly isInTransit: boolean | undefined;
  /** What the person saw of it. */
  readonly seen: Partial<lists.ListHeader>;
}

export interface PackingListService {
  /** Lines of which nothing is wanted are left out. The same client id makes one list, however often it arrives. */
  create(list: NewList): Promise<void>;
  /** @param packingListId where the new line is to stand on, too. @returns the line's id */
  addLine(poNumber: string, line: NewLine, where: { packingListId: number | undefined; actorId: number }): Promise<number>;
  /** What is not named stays as it is. */
  update(packingListId: number, change: HeaderChange, actorId: number): Promise<void>;
  setQuantity(packingListId: number, lineId: number, quantity: number, actorId: number): Promise<void>;
  removeLine(packingListId: number, lineId: number, actorId: number): Promise<void>;
  /** Puts what has not come of some lines on a new list. @returns its id */
  split(packingListId: number, lineIds: readonly number[], actorId: number): Promise<number>;
  /** @returns the new list's id */
  duplicate(packingListId: number, actorId: number): Promise<number>;
  cancel(packingListId: number, actorId: number): Promise<void>;
}

export function createPackingListService({ db, topics }: { db: DatabasePool; topics: Topics }): PackingListService {
  const change = async <T>(
    work: (tx: DatabaseTransaction) => Promise<{ order: Order & { packingListId?: number }; result: T }>,
    lineIds?: readonly number[],
  ): Promise<T> => {
    const { order, result } = await db.transaction().execute(work);
    const about = lineIds === undefined ? {} : { lineIds: [...lineIds] };
    topics.publish(receivingTopic, { poNumber: order.poNumber, packingListId: order.packingListId ?? null, change: 'LIST', ...about });
    return result;
  };
  const changeOpen = <T>(
    packingListId: number,
    work: (tx: DatabaseTransaction, list: Awaited<ReturnType<typeof getOpenList>>) => Promise<T>,
    lineIds?: readonly number[],
  ): Promise<T> =>
    change(async (tx) => {
      const order = await getOpenList(tx, packingListId);
      return { order, result: await work(tx, order) };
    }, lineIds);

  return {
    create: ({ poNumber, quantities, clientId, actorId }) =>
      change(async (tx) => {
        const order = await getOrder(tx, poNumber);
        const wanted = [...quantities].filter(([, quantity]) => quantity > 0).map(([id, quantity]) => ({ id, quantity }));
        if (clientId === null || !(await wasMade(tx, order, clientId, actorId))) await insertNew(tx, order, { lines: wanted, clientId, actorId });
        return { order, result: undefined };
      }),

    addLine: (poNumber, line, { packingListId, actorId }) =>
      change(async (tx) => {
        const order = packingListId === undefined ? await getOrder(tx, poNumber) : await getOpenList(tx, packingListId, poNumber);
        const id = await insertLine(tx, order.id, line).catch(refuseSecond(line.supplierSku));
        if (packingListId !== undefined) await lists.setQuantity(tx, packingListId, id, line.ordered);
        await recordChange(tx, order, { kind: 'LINE_ADDED', details: { id, ...line }, actorId });
        return { order, result: id };
      }),

    update: (packingListId, header, actorId) => changeOpen(packingListId, (tx, list) => updateHeader(tx, list, { ...header, actorId })),

    setQuantity: (packingListId, lineId, quantity, actorId) =>
      changeOpen(packingListId, (tx, list) => setQuantity(tx, list, { lineId, quantity, actorId }), [lineId]),

    removeLine: (packingListId, lineId, actorId) => changeOpen(packingListId, (tx, list) => removeLine(tx, list, lineId, actorId), [lineId]),

    split: (packingListId, lineIds, actorId) => changeOpen(packingListId, (tx, list) => splitList(tx, list, lineIds, actorId)),

    duplicate: (packingListId, actorId) =>
      change(async (tx) => {
        const order = await getList(tx, packingListId);
        const lines = (await lists.listLines(tx, packingListId)).map(({ lineId, quantity }) => ({ id: lineId, quantity }));
        return { order, result: await insertNew(tx, order, { lines, clientId: null, actorId }) };
      }),

    cancel: (packingListId, actorId) => changeOpen(packingListId, (tx, list) => cancelList(tx, list, actorId)),
  };
}

async function updateHeader(
  tx: DatabaseTransaction,
  list: Awaited<ReturnType<typeof getOpenList>>,
  { header, isInTransit, seen, actorId }: HeaderChange & { actorId: number },
): Promise<void> {
  const before = await lists.readHeader(tx, list.packingListId);
  if (before === undefined) return;
  const after = { ...before, ...header };
  const names = Object.keys(before) as (keyof lists.ListHeader)[];
  if (names.some((name) => seen[name] !== undefined && seen[name] !== before[name] && after[name] !== before[name])) {
    throw new AppError('conflict', 'Somebody else changed that meanwhile: please look at it again', { reason: 'changed_meanwhile' });
  }
  const state = list.state === 'RECEIVING' || isInTransit === undefined ? list.state : isInTransit ? 'IN_TRANSIT' : 'DRAFT';
  await lists.updateHeader(tx, list.packingListId, after);
  if (state !== list.state) await lists.setState(tx, list.packingListId, state);
  await recordChange(tx, list, { kind: 'HEADER', details: { before: { ...before, state: list.state }, after: { ...after, state } }, actorId });
}

async function setQuantity(
  tx: DatabaseTransaction,
  list: ListOfOrder,
  { lineId, quantity, actorId }: { lineId: number; quantity: number; actorId: number },
): Promise<void> {
  const line = await lists.readLine(tx, list.packingListId, lineId);
  if (line === undefined) await requireLines(tx, list, [lineId]);
  refuseLess(quantity, line?.received ?? 0);
  await lists.setQuantity(tx, list.packingListId, lineId, quantity);
  await recordChange(tx, list, { kind: 'QUANTITY', details: { lineId, before: line?.quantity ?? null, after: quantity }, actorId });
}

async function removeLine(tx: DatabaseTransaction, list: ListOfOrder, lineId: number, actorId: number): Promise<void> {
  const line = await lists.readLine(tx, list.packingListId, lineId);
  if (line === undefined) throw unknownLine();
  if (await lists.hasReceipts(tx, list.packingListId, lineId)) {
    throw new AppError('conflict', 'Units of this line were scanned: it stays on the list', { reason: 'less_than_received' });
  }
  await lists.deleteLine(tx, list.packingListId, lineId);
  await recordChange(tx, list, { kind: 'LINE_REMOVED', details: { lineId, quantity: line.quantity }, actorId });
}

async function splitList(tx: DatabaseTransaction, list: ListOfOrder, lineIds: readonly number[], actorId: number): Promise<number> {
  const { packingListId } = list;
  const open = (await lists.listLines(tx, packingListId)).filter(({ lineId, quantity, received }) => lineIds.includes(lineId) && quantity > received);
  if (open.length === 0) throw new AppError('rule_violated', 'Nothing of these lines is left to come', { reason: 'nothing_left' });
  for (const { lineId, received } of open) await lists.setQuantity(tx, packingListId, lineId, received);
  const lines = open.map(({ lineId, quantity, received }) => ({ id: lineId, quantity: quantity - received }));
  const id = await insertNew(tx, list, { lines, clientId: null, actorId });
  await recordChange(tx, list, { kind: 'SPLIT', details: { into: id, lines }, actorId });
  return id;
}

async function cancelList(tx: DatabaseTransaction, list: ListOfOrder, actorId: number): Promise<void> {
  const lines = await lists.listLines(tx, list.packingListId);
  if (lines.some(({ received }) => received > 0)) {
    throw new AppError('conflict', 'Units were received on this packing list: close it instead', { reason: 'less_than_received' });
  }
  await refuseUnexpected(tx, list.packingListId);
  await lists.setState(tx, list.packingListId, 'CANCELED', actorId);
  await recordChange(tx, list, { kind: 'CANCELED', details: {}, actorId });
}

/** Whether a page's retry has made its list already; its id for another order is a mistake of the sender. */
async function wasMade(tx: DatabaseTransaction, order: Order, clientId: string, actorId: number): Promise<boolean> {
  const made = await lists.findListOfClient(tx, clientId);
  if (made !== undefined && (made.orderId !== order.id || made.createdBy !== actorId)) {
    throw new AppError('conflict', 'This id was used for another packing list', { reason: 'id_reused' });
  }
  return made !== undefined;
}

async function insertNew(
  tx: DatabaseTransaction,
  order: Order,
  list: { lines: readonly { id: number; quantity: number }[]; clientId: string | null; actorId: number },
): Promise<number> {
  if (list.lines.length === 0) throw new AppError('rule_violated', 'Enter a quantity for at least one line', { reason: 'no_quantity' });
  await requireLines(
    tx,
    order,
    list.lines.map(({ id }) => id),
  );
  const id = await lists.insertList(tx, { ...list, orderId: order.id });
  await recordChange(tx, { ...order, packingListId: id }, { kind: 'CREATED', details: { lines: list.lines }, actorId: list.actorId });
  return id;
}

async function requireLines(tx: DatabaseTransaction, order: Order | ListOfOrder, lineIds: readonly number[]): Promise<void> {
  const known = await findLinesOfOrder(tx, order.id, lineIds);
  if (known.length < new Set(lineIds).size) throw unknownLine();
}

function refuseLess(quantity: number, received: number): void {
  if (quantity < received) {
    throw new AppError('rule_violated', `${received.toLocaleString('en-US')} were received already: the list can't hold less`, {
      reason: 'less_than_received',
    });
  }
}

function refuseSecond(sku: string) {
  return (error: unknown): never => {
    if (violatesUnique(error, 'purchase_order_lines_sku_key'))
      throw new AppError('conflict', `Supplier SKU "${sku}" is on this order already`, { reason: 'duplicate_sku' });
    throw error;
  };
}

function unknownLine(): AppError {
  return new AppError('not_found', 'There is no such line', { reason: 'unknown_line' });
}
