export { createClosingService } from './closing.service.ts';
export { readListFile } from './list-attachment.service.ts';
export { listOptions, listPoLines } from './packing-list.read-model.ts';
export { createPackingListService } from './packing-list.service.ts';
export { dateOrder, findFirstPoNumber, findOrderId } from './purchase-order.repository.ts';
export { purchasingRoutes } from './purchasing.routes.ts';
export { purgePoUploadsTask } from './purge-po-uploads.task.ts';
export { createReceivingService } from './receiving.service.ts';
export { createPoUploadService } from './upload.service.ts';
