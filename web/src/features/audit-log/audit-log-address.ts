/** What the audit log's address holds: its filters, and behind which entry the page begins. */
export interface AuditLogAddress {
  readonly actor?: number | undefined;
  readonly kind?: string | undefined;
  readonly record?: string | undefined;
  readonly action?: string | undefined;
  /** Days, `2026-11-20`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly after?: string | undefined;
}
