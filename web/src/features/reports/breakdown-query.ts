import type { ReportsAddress } from './report-address.ts';

const DAY_MS = 24 * 60 * 60_000;
const DEFAULT_DAYS = 7;

/** The filters that an address means; the last seven days unless it says otherwise. */
export function breakdownQuery({ job, from, to, method, q, sort, ascending }: ReportsAddress, now: Date) {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return {
    startDate: from ?? day(now.getTime() - DEFAULT_DAYS * DAY_MS),
    endDate: to ?? day(now.getTime()),
    sortField: sort ?? 'created_at',
    sortDirection: ascending ? 'ASC' : 'DESC',
    ...(job !== undefined && { jobId: job }),
    ...(method !== undefined && { pricingMethod: method }),
    ...(q !== undefined && { searchTerm: q }),
  };
}
