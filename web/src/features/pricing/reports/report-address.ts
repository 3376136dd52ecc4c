import { LIST_SEARCH_MAX_LENGTH } from '@stowage/contract/formats/list-search';
import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { BREAKDOWN_SORTS } from '@stowage/contract/pricing/pricing-breakdown';
import { addressReader, day, flag, isPositive, oneOf, pageUpTo, text, textUpTo } from '../../../shared/address-parts.ts';
import type { AddressProps } from '../../../ui/table/change-address.ts';

const MAX_DAYS = 366;

/** Reads the address of the reports page: the report with its filters, sorting and page. */
export const readReportsAddress = addressReader({
  type: text,
  /** Only unapproved prices that the last sync holds. */
  held: flag,
  /** Only days on which Amazon showed too many units. */
  over: flag,
  job: text,
  /** The report's default range when absent. */
  from: day,
  to: day,
  /** The number of days up to today, when there is no explicit range. */
  days: (value) => (isPositive(value) && value <= MAX_DAYS ? value : undefined),
  method: text,
  q: textUpTo(LIST_SEARCH_MAX_LENGTH),
  sort: oneOf(...BREAKDOWN_SORTS),
  ascending: flag,
  /** The selected accounts; see `readChosen()`. */
  competitors: text,
  /** The point of the chart whose offers are shown: its day and its competitor. */
  day,
  who: text,
  page: pageUpTo(LAST_PAGE),
});
export type ReportsAddress = ReturnType<typeof readReportsAddress>;
export type ReportProps = AddressProps<ReportsAddress>;
