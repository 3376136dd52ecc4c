import { DAMAGE_PAGE_PATH } from '@stowage/contract/purchasing/damage-photos';
import type { FastifyInstance } from 'fastify';
import type { MailTransport } from '../../integrations/mail/smtp.ts';
import type { Context } from '../../platform/context.ts';
import type { Filing } from '../documents/index.ts';
import type { PhotoServices } from '../photos/index.ts';
import { closingRoutes } from './closing/closing.routes.ts';
import { createClosingService } from './closing/closing.service.ts';
import { inboundRoutes } from './inbound/inbound.routes.ts';
import { draftRoutes } from './order-drafts/draft.routes.ts';
import { createDraftService } from './order-drafts/draft.service.ts';
import { createSendDraftService } from './order-drafts/send-draft.service.ts';
import { createListAttachmentService } from './packing-lists/list-attachment.service.ts';
import { createListImportService } from './packing-lists/list-import.service.ts';
import { listFiles } from './packing-lists/list-import-undo.ts';
import { packingListRoutes } from './packing-lists/packing-list.routes.ts';
import { createPackingListService } from './packing-lists/packing-list.service.ts';
import { createReceiveWholeOrder } from './packing-lists/whole-order.service.ts';
import { damagePhotoRoutes } from './photos/damage-photo.routes.ts';
import { poListRoutes } from './purchase-orders/po-list.routes.ts';
import { purchaseOrderRoutes } from './purchase-orders/purchase-order.routes.ts';
import { receivingRoutes } from './receiving/receiving.routes.ts';
import { createReceivingService } from './receiving/receiving.service.ts';
import { createUnexpectedService } from './receiving/unexpected.service.ts';
import { calculateReorderTask } from './reorder/calculate-reorder.task.ts';
import { reorderRoutes } from './reorder/reorder.routes.ts';
import { createReorderService } from './reorder/reorder.service.ts';
import { purgePoUploadsTask } from './upload/purge-po-uploads.task.ts';
import { poUploadRoutes } from './upload/upload.routes.ts';
import { createPoUploadService } from './upload/upload.service.ts';
import { orderFiles } from './upload/upload-undo.ts';
import { vendorSpreadsheet } from './vendor-terms/vendor-spreadsheet.ts';
import { vendorTermsRoutes } from './vendor-terms/vendor-terms.routes.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics'> {
  readonly photos: PhotoServices;
  readonly filing: Filing;
  readonly mail: { readonly transport: MailTransport | undefined };
}

/** Purchase orders: by hand and by upload, packing lists, receiving, closing, and inbound shipments. */
export function createPurchasing({ mail, ...deps }: Dependencies) {
  const { photos } = deps;
  const reorder = createReorderService(deps);
  return {
    routes(app: FastifyInstance) {
      const lists = createPackingListService(deps);
      poUploadRoutes(app, { ...deps, uploads: createPoUploadService(deps) });
      poListRoutes(app, deps);
      purchaseOrderRoutes(app, { ...deps, lists });
      draftRoutes(app, { ...deps, drafts: createDraftService(deps), sendings: createSendDraftService({ ...deps, canSend: mail.transport !== undefined }) });
      vendorTermsRoutes(app, deps);
      reorderRoutes(app, { ...deps, reorder });
      packingListRoutes(app, {
        ...deps,
        lists,
        receiveWhole: createReceiveWholeOrder(deps),
        imports: createListImportService(deps),
        attachments: createListAttachmentService(deps),
      });
      receivingRoutes(app, { ...deps, receiving: createReceivingService(deps), unexpected: createUnexpectedService(deps) });
      closingRoutes(app, { ...deps, closings: createClosingService(deps) });
      damagePhotoRoutes(app, { ...deps, files: photos.files });
      inboundRoutes(app, deps);
    },
    spreadsheetKinds: [vendorSpreadsheet],
    areaFiles: [orderFiles(deps), listFiles(deps)],
    tasks: [purgePoUploadsTask(deps), calculateReorderTask(reorder)],
    pages: [photos.phonePage(DAMAGE_PAGE_PATH)],
  };
}
