/** What the adjustment screen's address holds: the tab, what was searched, the ledger's filter and page. */
export interface AdjustmentAddress {
  readonly tab?: 'adjustments' | undefined;
  readonly q?: string | undefined;
  readonly sku?: string | undefined;
  /** One-based; 1 when absent. */
  readonly page?: number | undefined;
}
