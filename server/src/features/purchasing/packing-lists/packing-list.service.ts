import { receivingTopic } from '@stowage/contract/purchasing/receiving';
import { AppError } from '../../../platform/app-error.ts';
import { onceOrRepeat, type Ran } from '../../../platform/commands/once.ts';
import { requireSeen } from '../../../platform/commands/require-version.ts';
import type { Context } from '../../../platform/context.ts';
import { type DatabaseTransaction, violatesUnique } from '../../../platform/database/connection/connect.ts';
import { refuseTooLarge } from '../purchase-orders/order-amount.repository.ts';
import {
  findLinesOfOrder,
  insertLine,
  type ListOfOrder,
  lockOrder,
  type NewLine,
  type Order,
  recordChange,
} from '../purchase-orders/purchase-order.repository.ts';
import { lessThanReceived } from './list-import.rules.ts';
import * as lists from './packing-list.repository.ts';
import { lockList, lockOpenList, type OpenList, refuseUnexpectedItems } from './packing-list-lock.ts';

interface NewList {
  readonly poNumber: string;
  /** By line id; lines with quantity 0 are left out. */
  readonly quantities: ReadonlyMap<number, number>;
  /** Repeating a client id creates no second list; with other quantities it is refused. */
  readonly clientId: string | null;
  readonly actorId: number;
}

interface HeaderChange {
  /** Omitted fields stay unchanged. */
  readonly header: Partial<lists.ListHeader>;
  readonly isInTransit: boolean | undefined;
  /** The values that the person saw. */
  readonly seen: Partial<lists.ListHeader>;
}

export type PackingListService = ReturnType<typeof createPackingListService>;

interface WantedQuantity {
  readonly lineId: number;
  readonly quantity: number;
  /** The quantity that the person saw, null for a line that the list lacked. */
  readonly seen?: number | null | undefined;
}

export function createPackingListService({ db, topics }: Pick<Context, 'db' | 'topics'>) {
  const change = async <T>(
    work: (tx: DatabaseTransaction) => Promise<Ran<T> & { order: Order & { packingListId?: number } }>,
    lineIds?: readonly number[],
  ): Promise<T> => {
    const { order, answer, isRepeat } = await db.transaction().execute(work);
    const lines = lineIds === undefined ? {} : { lineIds: [...lineIds] };
    if (!isRepeat) topics.publish(receivingTopic, { poNumber: order.poNumber, packingListId: order.packingListId ?? null, change: 'LIST', ...lines });
    return answer;
  };
  const changeOpen = <T>(packingListId: number, work: (tx: DatabaseTransaction, list: OpenList) => Promise<T>, lineIds?: readonly number[]): Promise<T> =>
    change(async (tx) => {
      const order = await lockOpenList(tx, packingListId);
      return { order, answer: await work(tx, order), isRepeat: false };
    }, lineIds);

  return {
    create: ({ poNumber, quantities, clientId, actorId }: NewList): Promise<number> =>
      change(async (tx) => {
        const order = await lockOrder(tx, poNumber);
        const wanted = [...quantities].filter(([, quantity]) => quantity > 0).sort(([a], [b]) => a - b);
        const lines = wanted.map(([id, quantity]) => ({ id, quantity }));
        const command = { command: 'purchasing.create-list', key: clientId, actorId, content: [order.id, wanted], refusal: clientIdReused };
        return { order, ...(await onceOrRepeat(tx, command, () => insertList(tx, order, { lines, clientId, actorId }))) };
      }),

    /** Adds a line to an order, and to a packing list if one is given. @returns the line's id */
    addLine: (poNumber: string, line: NewLine, { packingListId, actorId }: { packingListId: number | undefined; actorId: number }): Promise<number> =>
      change(async (tx) => {
        const order = packingListId === undefined ? await lockOrder(tx, poNumber) : await lockOpenList(tx, packingListId, poNumber);
        await refuseTooLarge(tx, order, line);
        const id = await insertLine(tx, order.id, line).catch(refuseDuplicateSku(line.supplierSku));
        if (packingListId !== undefined) await lists.setQuantity(tx, packingListId, id, line.ordered);
        await recordChange(tx, order, { kind: 'LINE_ADDED', details: { id, ...line }, actorId });
        return { order, answer: id, isRepeat: false };
      }),

    update: (packingListId: number, header: HeaderChange, actorId: number): Promise<void> =>
      changeOpen(packingListId, (tx, list) => updateHeader(tx, list, { ...header, actorId })),

    setQuantity: (packingListId: number, { lineId, ...wanted }: WantedQuantity, actorId: number): Promise<void> =>
      changeOpen(packingListId, (tx, list) => setQuantity(tx, list, { lineId, ...wanted, actorId }), [lineId]),

    removeLine: (packingListId: number, lineId: number, actorId: number): Promise<void> =>
      changeOpen(packingListId, (tx, list) => removeLine(tx, list, lineId, actorId), [lineId]),

    /** Moves the remaining units of some lines to a new list. @returns its id */
    split: (packingListId: number, lineIds: readonly number[], actorId: number): Promise<number> =>
      changeOpen(packingListId, (tx, list) => splitList(tx, list, lineIds, actorId)),

    /** @returns the new list's id */
    duplicate: (packingListId: number, { clientId, actorId }: { clientId: string | undefined; actorId: number }): Promise<number> =>
      change(async (tx) => {
        const order = await lockList(tx, packingListId);
        const command = { command: 'purchasing.duplicate-list', key: clientId, actorId, content: [packingListId], refusal: clientIdReused };
        const ran = await onceOrRepeat(tx, command, async () => {
          const lines = (await lists.listLines(tx, packingListId)).map(({ lineId, quantity }) => ({ id: lineId, quantity }));
          return insertList(tx, order, { lines, clientId: null, actorId });
        });
        return { order, ...ran };
      }),

    cancel: (packingListId: number, actorId: number): Promise<void> => changeOpen(packingListId, (tx, list) => cancelList(tx, list, actorId)),
  };
}

async function updateHeader(
  tx: DatabaseTransaction,
  list: OpenList,
  { header, isInTransit, seen, actorId }: HeaderChange & { actorId: number },
): Promise<void> {
  const before = await lists.readHeader(tx, list.packingListId);
  const after = { ...before, ...header };
  requireSeen({ seen, before, after, of: 'this packing list' });
  const state = list.state === 'RECEIVING' || isInTransit === undefined ? list.state : isInTransit ? 'IN_TRANSIT' : 'DRAFT';
  await lists.updateHeader(tx, list.packingListId, after);
  if (state !== list.state) await lists.setState(tx, list.packingListId, state);
  await recordChange(tx, list, { kind: 'HEADER', details: { before: { ...before, state: list.state }, after: { ...after, state } }, actorId });
}

async function setQuantity(
  tx: DatabaseTransaction,
  list: ListOfOrder,
  { lineId, quantity, seen, actorId }: WantedQuantity & { actorId: number },
): Promise<void> {
  const line = await lists.readLine(tx, list.packingListId, lineId);
  if (line === undefined) await requireLines(tx, list, [lineId]);
  const before = { quantity: line?.quantity ?? null };
  requireSeen({ seen: { quantity: seen }, before, after: { quantity }, of: 'the quantity of this line' });
  const received = line?.received ?? 0;
  if (quantity < received) throw new AppError('rule_violated', lessThanReceived(received), { reason: 'less_than_received' });
  await lists.setQuantity(tx, list.packingListId, lineId, quantity);
  await recordChange(tx, list, { kind: 'QUANTITY', details: { lineId, before: before.quantity, after: quantity }, actorId });
}

async function removeLine(tx: DatabaseTransaction, list: ListOfOrder, lineId: number, actorId: number): Promise<void> {
  const line = await lists.readLine(tx, list.packingListId, lineId);
  if (line === undefined) throw unknownLine();
  if (await lists.hasReceipts(tx, list.packingListId, lineId)) {
    throw new AppError('conflict', 'Units of this line were scanned: the line must stay on the list', { reason: 'less_than_received' });
  }
  await lists.deleteLine(tx, list.packingListId, lineId);
  await recordChange(tx, list, { kind: 'LINE_REMOVED', details: { lineId, quantity: line.quantity }, actorId });
}

async function splitList(tx: DatabaseTransaction, list: ListOfOrder, lineIds: readonly number[], actorId: number): Promise<number> {
  const { packingListId } = list;
  const open = (await lists.listLines(tx, packingListId)).filter(({ lineId, quantity, received }) => lineIds.includes(lineId) && quantity > received);
  if (open.length === 0) throw new AppError('rule_violated', 'These lines have no remaining units', { reason: 'nothing_left' });
  await lists.setQuantities(
    tx,
    packingListId,
    open.map(({ lineId, received }) => ({ id: lineId, quantity: received })),
  );
  const lines = open.map(({ lineId, quantity, received }) => ({ id: lineId, quantity: quantity - received }));
  const id = await insertList(tx, list, { lines, clientId: null, actorId });
  await recordChange(tx, list, { kind: 'SPLIT', details: { into: id, lines }, actorId });
  return id;
}

async function cancelList(tx: DatabaseTransaction, list: ListOfOrder, actorId: number): Promise<void> {
  const lines = await lists.listLines(tx, list.packingListId);
  if (lines.some(({ received }) => received > 0)) {
    throw new AppError('conflict', 'Units of this packing list were received: close it instead', { reason: 'less_than_received' });
  }
  await refuseUnexpectedItems(tx, list.packingListId);
  await lists.setState(tx, list.packingListId, 'CANCELED', actorId);
  await recordChange(tx, list, { kind: 'CANCELED', details: {}, actorId });
}

async function insertList(
  tx: DatabaseTransaction,
  order: Order,
  list: { lines: readonly { id: number; quantity: number }[]; clientId: string | null; actorId: number },
): Promise<number> {
  if (list.lines.length === 0) throw new AppError('rule_violated', 'Enter a quantity for at least one line', { reason: 'no_quantity' });
  const lineIds = list.lines.map(({ id }) => id);
  await requireLines(tx, order, lineIds);
  const id = await lists.insertList(tx, { ...list, orderId: order.id });
  await recordChange(tx, { ...order, packingListId: id }, { kind: 'CREATED', details: { lines: list.lines }, actorId: list.actorId });
  return id;
}

async function requireLines(tx: DatabaseTransaction, order: Order | ListOfOrder, lineIds: readonly number[]): Promise<void> {
  const known = await findLinesOfOrder(tx, order.id, lineIds);
  if (known.length < new Set(lineIds).size) throw unknownLine();
}

function refuseDuplicateSku(sku: string) {
  return (error: unknown): never => {
    if (violatesUnique(error, 'purchase_order_lines_sku_key'))
      throw new AppError('conflict', `Supplier SKU "${sku}" is already on this order`, { reason: 'duplicate_sku' });
    throw error;
  };
}

function unknownLine(): AppError {
  return new AppError('not_found', 'This line does not exist', { reason: 'unknown_line' });
}

function clientIdReused(): AppError {
  return new AppError('conflict', 'This id was already used for another packing list', { reason: 'id_reused' });
}
