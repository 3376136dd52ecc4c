import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { BREAKDOWN_SORTS, type BreakdownSort } from '@stowage/contract/pricing/pricing-breakdown';
import { isDay, isFilled, isPositive, pageIn } from '../../../shared/address-parts.ts';
import type { ChangeAddress } from '../../../ui/table/change-address.ts';

const MAX_DAYS = 366;

/** What the reports' address holds: which report, and its filters, sorting and page. */
export interface ReportsAddress {
  readonly type?: string | undefined;
  /** Only prices that the newest sync holds back and nobody has approved. */
  readonly held?: true | undefined;
  readonly job?: string | undefined;
  /** Days, `2026-11-20`; the report's usual ones when absent. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Where no day is named: so many, today the last of them. */
  readonly days?: number | undefined;
  readonly method?: string | undefined;
  readonly q?: string | undefined;
  readonly sort?: BreakdownSort | undefined;
  readonly ascending?: boolean | undefined;
  /** The accounts that the report is about; see `readChosen()`. */
  readonly competitors?: string | undefined;
  /** A point of the chart whose offers are shown: its day and its competitor's name. */
  readonly day?: string | undefined;
  readonly who?: string | undefined;
  /** From 1. */
  readonly page?: number | undefined;
}

export interface ReportProps {
  readonly address: ReportsAddress;
  readonly onAddress: ChangeAddress<ReportsAddress>;
}

export function readReportsAddress({
  held,
  type,
  job,
  from,
  to,
  days,
  method,
  q,
  sort,
  ascending,
  competitors,
  day,
  who,
  page,
}: Record<string, unknown>): ReportsAddress {
  const known = BREAKDOWN_SORTS.find((name) => name === sort);
  return {
    ...(isFilled(type) && { type: String(type) }),
    ...(held === true && { held }),
    ...(isFilled(job) && { job: String(job) }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(isPositive(days) && days <= MAX_DAYS && { days }),
    ...(isFilled(method) && { method: String(method) }),
    ...(isFilled(q) && { q: String(q) }),
    ...(known !== undefined && { sort: known }),
    ...(ascending === true && { ascending }),
    ...(isFilled(competitors) && { competitors: String(competitors) }),
    ...(isDay(day) && { day }),
    ...(isFilled(who) && { who: String(who) }),
    ...pageIn(page, LAST_PAGE),
  };
}
