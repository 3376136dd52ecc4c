import type { BreakdownSort } from '@stowage/contract/pricing-breakdown';

/** What the reports' address holds: which report, and its filters, sorting and page. */
export interface ReportsAddress {
  readonly type?: string | undefined;
  readonly job?: string | undefined;
  /** Days, `2026-11-20`; the last seven when absent, none when empty. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly method?: string | undefined;
  readonly q?: string | undefined;
  readonly sort?: BreakdownSort | undefined;
  readonly ascending?: boolean | undefined;
  /** From 1. */
  readonly page?: number | undefined;
}

export interface ReportProps {
  readonly address: ReportsAddress;
  readonly onAddress: (change: Partial<ReportsAddress>) => void;
}
