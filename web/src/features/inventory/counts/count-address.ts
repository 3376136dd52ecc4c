import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { COUNT_LISTS, COUNT_STATES } from '@stowage/contract/inventory/counts';
import { addressReader, oneOf, pageUpTo, positive, text } from '../../../shared/address-parts.ts';

/** Reads the address of the list of counts: its filters, its page, and the dialog to start one. */
export const readCountsAddress = addressReader({
  /** Only the counts that the accuracy covers. */
  accuracy: oneOf('lately'),
  state: oneOf(...COUNT_STATES),
  location: text,
  assignee: positive,
  page: pageUpTo(LAST_PAGE),
  dialog: oneOf('start'),
});
export type CountsAddress = ReturnType<typeof readCountsAddress>;

/** Reads the address of one count, with the location that is being counted. */
export const readCountAddress = addressReader({ list: oneOf(...COUNT_LISTS), location: text, page: pageUpTo(LAST_PAGE) });
export type CountAddress = ReturnType<typeof readCountAddress>;
