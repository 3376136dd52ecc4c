import type { LocalInventoryItem } from '@stowage/contract/inventory/units';

/** What a dialog about one unit takes. */
export interface ItemDialogProps {
  readonly item: LocalInventoryItem;
  readonly onClose: () => void;
  /** It succeeded: what is shown is old. */
  readonly onDone: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}
