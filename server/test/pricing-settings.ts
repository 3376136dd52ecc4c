import type { PricingSettings } from '@stowage/contract/pricing/pricing';

/** The guards of the tests of prices: nothing is paused, and a sale must leave a dollar. */
export const PRICING_SETTINGS: PricingSettings = {
  isPaused: false,
  pausedChannels: { SELLER_FULFILLED: false, FBA: false },
  quantityBuffer: 0,
  minimumMargin: 1,
  absoluteMinimum: 1,
  maxDropPercent: 30,
  movePercent: 20,
  moveSharePercent: 10,
  maxInputAgeHours: 48,
};
