import type { ReportsAddress } from '../reports/report-address.ts';
import { rangeOf } from '../reports/report-days.ts';

const DEFAULT_DAYS = 7;

/** The filters of an address, by default for the last seven days. */
export function breakdownQuery({ held, job, from, to, method, q, sort, ascending }: ReportsAddress, now: Date) {
  return {
    ...rangeOf({ from, to }, DEFAULT_DAYS, now),
    sortField: sort ?? 'created_at',
    sortDirection: ascending ? 'ASC' : 'DESC',
    ...(held === true && { held }),
    ...(job !== undefined && { jobId: job }),
    ...(method !== undefined && { pricingMethod: method }),
    ...(q !== undefined && { searchTerm: q }),
  };
}
