import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { FEED_PAGE_SIZES, FEED_SORTS, FEED_STATUSES } from '@stowage/contract/pricing/feeds';
import { addressReader, day, flag, oneOf, pageUpTo, text } from '../../../shared/address-parts.ts';
import { VIEW_PARTS } from '../../../shared/list/views/view-address.ts';

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
  /** Newest first when absent. */
  sort: oneOf(...FEED_SORTS),
  ascending: flag,
  feed: text,
  ...VIEW_PARTS,
});
export type FeedAddress = ReturnType<typeof readFeedAddress>;
