export { addUpSumsTask } from './add-up-sums.task.ts';
export { createCreditService } from './credit.service.ts';
export { listCreditIds } from './credit-list.read-model.ts';
export { createInvoiceService } from './invoice.service.ts';
export { findInvoiceId } from './invoice-detail.read-model.ts';
export { INVOICE_FOLDER } from './invoice-file.service.ts';
export { invoicingRoutes } from './invoicing.routes.ts';
export { overdueCreditsTask } from './overdue-credits.task.ts';
