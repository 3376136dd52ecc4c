import type { ParsedInputOf } from '@stowage/contract/endpoint';
import { type confirmOrder, type OrderBoxInput, OTHER_CARRIER } from '@stowage/contract/order-shipment';
import { ordersTopic } from '@stowage/contract/orders';
import { CARRIERS, plainTrackingNumber } from '@stowage/contract/tracking-numbers';
import type { Kysely, Transaction } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DB } from '../../platform/database/schema.generated.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import { listBoxes, type NewBox, saveBoxes } from './box.repository.ts';
import { type BoxItem, packBoxes, withoutPacked } from './box.rules.ts';
import { insertEvent, updateOrder } from './order.repository.ts';
import { getOrder, type Packer } from './packing.service.ts';
import { listShippedItems, queueConfirmation, saveShipment } from './shipment.repository.ts';

/** How an order goes: in one box, or in several. */
type Entered = Omit<ParsedInputOf<typeof confirmOrder>['body'], 'orderId'>;

export interface ShipmentService {
  /** Keeps how a shipped order goes; a job tells the marketplace. @throws AppError when it was told, or is being told */
  enter(orderId: string, entered: Entered, packer: Packer): Promise<void>;
}

const REFUSALS = {
  OPEN: ['not_shipped', 'The order is not shipped yet'],
  CANCELED: ['not_shipped', 'The order is canceled'],
  CONFIRMING: ['confirm_under_way', 'The marketplace is being told at this moment'],
  CONFIRMED: ['already_confirmed', 'The marketplace was told already'],
} as const;

export function createShipmentService({ db, clock, topics }: { db: Kysely<DB>; clock: Clock; topics: Topics }): ShipmentService {
  return {
    async enter(orderId, entered, packer) {
      await db.transaction().execute(async (tx) => {
        const { localState, status, shippedAt } = await getOrder(tx, orderId);
        if (localState in REFUSALS) {
          const [reason, message] = REFUSALS[localState as keyof typeof REFUSALS];
          throw new AppError('conflict', message, { reason });
        }
        if (status === 'CANCELLED') throw new AppError('conflict', 'The marketplace canceled the order: undo the shipping', { reason: 'canceled' });
        const now = clock.now();
        const boxes = await packedBoxes(tx, orderId, boxesOf(entered));
        await saveShipment(tx, { orderId, shipDate: shippedAt ?? now, enteredBy: packer.id, now });
        await saveBoxes(tx, orderId, boxes);
        await updateOrder(tx, orderId, { local_state: 'CONFIRM_QUEUED' });
        await insertEvent(tx, { orderId, kind: 'CONFIRM_ENTERED', detail: boxes.map(boxText).join('; '), actorId: packer.id, at: now });
        await queueConfirmation(tx, orderId, now);
      });
      topics.publish(ordersTopic, { orderId, change: 'CONFIRM', actor: packer.name });
    },
  };
}

/** One tracking number is one box that holds everything. */
function boxesOf({ boxes, carrierCode = '', trackingNumber = '', ...rest }: Entered): readonly OrderBoxInput[] {
  return boxes ?? [{ ...rest, carrierCode, trackingNumber }];
}

async function packedBoxes(tx: Transaction<DB>, orderId: string, boxes: readonly OrderBoxInput[]): Promise<NewBox[]> {
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

function toNewBox({ carrierCode, carrierName, shippingMethod, trackingNumber, ...measures }: OrderBoxInput, items: readonly BoxItem[]): NewBox {
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

function boxText({ carrierName, carrierCode, trackingNumber }: NewBox): string {
  return `${carrierName ?? carrierCode} ${trackingNumber}`;
}
