import type { FastifyInstance } from 'fastify';
import type { MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import type { PhotoFiles, PhotoModule } from '../photos/index.ts';
import { orderRoutes } from './order.routes.ts';
import { createOrderChangeService } from './order-change.service.ts';
import { createPackingService } from './packing/packing.service.ts';
import { packPhotoRoutes } from './photos/pack-photo.routes.ts';
import { createRecipientService } from './recipients/recipient.service.ts';
import { createShipmentService } from './shipping/shipment.service.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly topics: Topics;
  readonly marketplaces: MarketplaceSource;
  readonly encryptionKey: Buffer;
  readonly files: PhotoFiles;
  readonly photos: PhotoModule;
}

/** Everything about orders that people do. */
export function createOrderModule(app: FastifyInstance, deps: Dependencies): void {
  orderRoutes(app, {
    ...deps,
    addresses: deps.photos.addresses,
    packing: createPackingService(deps),
    changes: createOrderChangeService(deps),
    shipments: createShipmentService(deps),
    recipients: createRecipientService(deps),
  });
  packPhotoRoutes(app, { ...deps, ...deps.photos });
}
