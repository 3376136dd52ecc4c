/** What the page's address holds: the search and the page. */
export interface CompetitorsAddress {
  readonly q?: string | undefined;
  /** From 1. */
  readonly page?: number | undefined;
}
