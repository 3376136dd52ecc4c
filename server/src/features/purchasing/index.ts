export { createClosingService } from './closing/closing.service.ts';
export { readListFile } from './packing-lists/list-attachment.service.ts';
export { listOptions, listPoLines } from './packing-lists/packing-list.read-model.ts';
export { createPackingListService } from './packing-lists/packing-list.service.ts';
export { shortLists, sumExpected } from './purchase-orders/order-search.read-model.ts';
export { dateOrder, findFirstPoNumber, findOrderId } from './purchase-orders/purchase-order.repository.ts';
export { createPurchasing } from './purchasing.ts';
export { createReceivingService } from './receiving/receiving.service.ts';
export { createPoUploadService } from './upload/upload.service.ts';
