// For the demo data and for tests: they write and read rows that no use case does.
export { findInvoiceId } from './invoices/invoice-detail.read-model.ts';
export { listCreditIds } from './lists/credit-list.read-model.ts';
