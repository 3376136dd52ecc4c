import { PACK_PAGE_PATH } from '@stowage/contract/orders/order-photos';
import type { FastifyInstance } from 'fastify';
import type { MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { PhotoServices } from '../photos/index.ts';
import { orderAlertsTask } from './alerts/order-alerts.task.ts';
import { orderRoutes } from './order.routes.ts';
import { createOrderChangeService } from './order-change.service.ts';
import { createPackingService } from './packing/packing.service.ts';
import { packPhotoRoutes } from './photos/pack-photo.routes.ts';
import { createRecipientService, purgeRecipientsTask } from './recipients/recipient.service.ts';
import { followStock, settleTask } from './reservations/reconcile-reservations.task.ts';
import { createReservationService } from './reservations/reservation.service.ts';
import { confirmShipmentTask, dueShipmentsTask } from './shipping/confirm-shipment.task.ts';
import { createShipmentService } from './shipping/shipment.service.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly topics: Topics;
  readonly secrets: Pick<Secrets, 'encryptionKey'>;
  readonly marketplaces: MarketplaceSource;
  readonly photos: PhotoServices;
}

export function createOrders({ secrets, photos, ...rest }: Dependencies) {
  const deps = { ...rest, ...photos, encryptionKey: secrets.encryptionKey };
  const reservations = createReservationService(deps);
  return {
    routes(app: FastifyInstance) {
      orderRoutes(app, {
        ...deps,
        packing: createPackingService(deps),
        changes: createOrderChangeService(deps),
        shipments: createShipmentService(deps),
        recipients: createRecipientService(deps),
      });
      packPhotoRoutes(app, deps);
    },
    tasks: [settleTask({ reservations }), confirmShipmentTask(deps), dueShipmentsTask(deps), orderAlertsTask(deps), purgeRecipientsTask(deps)],
    pages: [photos.phonePage(PACK_PAGE_PATH)],
    start: () => followStock({ ...deps, reservations }),
  };
}
