import { PACK_PAGE_PATH } from '@stowage/contract/orders/order-photos';
import type { FastifyInstance } from 'fastify';
import type { MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import type { DatabaseWatch } from '../../platform/database/connection/watch.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { PhotoServices } from '../photos/index.ts';
import { orderAlertsTask } from './alerts/order-alerts.task.ts';
import { orderRoutes } from './order.routes.ts';
import type { OrderDependencies } from './order-dependencies.ts';
import { packingRoutes } from './packing/packing.routes.ts';
import { packPhotoRoutes } from './photos/pack-photo.routes.ts';
import { purgeRecipientsTask } from './recipients/purge-recipients.task.ts';
import { recipientRoutes } from './recipients/recipient.routes.ts';
import { createRecipientService } from './recipients/recipient.service.ts';
import { reconcileOnStockChange, reconcileTask } from './reservations/reconcile-reservations.task.ts';
import { createReservationService } from './reservations/reservation.service.ts';
import { confirmShipmentTask, dueShipmentsTask } from './shipping/confirm-shipment.task.ts';
import { trackingActions } from './shipping/tracking-file.ts';

interface Dependencies extends OrderDependencies {
  readonly logger: Logger;
  readonly secrets: Pick<Secrets, 'encryptionKey'>;
  readonly marketplaces: MarketplaceSource;
  readonly photos: PhotoServices;
  readonly watch: DatabaseWatch;
}

export function createOrders({ secrets, photos, ...rest }: Dependencies) {
  const deps = { ...rest, ...photos, encryptionKey: secrets.encryptionKey };
  const reservations = createReservationService(deps);
  return {
    routes(app: FastifyInstance) {
      orderRoutes(app, deps);
      packingRoutes(app, deps);
      recipientRoutes(app, { ...deps, recipients: createRecipientService(deps) });
      packPhotoRoutes(app, deps);
    },
    tasks: [reconcileTask({ reservations }), confirmShipmentTask(deps), dueShipmentsTask(deps), orderAlertsTask(deps), purgeRecipientsTask(deps)],
    bulkActions: trackingActions(deps),
    pages: [photos.phonePage(PACK_PAGE_PATH)],
    start: () => reconcileOnStockChange({ ...deps, reservations }),
  };
}
