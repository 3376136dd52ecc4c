import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { BREAKDOWN_SORTS, type BreakdownSort } from '@stowage/contract/pricing/pricing-breakdown';
import { isDay, isFilled, isPositive, pageIn } from '../../../shared/address-parts.ts';
import type { ChangeAddress } from '../../../ui/table/change-address.ts';

const MAX_DAYS = 366;

/** The address of the reports page: the report with its filters, sorting and page. */
export interface ReportsAddress {
  readonly type?: string | undefined;
  /** Only unapproved prices that the last sync holds. */
  readonly held?: true | undefined;
  readonly job?: string | undefined;
  /** Days such as `2026-11-20`; the report's default range when absent. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The number of days up to today, when there is no explicit range. */
  readonly days?: number | undefined;
  readonly method?: string | undefined;
  readonly q?: string | undefined;
  readonly sort?: BreakdownSort | undefined;
  readonly ascending?: boolean | undefined;
  /** The selected accounts; see `readChosen()`. */
  readonly competitors?: string | undefined;
  /** The point of the chart whose offers are shown: its day and its competitor. */
  readonly day?: string | undefined;
  readonly who?: string | undefined;
  /** From 1. */
  readonly page?: number | undefined;
}

export interface ReportProps {
  readonly address: ReportsAddress;
  readonly onAddress: ChangeAddress<ReportsAddress>;
}

export function readReportsAddress({ held, days, sort, ascending, page, ...search }: Record<string, unknown>): ReportsAddress {
  const known = BREAKDOWN_SORTS.find((name) => name === sort);
  const texts = (['type', 'job', 'method', 'q', 'competitors', 'who'] as const).filter((name) => isFilled(search[name]));
  const dates = (['from', 'to', 'day'] as const).filter((name) => isDay(search[name]));
  return {
    ...Object.fromEntries([...texts, ...dates].map((name) => [name, String(search[name])])),
    ...(held === true && { held }),
    ...(isPositive(days) && days <= MAX_DAYS && { days }),
    ...(known !== undefined && { sort: known }),
    ...(ascending === true && { ascending }),
    ...pageIn(page, LAST_PAGE),
  };
}
