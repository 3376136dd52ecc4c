/** What the audit's address holds: the shelf, the page of the history, the record whose dialog is open. */
export interface AuditAddress {
  readonly location?: string | undefined;
  /** One-based; 1 when absent. */
  readonly page?: number | undefined;
  /** The scan, by its movement, whose unit is being edited. */
  readonly edit?: number | undefined;
}
