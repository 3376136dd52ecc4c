// For the demo data and for tests: they write and read rows that no use case does.
export { listOptions } from './packing-lists/packing-list.read-model.ts';
export { listPoLines } from './purchase-orders/po-line.read-model.ts';
export { backdateOrder, findFirstPoNumber, findOrderId } from './purchase-orders/purchase-order.repository.ts';
export { createReorderService } from './reorder/reorder.service.ts';
export { vendorSpreadsheet } from './vendor-terms/vendor-spreadsheet.ts';
export { findTerms, saveTerms } from './vendor-terms/vendor-terms.repository.ts';
