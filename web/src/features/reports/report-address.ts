import type { BreakdownSort } from '@stowage/contract/pricing-breakdown';
import type { ChangeAddress } from '../../ui/change-address.ts';

/** What the reports' address holds: which report, and its filters, sorting and page. */
export interface ReportsAddress {
  readonly type?: string | undefined;
  /** Only prices that the newest sync holds back and nobody has approved. */
  readonly held?: true | undefined;
  readonly job?: string | undefined;
  /** Days, `2026-11-20`; the report's usual ones when absent. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
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
