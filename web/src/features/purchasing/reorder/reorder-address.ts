import { LIST_SEARCH_MAX_LENGTH } from '@stowage/contract/formats/list-search';
import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { REORDER_SORTS, REORDER_VIEWS } from '@stowage/contract/purchasing/reorder';
import { addressReader, flag, oneOf, pageUpTo, positive, text, textUpTo } from '../../../shared/address-parts.ts';
import { VIEW_PARTS } from '../../../shared/list/views/view-address.ts';

export const readReorderAddress = addressReader({
  q: textUpTo(LIST_SEARCH_MAX_LENGTH),
  vendor: text,
  /** Proposals with a quantity when absent. */
  show: oneOf(...REORDER_VIEWS),
  sort: oneOf(...REORDER_SORTS),
  ascending: flag,
  page: pageUpTo(LAST_PAGE),
  /** The product whose reasons are open. */
  why: positive,
  window: oneOf('settings'),
  ...VIEW_PARTS,
});
export type ReorderAddress = ReturnType<typeof readReorderAddress>;
