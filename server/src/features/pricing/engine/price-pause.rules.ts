import { PRICE_CHANNEL_NAMES, PRICE_CHANNELS, type PriceChannel, type PricingSettings } from '@stowage/contract/pricing/pricing';
import { AppError } from '../../../platform/app-error.ts';

type Pauses = Pick<PricingSettings, 'isPaused' | 'pausedChannels'>;

/** The channel whose prices a job sends. */
export const priceChannelOf = (channel: 'SELLER_FULFILLED' | 'FBA_NEW' = 'SELLER_FULFILLED'): PriceChannel => (channel === 'FBA_NEW' ? 'FBA' : channel);

/** The channels that are paused by themselves. */
export const pausedChannelsOf = ({ pausedChannels }: Pick<Pauses, 'pausedChannels'>): PriceChannel[] =>
  PRICE_CHANNELS.filter((channel) => pausedChannels[channel]);

/** Why the prices of a channel are not sent now; undefined when they are. */
export function pauseOf({ isPaused, pausedChannels }: Pauses, channel: PriceChannel): string | undefined {
  if (isPaused) return 'Price pushes are paused';
  return pausedChannels[channel] ? `Price pushes for ${PRICE_CHANNEL_NAMES[channel]} are paused` : undefined;
}

/** @throws AppError `conflict` with `paused` */
export function requireUnpaused(pauses: Pauses, channel: PriceChannel): void {
  const pause = pauseOf(pauses, channel);
  if (pause !== undefined) throw new AppError('conflict', `${pause}: see the guards below`, { reason: 'paused' });
}
