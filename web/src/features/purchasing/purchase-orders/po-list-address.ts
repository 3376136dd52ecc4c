import { LIST_SEARCH_MAX_LENGTH } from '@stowage/contract/formats/list-search';
import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { PO_SORTS, PO_VIEWS } from '@stowage/contract/purchasing/purchase-orders';
import { addressReader, flag, oneOf, pageUpTo, textUpTo } from '../../../shared/address-parts.ts';
import { VIEW_PARTS } from '../../../shared/list/views/view-address.ts';

/** Reads the address of the purchase order lists, which show the newest first without a `sort`. */
export const readPoListAddress = addressReader({
  q: textUpTo(LIST_SEARCH_MAX_LENGTH),
  show: oneOf(...PO_VIEWS),
  sort: oneOf(...PO_SORTS),
  ascending: flag,
  page: pageUpTo(LAST_PAGE),
  ...VIEW_PARTS,
});
export type PoListAddress = ReturnType<typeof readPoListAddress>;
