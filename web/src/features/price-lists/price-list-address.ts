import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { PRICE_LIST_SORTS } from '@stowage/contract/price-lists/price-lists';
import { addressReader, flag, oneOf, pageUpTo, positive, textUpTo } from '../../shared/address-parts.ts';
import { VIEW_PARTS } from '../../shared/list/views/view-address.ts';

/** Reads the address of the price lists: the search, the order, the page, the open item and the open window. */
export const readPriceListAddress = addressReader({
  ...{ q: textUpTo(200), page: pageUpTo(LAST_PAGE), item: positive, window: oneOf('bulk-update', 'files') },
  /** In the order of their entry when absent. */
  sort: oneOf(...PRICE_LIST_SORTS),
  descending: flag,
  ...VIEW_PARTS,
});
export type PriceListAddress = ReturnType<typeof readPriceListAddress>;
