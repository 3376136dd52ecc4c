import { DAMAGE_PAGE_PATH } from '@stowage/contract/purchasing/damage-photos';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import type { Filing } from '../documents/index.ts';
import type { PhotoServices } from '../photos/index.ts';
import { createClosingService } from './closing/closing.service.ts';
import { inboundRoutes } from './inbound/inbound.routes.ts';
import { createListAttachmentService } from './packing-lists/list-attachment.service.ts';
import { createListFileService } from './packing-lists/list-file.service.ts';
import { packingListRoutes } from './packing-lists/packing-list.routes.ts';
import { createPackingListService } from './packing-lists/packing-list.service.ts';
import { damagePhotoRoutes } from './photos/damage-photo.routes.ts';
import { poListRoutes } from './purchase-orders/po-list.routes.ts';
import { receivingRoutes } from './receiving/receiving.routes.ts';
import { createReceivingService } from './receiving/receiving.service.ts';
import { createUnexpectedService } from './receiving/unexpected.service.ts';
import { purgePoUploadsTask } from './upload/purge-po-uploads.task.ts';
import { poUploadRoutes } from './upload/upload.routes.ts';
import { createPoUploadService } from './upload/upload.service.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly topics: Topics;
  readonly photos: PhotoServices;
  readonly filing: Filing;
}

/** Orders from vendors: their files, their packing lists, what was received, and what is on its way. */
export function createPurchasing(deps: Dependencies) {
  const { photos } = deps;
  return {
    routes(app: FastifyInstance) {
      const lists = createPackingListService(deps);
      poUploadRoutes(app, { ...deps, uploads: createPoUploadService(deps) });
      receivingRoutes(app, { ...deps, lists, receiving: createReceivingService(deps) });
      packingListRoutes(app, {
        ...deps,
        lists,
        closings: createClosingService(deps),
        unexpected: createUnexpectedService(deps),
        files: createListFileService(deps),
        attachments: createListAttachmentService(deps),
      });
      poListRoutes(app, deps);
      damagePhotoRoutes(app, { ...deps, files: photos.files });
      inboundRoutes(app, deps);
    },
    tasks: [purgePoUploadsTask(deps)],
    pages: [photos.phonePage(DAMAGE_PAGE_PATH)],
  };
}
