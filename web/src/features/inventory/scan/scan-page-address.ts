/** The Scan tab's address. */
export interface ScanPageAddress {
  /** One-based; 1 when absent. */
  readonly page?: number | undefined;
  readonly location?: string | undefined;
  readonly dialog?: 'edit' | 'delete' | 'restore' | undefined;
  /** The unit in the dialog. */
  readonly item?: number | undefined;
}
