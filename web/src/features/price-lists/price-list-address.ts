/** What the price lists' address holds: the search, the page, the item that is open, and which window is. */
export interface PriceListAddress {
  readonly q?: string | undefined;
  /** One-based; 1 when absent. */
  readonly page?: number | undefined;
  readonly item?: number | undefined;
  readonly window?: 'bulk-update' | 'files' | undefined;
}
