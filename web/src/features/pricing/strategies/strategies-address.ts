import { LIST_SEARCH_MAX_LENGTH } from '@stowage/contract/formats/list-search';
import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { PRICE_STRATEGY_NAMES, STRATEGY_STATES } from '@stowage/contract/pricing/price-strategies';
import { addressReader, oneOf, pageUpTo, positive, textUpTo } from '../../../shared/address-parts.ts';

export const readStrategiesAddress = addressReader({
  q: textUpTo(LIST_SEARCH_MAX_LENGTH),
  strategy: oneOf(...PRICE_STRATEGY_NAMES),
  state: oneOf(...STRATEGY_STATES),
  /** The listing whose explanation is open. */
  listing: positive,
  page: pageUpTo(LAST_PAGE),
});
export type StrategiesAddress = ReturnType<typeof readStrategiesAddress>;
