import { isOrderNumber, normalizeCode } from '@stowage/contract/catalog/identifiers';
import type { ParsedInputOf } from '@stowage/contract/endpoint';
import { type confirmOrder, type OrderBoxInput, OTHER_CARRIER } from '@stowage/contract/orders/order-shipment';
import { CARRIERS, plainTrackingNumber } from '@stowage/contract/orders/tracking-numbers';
import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { dayIn } from '../../../platform/formats/zone-day.ts';
import { matchCode } from '../../catalog/index.ts';
import { insertEvent, type LockedOrder, lockOrder, updateOrder } from '../order.repository.ts';
import { type OrderDependencies, type Packer, publishOrder } from '../order-dependencies.ts';
import { matchOf } from '../packing/verification.rules.ts';
import { listCodedAllocations } from '../reservations/allocation.repository.ts';
import { findSharedNumber, listBoxes, saveBoxes } from './box.repository.ts';
import { type BoxContent, type BoxItem, isSameBox, packBoxes, withoutPacked } from './box.rules.ts';
import { shipMoment } from './ship-date.rules.ts';
import { findShipment, listShippedItems, queueConfirmation, saveShipment } from './shipment.repository.ts';

export type Entered = Omit<ParsedInputOf<typeof confirmOrder>['body'], 'orderId'>;

const REFUSALS = {
  OPEN: ['not_shipped', 'The order is not shipped yet'],
  CANCELED: ['not_shipped', 'The order is canceled'],
  CONFIRMING: ['confirm_under_way', 'Amazon is being notified right now'],
  CONFIRMED: ['already_confirmed', 'Amazon has already been notified'],
} as const;

interface EnterShipment {
  readonly orderId: string;
  readonly entered: Entered;
  readonly packer: Packer;
}

/** Saves how a shipped order ships; a job confirms it to the marketplace. A repeated request changes nothing. @throws AppError when it was or is being confirmed with other data */
export async function enterShipment({ db, clock, topics }: OrderDependencies, { packer, ...request }: EnterShipment): Promise<void> {
  const isNew = await db.transaction().execute((tx) => saveEntered(tx, { ...request, packerId: packer.id }, clock.now()));
  if (isNew) publishOrder(topics, request.orderId, 'CONFIRM', packer);
}

/** `enterShipment()` in a transaction. @returns false when the same shipment was entered before */
export async function saveEntered(
  tx: DatabaseTransaction,
  { packerId, ...request }: Omit<EnterShipment, 'packer'> & { readonly packerId: number },
  now: Date,
): Promise<boolean> {
  const checked = await checkEntered(tx, request, now);
  if (checked === undefined) return false;
  const { shipDate, boxes } = checked;
  const { orderId } = request;
  await saveShipment(tx, { orderId, shipDate, enteredBy: packerId, now });
  await saveBoxes(tx, orderId, boxes);
  await updateOrder(tx, orderId, { local_state: 'CONFIRM_QUEUED' });
  const detail = boxes.map(({ carrierName, carrierCode, trackingNumber }) => `${carrierName ?? carrierCode} ${trackingNumber}`).join('; ');
  await insertEvent(tx, { orderId, kind: 'CONFIRM_ENTERED', detail, actorId: packerId, at: now });
  await queueConfirmation(tx, orderId, now);
  return true;
}

/** Locks the order and changes nothing. @returns undefined when the same shipment was entered before @throws AppError when it can't be entered */
export async function checkEntered(tx: DatabaseTransaction, { orderId, entered }: Omit<EnterShipment, 'packer'>, now: Date) {
  const order = await lockOrder(tx, orderId);
  if (await isRepeated(tx, order, entered)) return undefined;
  const { localState, status, orderedAt, shippedAt } = order;
  if (localState in REFUSALS) {
    const [reason, message] = REFUSALS[localState as keyof typeof REFUSALS];
    throw new AppError('conflict', message, { reason });
  }
  if (status === 'CANCELLED') throw new AppError('conflict', 'Amazon canceled the order. Undo the shipping', { reason: 'canceled' });
  const shipDate = shipMoment({ day: entered.shipDate, timeZone: entered.timeZone }, { orderedAt, shippedAt, now });
  await refuseCodes(tx, orderId, boxesOf(entered));
  const boxes = await packUnconfirmed(tx, orderId, boxesOf(entered));
  await refuseShared(tx, { orderId, boxes, isShared: entered.sharesTrackingNumber });
  return { shipDate, boxes };
}

/** Whether the same shipment was entered before, and its answer was lost. A shipment that waits for another attempt is not a repeat: it is sent again at once. */
async function isRepeated(tx: DatabaseTransaction, { orderId, localState, shippedAt }: LockedOrder, entered: Entered): Promise<boolean> {
  const shipment = await findShipment(tx, orderId);
  if (shipment === undefined) return false;
  if (localState !== 'CONFIRMING' && localState !== 'CONFIRMED' && !(localState === 'CONFIRM_QUEUED' && shipment.attempts === 0)) return false;
  const { shipDate: day, timeZone } = entered;
  if (day === undefined ? shippedAt !== null && shipment.shipDate.getTime() !== shippedAt.getTime() : dayIn(shipment.shipDate, timeZone) !== day) return false;
  const boxes = boxesOf(entered);
  // Boxes that were confirmed before this entry were not part of it.
  const stored = (await listBoxes(tx, orderId)).filter(({ confirmedAt }) => confirmedAt === null || confirmedAt >= shipment.enteredAt);
  return stored.length === boxes.length && stored.every((box, index) => isSameEntered(box, boxes[index]));
}

function isSameEntered(stored: BoxContent, entered: OrderBoxInput | undefined): boolean {
  return entered !== undefined && isSameBox(toBox(entered, entered.items ?? stored.items), stored);
}

/** An entry with one tracking number is one box that holds everything. */
function boxesOf({ boxes, carrierCode = '', trackingNumber = '', ...rest }: Entered): readonly OrderBoxInput[] {
  return boxes ?? [{ ...rest, carrierCode, trackingNumber }];
}

/** Refuses product and order codes as tracking numbers: a packer may scan the product once more, and FedEx numbers also have twelve digits. */
async function refuseCodes(tx: DatabaseTransaction, orderId: string, boxes: readonly OrderBoxInput[]): Promise<void> {
  const allocations = await listCodedAllocations(tx, orderId);
  const codes = new Set(boxes.flatMap(({ trackingNumber }) => [normalizeCode(trackingNumber), plainTrackingNumber(trackingNumber)]));
  for (const code of codes) {
    if (isOrderNumber(code)) throw new AppError('rule_violated', 'This is an order number, not a tracking number', { reason: 'order_number' });
    const isProduct = allocations.some((allocation) => matchOf(code, allocation) !== 0) || (await matchCode(tx, code)).some(({ kind }) => kind !== 'ITEM_CODE');
    if (isProduct) throw new AppError('rule_violated', 'This is a product code, not a tracking number', { reason: 'product_code' });
  }
}

async function packUnconfirmed(tx: DatabaseTransaction, orderId: string, boxes: readonly OrderBoxInput[]): Promise<BoxContent[]> {
  const confirmed = (await listBoxes(tx, orderId)).filter(({ confirmedAt }) => confirmedAt !== null);
  const unconfirmed = withoutPacked(
    await listShippedItems(tx, orderId),
    confirmed.flatMap(({ items }) => items),
  );
  const packed = packBoxes(unconfirmed, boxes);
  if (packed === undefined) {
    throw new AppError('rule_violated', 'The boxes do not hold exactly the items that are shipped and not yet confirmed', { reason: 'items_do_not_match' });
  }
  // After a lost answer, a box is found again by its tracking number, so the number must be unique among the order's boxes.
  const taken = boxes.map(({ trackingNumber }) => plainTrackingNumber(trackingNumber)).find((number) => confirmed.some((box) => box.trackingNumber === number));
  if (taken !== undefined) {
    throw new AppError('rule_violated', `Amazon already has another box of this order with the number ${taken}`, { reason: 'tracking_number_taken' });
  }
  return boxes.map((box, index) => toBox(box, packed[index] ?? []));
}

/** Two orders may share a parcel, but more often a packer scanned the label of another order. */
async function refuseShared(
  tx: DatabaseTransaction,
  { orderId, boxes, isShared }: { orderId: string; boxes: readonly BoxContent[]; isShared: boolean },
): Promise<void> {
  const numbers = boxes.map(({ trackingNumber }) => trackingNumber);
  const other = await findSharedNumber(tx, orderId, numbers);
  if (other === undefined || isShared) return;
  throw new AppError('conflict', `Order ${other.orderId} already has the number ${other.trackingNumber}. Use it for both orders?`, {
    reason: 'tracking_number_shared',
    details: other,
  });
}

function toBox({ carrierCode, carrierName, shippingMethod, trackingNumber, ...measures }: OrderBoxInput, items: readonly BoxItem[]): BoxContent {
  const known = CARRIERS.find((code) => code.toUpperCase() === carrierCode.toUpperCase());
  return {
    weightPounds: measures.weightPounds,
    lengthInches: measures.lengthInches,
    widthInches: measures.widthInches,
    heightInches: measures.heightInches,
    carrierCode: known ?? OTHER_CARRIER,
    carrierName: known === undefined ? carrierName || carrierCode : null,
    shippingMethod: shippingMethod || null,
    trackingNumber: plainTrackingNumber(trackingNumber),
    items,
  };
}
