import { isDay, isFilled } from '../../../shared/address-parts.ts';

/** The report's address: the tab, the search, the open location, the SKU filter, and the day. */
export interface ReportAddress {
  readonly tab?: 'adjustments' | 'value' | undefined;
  readonly q?: string | undefined;
  readonly location?: string | undefined;
  readonly sku?: string | undefined;
  /** `2026-11-20`; now when absent. */
  readonly day?: string | undefined;
}

export function readReportAddress({ tab, q, location, sku, day }: Record<string, unknown>): ReportAddress {
  return {
    ...((tab === 'adjustments' || tab === 'value') && { tab }),
    ...(isDay(day) && { day }),
    ...(isFilled(q) && { q: String(q) }),
    ...(isFilled(location) && { location: String(location) }),
    ...(isFilled(sku) && { sku: String(sku) }),
  };
}
