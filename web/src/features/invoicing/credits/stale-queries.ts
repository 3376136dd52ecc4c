import { poMoneyLines, poMoneyPage } from '@stowage/contract/invoicing/purchase-money';
import { creditPage } from '@stowage/contract/invoicing/vendor-credits';
import { getInvoice, invoicePage } from '@stowage/contract/invoicing/vendor-invoices';

/** The queries to reload after a change of credits. */
export const STALE_WITH_CREDITS = [creditPage, poMoneyPage, poMoneyLines, invoicePage, getInvoice];
