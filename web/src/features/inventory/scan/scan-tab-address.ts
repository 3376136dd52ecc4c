import { HISTORY_PAGE_SIZE, HISTORY_WINDOW } from '@stowage/contract/inventory/scan';
import { type AddressOf, oneOf, pageUpTo, positive, word } from '../../../shared/address-parts.ts';

/** The parts of the Scan tab's address. */
export const SCAN_TAB_PARTS = {
  page: pageUpTo(HISTORY_WINDOW / HISTORY_PAGE_SIZE),
  location: word,
  dialog: oneOf('edit', 'delete', 'restore'),
  /** The unit in the dialog. */
  item: positive,
} as const;
export type ScanTabAddress = AddressOf<typeof SCAN_TAB_PARTS>;
