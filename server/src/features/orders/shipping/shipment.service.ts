import { isOrderNumber, normalizeCode } from '@stowage/contract/catalog/identifiers';
import type { ParsedInputOf } from '@stowage/contract/endpoint';
import { type confirmOrder, type OrderBoxInput, OTHER_CARRIER } from '@stowage/contract/orders/order-shipment';
import { ordersTopic } from '@stowage/contract/orders/orders';
import { CARRIERS, plainTrackingNumber } from '@stowage/contract/orders/tracking-numbers';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { dayIn } from '../../../platform/formats/zone-day.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { findMatches } from '../../catalog/index.ts';
import { getOrder, insertEvent, type LockedOrder, updateOrder } from '../order.repository.ts';
import type { Packer } from '../packing/packing.service.ts';
import { matchOf } from '../packing/verification.rules.ts';
import { listCodedPieces } from '../reservations/allocation.repository.ts';
import { findSharedNumber, listBoxes, saveBoxes } from './box.repository.ts';
import { type BoxContent, type BoxItem, isSameBox, packBoxes, withoutPacked } from './box.rules.ts';
import { shipMoment } from './ship-date.rules.ts';
import { findShipment, listShippedItems, queueConfirmation, saveShipment } from './shipment.repository.ts';

/** How an order goes: in one box, or in several. */
type Entered = Omit<ParsedInputOf<typeof confirmOrder>['body'], 'orderId'>;

export interface ShipmentService {
  /** Keeps how a shipped order goes; a job tells the marketplace. The same sent again changes nothing. @throws AppError when it was told otherwise, or is being told */
  enter(orderId: string, entered: Entered, packer: Packer): Promise<void>;
}

const REFUSALS = {
  OPEN: ['not_shipped', 'The order is not shipped yet'],
  CANCELED: ['not_shipped', 'The order is canceled'],
  CONFIRMING: ['confirm_under_way', 'The marketplace is being told at this moment'],
  CONFIRMED: ['already_confirmed', 'The marketplace was told already'],
} as const;

export function createShipmentService({ db, clock, topics }: { db: DatabasePool; clock: Clock; topics: Topics }): ShipmentService {
  return {
    async enter(orderId, entered, packer) {
      const isNew = await db.transaction().execute(async (tx) => {
        const order = await getOrder(tx, orderId);
        if (await isSentAgain(tx, order, entered)) return false;
        const { localState, status, orderedAt, shippedAt } = order;
        if (localState in REFUSALS) {
          const [reason, message] = REFUSALS[localState as keyof typeof REFUSALS];
          throw new AppError('conflict', message, { reason });
        }
        if (status === 'CANCELLED') throw new AppError('conflict', 'The marketplace canceled the order: undo the shipping', { reason: 'canceled' });
        const now = clock.now();
        const shipDate = shipMoment({ day: entered.shipDate, timeZone: entered.timeZone }, { orderedAt, shippedAt, now });
        await refuseCodes(tx, orderId, boxesOf(entered));
        const boxes = await packedBoxes(tx, orderId, boxesOf(entered));
        await refuseShared(tx, { orderId, boxes, isMeant: entered.sharesTrackingNumber });
        await saveShipment(tx, { orderId, shipDate, enteredBy: packer.id, now });
        await saveBoxes(tx, orderId, boxes);
        await updateOrder(tx, orderId, { local_state: 'CONFIRM_QUEUED' });
        await insertEvent(tx, { orderId, kind: 'CONFIRM_ENTERED', detail: boxes.map(boxText).join('; '), actorId: packer.id, at: now });
        await queueConfirmation(tx, orderId, now);
        return true;
      });
      if (isNew) topics.publish(ordersTopic, { orderId, change: 'CONFIRM', actor: packer.name });
    },
  };
}

/** The same as what the marketplace is told, or was: the answer was lost. What waits for another attempt is rather to be tried at once. */
async function isSentAgain(tx: DatabaseTransaction, { orderId, localState, shippedAt }: LockedOrder, entered: Entered): Promise<boolean> {
  const shipment = await findShipment(tx, orderId);
  if (shipment === undefined) return false;
  if (localState !== 'CONFIRMING' && localState !== 'CONFIRMED' && !(localState === 'CONFIRM_QUEUED' && shipment.attempts === 0)) return false;
  const { shipDate: day, timeZone } = entered;
  if (day === undefined ? shippedAt !== null && shipment.shipDate.getTime() !== shippedAt.getTime() : dayIn(shipment.shipDate, timeZone) !== day) return false;
  const boxes = boxesOf(entered);
  // Boxes that the marketplace knew of before were not entered again.
  const kept = (await listBoxes(tx, orderId)).slice(-boxes.length);
  return kept.length === boxes.length && kept.every((box, nth) => isEntered(box, boxes[nth]));
}

function isEntered(kept: BoxContent, entered: OrderBoxInput | undefined): boolean {
  return entered !== undefined && isSameBox(toNewBox(entered, entered.items ?? kept.items), kept);
}

/** One tracking number is one box that holds everything. */
function boxesOf({ boxes, carrierCode = '', trackingNumber = '', ...rest }: Entered): readonly OrderBoxInput[] {
  return boxes ?? [{ ...rest, carrierCode, trackingNumber }];
}

/** What is scanned once more after the last accept is the product, and twelve digits look like a number of FedEx. */
async function refuseCodes(tx: DatabaseTransaction, orderId: string, boxes: readonly OrderBoxInput[]): Promise<void> {
  const pieces = await listCodedPieces(tx, orderId);
  const codes = new Set(boxes.flatMap(({ trackingNumber }) => [normalizeCode(trackingNumber), plainTrackingNumber(trackingNumber)]));
  for (const code of codes) {
    if (isOrderNumber(code)) throw new AppError('rule_violated', 'This is the number of an order, not a tracking number', { reason: 'order_number' });
    const isProduct = pieces.some((piece) => matchOf(code, piece) !== 0) || (await findMatches(tx, code)).some(({ kind }) => kind !== 'ITEM_CODE');
    if (isProduct) throw new AppError('rule_violated', "This is the product's code, not a tracking number", { reason: 'product_code' });
  }
}

async function packedBoxes(tx: DatabaseTransaction, orderId: string, boxes: readonly OrderBoxInput[]): Promise<BoxContent[]> {
  const told = (await listBoxes(tx, orderId)).filter(({ confirmedAt }) => confirmedAt !== null);
  const left = withoutPacked(
    await listShippedItems(tx, orderId),
    told.flatMap(({ items }) => items),
  );
  const packed = packBoxes(left, boxes);
  if (packed === undefined) {
    throw new AppError('rule_violated', 'The boxes do not hold exactly what was shipped and not yet confirmed', { reason: 'items_do_not_match' });
  }
  // By its number a box is found again whose answer was lost: a told box's would hide this one.
  const taken = boxes.map(({ trackingNumber }) => plainTrackingNumber(trackingNumber)).find((number) => told.some((box) => box.trackingNumber === number));
  if (taken !== undefined) {
    throw new AppError('rule_violated', `The marketplace knows another box of this order under ${taken}`, { reason: 'tracking_number_taken' });
  }
  return boxes.map((box, nth) => toNewBox(box, packed[nth] ?? []));
}

/** Combined parcels exist; a label that was scanned for the wrong order does, too. */
async function refuseShared(
  tx: DatabaseTransaction,
  { orderId, boxes, isMeant }: { orderId: string; boxes: readonly BoxContent[]; isMeant: boolean },
): Promise<void> {
  const numbers = boxes.map(({ trackingNumber }) => trackingNumber);
  const other = await findSharedNumber(tx, orderId, numbers);
  if (other === undefined || isMeant) return;
  throw new AppError('conflict', `${other.trackingNumber} is on order ${other.orderId} too. Use it for both?`, {
    reason: 'tracking_number_shared',
    details: other,
  });
}

function toNewBox({ carrierCode, carrierName, shippingMethod, trackingNumber, ...measures }: OrderBoxInput, items: readonly BoxItem[]): BoxContent {
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

function boxText({ carrierName, carrierCode, trackingNumber }: BoxContent): string {
  return `${carrierName ?? carrierCode} ${trackingNumber}`;
}
