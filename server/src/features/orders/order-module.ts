import type { FastifyInstance } from 'fastify';
import type { MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import type { PhotoFiles, PhotoModule } from '../photos/index.ts';
import { orderRoutes } from './order.routes.ts';
import type { OrderDependencies } from './order-dependencies.ts';
import { packingRoutes } from './packing/packing.routes.ts';
import { packPhotoRoutes } from './photos/pack-photo.routes.ts';
import { recipientRoutes } from './recipients/recipient.routes.ts';
import { createRecipientService } from './recipients/recipient.service.ts';

interface Dependencies extends OrderDependencies {
  readonly marketplaces: MarketplaceSource;
  readonly encryptionKey: Buffer;
  readonly files: PhotoFiles;
  readonly photos: PhotoModule;
}

export function createOrderModule(app: FastifyInstance, deps: Dependencies): void {
  const { addresses } = deps.photos;
  orderRoutes(app, { ...deps, addresses });
  packingRoutes(app, deps);
  recipientRoutes(app, { ...deps, addresses, recipients: createRecipientService(deps) });
  packPhotoRoutes(app, { ...deps, ...deps.photos });
}
