import type { InvoiceState } from '@stowage/contract/invoicing/vendor-invoices';
import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { lockInvoiceNumbers } from '../matching/matching.repository.ts';
import { findVendorIdentity, type Invoice, lockInvoice } from './invoice.repository.ts';

/** Locks the numbers of the invoice's vendor and of others, then the invoice. @throws AppError `not_found` */
export async function lockInvoiceAndNumbers(tx: DatabaseTransaction, id: number, otherVendors: readonly string[] = []): Promise<Invoice> {
  const vendorIdentity = await findVendorIdentity(tx, id);
  await lockInvoiceNumbers(tx, vendorIdentity === undefined ? otherVendors : [vendorIdentity, ...otherVendors]);
  const invoice = await lockInvoice(tx, id);
  // Its vendor may have changed meanwhile.
  if (invoice.vendorIdentity !== vendorIdentity) await lockInvoiceNumbers(tx, [invoice.vendorIdentity]);
  return invoice;
}

/** @param wanted the refused action: "approved" */
export function wrongState(state: InvoiceState, wanted: string): AppError {
  const hint = state === 'PAID' ? ': correct it by a credit or by another invoice' : '';
  const is = state.toLowerCase();
  const isDone = wanted.startsWith(is);
  const words = isDone ? `This invoice is ${is} already` : `An invoice that is ${is} can’t be ${wanted}`;
  return new AppError('conflict', `${words}${hint}`, { reason: 'wrong_state' });
}
