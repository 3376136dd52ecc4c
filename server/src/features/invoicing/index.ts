export { withdrawClaims, writeClaims } from './credits/claim.repository.ts';
export { createCreditService } from './credits/credit.service.ts';
export { overdueCreditsTask } from './credits/overdue-credits.task.ts';
export { INVOICE_FOLDER } from './files/invoice-file.service.ts';
export { createInvoiceService } from './invoices/invoice.service.ts';
export { findInvoiceId } from './invoices/invoice-detail.read-model.ts';
export { createInvoicing } from './invoicing.ts';
export { addUpSumsTask } from './lists/add-up-sums.task.ts';
export { listCreditIds } from './lists/credit-list.read-model.ts';
