export { createClosingService } from './closing/closing.service.ts';
export { readListFile } from './packing-lists/list-attachment.service.ts';
export { createPackingListService } from './packing-lists/packing-list.service.ts';
export { sumExpectedUnits } from './purchase-orders/expected-units.service.ts';
export { shortLists } from './purchase-orders/short-list.condition.ts';
export { createPurchasing } from './purchasing.ts';
export { createReceivingService } from './receiving/receiving.service.ts';
export { createPoUploadService } from './upload/upload.service.ts';
