import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { FEED_PAGE_SIZES, FEED_STATUSES, type FeedStatus } from '@stowage/contract/pricing/feeds';
import { isDay, isFilled, pageIn } from '../../../shared/address-parts.ts';

/** The address of the feed list: filters, page, and the open feed. */
export interface FeedAddress {
  /** Only feeds that need attention. */
  readonly show?: 'look' | undefined;
  readonly status?: FeedStatus | undefined;
  readonly type?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly creator?: string | undefined;
  readonly size?: number | undefined;
  /** From 1. */
  readonly page?: number | undefined;
  readonly feed?: string | undefined;
}

export function readFeedAddress({ show, status, type, from, to, creator, size, page, feed }: Record<string, unknown>): FeedAddress {
  const known = FEED_STATUSES.find((name) => name === status);
  const knownSize = FEED_PAGE_SIZES.find((option) => option === size);
  return {
    ...(show === 'look' && { show }),
    ...(known !== undefined && { status: known }),
    ...(isFilled(type) && { type: String(type) }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(isFilled(creator) && { creator: String(creator) }),
    ...(knownSize !== undefined && { size: knownSize }),
    ...pageIn(page, LAST_PAGE),
    ...(isFilled(feed) && { feed: String(feed) }),
  };
}
