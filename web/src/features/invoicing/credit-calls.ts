import { poMoneyLines, poMoneyPage } from '@stowage/contract/purchase-money';
import { creditPage } from '@stowage/contract/vendor-credits';
import { getInvoice, invoicePage } from '@stowage/contract/vendor-invoices';

/** What is read again after a change of credits. */
export const STALE_WITH_CREDITS = [creditPage, poMoneyPage, poMoneyLines, invoicePage, getInvoice];
