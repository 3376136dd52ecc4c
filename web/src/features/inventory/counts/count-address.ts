import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { COUNT_LISTS, COUNT_STATES, type CountList, type CountState } from '@stowage/contract/inventory/counts';
import { isFilled, isPositive, pageIn } from '../../../shared/address-parts.ts';

/** The address of the list of counts: its filters, its page, and the dialog to start one. */
export interface CountsAddress {
  /** Only the counts that the accuracy covers. */
  readonly accuracy?: 'lately' | undefined;
  readonly state?: CountState | undefined;
  readonly location?: string | undefined;
  readonly assignee?: number | undefined;
  /** One-based; 1 when absent. */
  readonly page?: number | undefined;
  readonly dialog?: 'start' | undefined;
}

/** The address of one count. */
export interface CountAddress {
  readonly list?: CountList | undefined;
  /** The location that is being counted. */
  readonly location?: string | undefined;
  /** One-based; 1 when absent. */
  readonly page?: number | undefined;
}

export function readCountsAddress({ accuracy, state, location, assignee, page, dialog }: Record<string, unknown>): CountsAddress {
  const known = COUNT_STATES.find((one) => one === state);
  return {
    ...(accuracy === 'lately' && { accuracy }),
    ...(known !== undefined && { state: known }),
    ...(isFilled(location) && { location: String(location) }),
    ...(isPositive(assignee) && { assignee }),
    ...pageIn(page, LAST_PAGE),
    ...(dialog === 'start' && { dialog }),
  };
}

export function readCountAddress({ list, location, page }: Record<string, unknown>): CountAddress {
  const known = COUNT_LISTS.find((one) => one === list);
  return {
    ...(known !== undefined && { list: known }),
    ...(isFilled(location) && { location: String(location) }),
    ...pageIn(page, LAST_PAGE),
  };
}
