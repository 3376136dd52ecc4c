import type { FeedStatus } from '@stowage/contract/feeds';

/** What the feed list's address holds: filters, page, and the feed that is open. */
export interface FeedAddress {
  /** Only those that somebody should look at. */
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
