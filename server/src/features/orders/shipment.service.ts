import { CARRIERS, OTHER_CARRIER, ordersTopic } from '@stowage/contract/orders';
import type { Kysely } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DB } from '../../platform/database/schema.generated.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import { insertEvent, updateOrder } from './order.repository.ts';
import { getOrder, type Packer } from './packing.service.ts';
import { queueConfirmation, saveShipment } from './shipment.repository.ts';

/** By which carrier an order goes. Empty texts are unknown. */
interface Carried {
  readonly carrierCode: string;
  readonly carrierName: string;
  readonly shippingMethod: string;
  readonly trackingNumber: string;
}

export interface ShipmentService {
  /** Keeps how a shipped order goes; a job tells the marketplace. @throws AppError when it was told, or is being told */
  enter(orderId: string, carried: Carried, packer: Packer): Promise<void>;
}

const REFUSALS = {
  OPEN: ['not_shipped', 'The order is not shipped yet'],
  CANCELED: ['not_shipped', 'The order is canceled'],
  CONFIRMING: ['confirm_under_way', 'The marketplace is being told at this moment'],
  CONFIRMED: ['already_confirmed', 'The marketplace was told already'],
} as const;

export function createShipmentService({ db, clock, topics }: { db: Kysely<DB>; clock: Clock; topics: Topics }): ShipmentService {
  return {
    async enter(orderId, { carrierCode, carrierName, shippingMethod, trackingNumber }, packer) {
      await db.transaction().execute(async (tx) => {
        const { localState, status, shippedAt } = await getOrder(tx, orderId);
        if (localState in REFUSALS) {
          const [reason, message] = REFUSALS[localState as keyof typeof REFUSALS];
          throw new AppError('conflict', message, { reason });
        }
        if (status === 'CANCELLED') throw new AppError('conflict', 'The marketplace canceled the order: undo the shipping', { reason: 'canceled' });
        const now = clock.now();
        const known = CARRIERS.find((code) => code.toUpperCase() === carrierCode.toUpperCase());
        const carrier = known ?? OTHER_CARRIER;
        await saveShipment(tx, {
          orderId,
          carrierCode: carrier,
          carrierName: known === undefined ? carrierName || carrierCode : null,
          shippingMethod: shippingMethod || null,
          trackingNumber: trackingNumber.replace(/\s/g, '').toUpperCase(),
          shipDate: shippedAt ?? now,
          enteredBy: packer.id,
          now,
        });
        await updateOrder(tx, orderId, { local_state: 'CONFIRM_QUEUED' });
        await insertEvent(tx, { orderId, kind: 'CONFIRM_ENTERED', detail: `${carrierName || carrier} ${trackingNumber}`, actorId: packer.id, at: now });
        await queueConfirmation(tx, orderId, now);
      });
      topics.publish(ordersTopic, { orderId, change: 'CONFIRM', actor: packer.name });
    },
  };
}
