export { deleteContacts, keysOfVendors, readContacts, saveContacts } from './credit-requests/vendor-contacts.service.ts';
export { claimCredits, withdrawClaims } from './credits/claim.service.ts';
export { createCreditService } from './credits/credit.service.ts';
export { INVOICE_FOLDER } from './files/invoice-file.service.ts';
export { createInvoiceService } from './invoices/invoice.service.ts';
export { createInvoicing } from './invoicing.ts';
