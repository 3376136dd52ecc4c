/** What the page's address holds: which page, which location, which dialog. */
export interface ScanPageAddress {
  /** One-based; 1 when absent. */
  readonly page?: number | undefined;
  readonly location?: string | undefined;
  readonly dialog?: 'edit' | 'delete' | 'restore' | undefined;
  /** The record that the dialog is about. */
  readonly item?: number | undefined;
}
