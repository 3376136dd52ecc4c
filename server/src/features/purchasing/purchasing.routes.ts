import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import type { PhotoFiles, PhotoModule } from '../photos/index.ts';
import { closingRoutes } from './closing/closing.routes.ts';
import { createClosingService } from './closing/closing.service.ts';
import { createListAttachmentService } from './packing-lists/list-attachment.service.ts';
import { createListImportService } from './packing-lists/list-import.service.ts';
import { packingListRoutes } from './packing-lists/packing-list.routes.ts';
import { createPackingListService } from './packing-lists/packing-list.service.ts';
import { damagePhotoRoutes } from './photos/damage-photo.routes.ts';
import { poListRoutes } from './purchase-orders/po-list.routes.ts';
import { purchaseOrderRoutes } from './purchase-orders/purchase-order.routes.ts';
import { receivingRoutes } from './receiving/receiving.routes.ts';
import { createReceivingService } from './receiving/receiving.service.ts';
import { createUnexpectedService } from './receiving/unexpected.service.ts';
import { poUploadRoutes } from './upload/upload.routes.ts';
import { createPoUploadService } from './upload/upload.service.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly topics: Topics;
  readonly files: PhotoFiles;
  readonly photos: PhotoModule;
}

/** Purchase orders: upload, packing lists, receiving and closing. */
export function purchasingRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { db, clock, topics } = deps;
  const lists = createPackingListService({ db, topics });
  poUploadRoutes(app, { uploads: createPoUploadService({ db, filing: () => app.filing }), topics });
  poListRoutes(app, { db, clock });
  purchaseOrderRoutes(app, { db, lists });
  packingListRoutes(app, { db, clock, lists, imports: createListImportService({ db, topics }), attachments: createListAttachmentService({ db, topics }) });
  receivingRoutes(app, { db, receiving: createReceivingService({ db, topics }), unexpected: createUnexpectedService({ db, topics }) });
  closingRoutes(app, { db, closings: createClosingService({ db, topics }) });
  damagePhotoRoutes(app, deps);
}
