import type { PriceChannel } from '@stowage/contract/pricing/pricing';

/** Whose prices a pause is about, within a sentence. */
export const PRICE_CHANNEL_NAMES: Readonly<Record<PriceChannel, string>> = { SELLER_FULFILLED: 'your own stock', FBA: 'FBA' };
