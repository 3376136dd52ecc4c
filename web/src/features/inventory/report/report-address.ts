/** What the report's address holds: the tab, what was searched, the open location, the filter of the adjustments. */
export interface ReportAddress {
  readonly tab?: 'adjustments' | undefined;
  readonly q?: string | undefined;
  readonly location?: string | undefined;
  readonly sku?: string | undefined;
}
