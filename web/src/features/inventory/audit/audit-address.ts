import { HISTORY_PAGE_SIZE, HISTORY_WINDOW } from '@stowage/contract/inventory/scan';
import { addressReader, pageUpTo, positive, text } from '../../../shared/address-parts.ts';

/** Reads the audit's address: the shelf, the page of the history, and the movement of the scan whose unit is being edited. */
export const readAuditAddress = addressReader({ location: text, page: pageUpTo(HISTORY_WINDOW / HISTORY_PAGE_SIZE), edit: positive });
export type AuditAddress = ReturnType<typeof readAuditAddress>;
