import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { PRICE_STRATEGY_NAMES, STRATEGY_STATES } from '@stowage/contract/pricing/price-strategies';
import { addressReader, oneOf, pageUpTo, positive, textUpTo } from '../../../shared/address-parts.ts';

export const readStrategiesAddress = addressReader({
  q: textUpTo(100),
  strategy: oneOf(...PRICE_STRATEGY_NAMES),
  state: oneOf(...STRATEGY_STATES),
  /** The listing whose explanation is open. */
  listing: positive,
  page: pageUpTo(LAST_PAGE),
});
export type StrategiesAddress = ReturnType<typeof readStrategiesAddress>;
