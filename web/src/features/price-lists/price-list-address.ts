import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { addressReader, oneOf, pageUpTo, positive, text } from '../../shared/address-parts.ts';

/** Reads the address of the price lists: the search, the page, the open item and the open window. */
export const readPriceListAddress = addressReader({ q: text, page: pageUpTo(LAST_PAGE), item: positive, window: oneOf('bulk-update', 'files') });
export type PriceListAddress = ReturnType<typeof readPriceListAddress>;
