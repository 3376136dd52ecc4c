import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { FEED_PAGE_SIZES, FEED_STATUSES } from '@stowage/contract/pricing/feeds';
import { addressReader, day, oneOf, pageUpTo, text } from '../../../shared/address-parts.ts';

/** Reads the address of the feed list: filters, page, and the open feed. */
export const readFeedAddress = addressReader({
  /** Only feeds that need attention. */
  show: oneOf('look'),
  status: oneOf(...FEED_STATUSES),
  type: text,
  from: day,
  to: day,
  creator: text,
  size: oneOf<number>(...FEED_PAGE_SIZES),
  page: pageUpTo(LAST_PAGE),
  feed: text,
});
export type FeedAddress = ReturnType<typeof readFeedAddress>;
