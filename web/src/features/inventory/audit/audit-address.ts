import { HISTORY_PAGE_SIZE, HISTORY_WINDOW } from '@stowage/contract/inventory/scan';
import { isFilled, isPositive, pageIn } from '../../../shared/address-parts.ts';

/** The audit's address: the shelf, the page of the history, and the scan in the dialog. */
export interface AuditAddress {
  readonly location?: string | undefined;
  /** One-based; 1 when absent. */
  readonly page?: number | undefined;
  /** The movement of the scan whose unit is being edited. */
  readonly edit?: number | undefined;
}

export function readAuditAddress({ location, page, edit }: Record<string, unknown>): AuditAddress {
  return { ...(isFilled(location) && { location: String(location) }), ...pageIn(page, HISTORY_WINDOW / HISTORY_PAGE_SIZE), ...(isPositive(edit) && { edit }) };
}
