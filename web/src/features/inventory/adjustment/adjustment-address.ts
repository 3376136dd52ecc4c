/** The dialogs and the drawer about one unit. */
export const ITEM_DIALOGS = ['remove', 'quarantine', 'condition', 'history'] as const;
export type ItemDialogName = (typeof ITEM_DIALOGS)[number];

/** What the adjustment screen's address holds: the tab, what was searched, the open dialog, the ledger's filter and page. */
export interface AdjustmentAddress {
  readonly tab?: 'locations' | 'adjustments' | undefined;
  readonly q?: string | undefined;
  readonly dialog?: ItemDialogName | undefined;
  /** The unit that the dialog is about. */
  readonly item?: number | undefined;
  /** The location that is being edited, or a new one. */
  readonly place?: number | 'new' | undefined;
  readonly sku?: string | undefined;
  /** One-based; 1 when absent. */
  readonly page?: number | undefined;
}
