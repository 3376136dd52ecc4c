import type { CountList, CountState } from '@stowage/contract/inventory-count';

/** What the address of the list of counts holds: its filters, its page, and whether a count is being started. */
export interface CountsAddress {
  /** Only those of which the accuracy is told. */
  readonly accuracy?: 'lately' | undefined;
  readonly state?: CountState | undefined;
  readonly location?: string | undefined;
  readonly assignee?: number | undefined;
  /** One-based; 1 when absent. */
  readonly page?: number | undefined;
  readonly dialog?: 'start' | undefined;
}

/** What the address of one count holds. */
export interface CountAddress {
  readonly list?: CountList | undefined;
  /** The location that is being counted. */
  readonly location?: string | undefined;
  /** One-based; 1 when absent. */
  readonly page?: number | undefined;
}
