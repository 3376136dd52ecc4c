import type { LocalInventoryItem } from '@stowage/contract/inventory/units';

/** The props of a dialog about one unit. */
export interface ItemDialogProps {
  readonly item: LocalInventoryItem;
  readonly onClose: () => void;
  /** The command succeeded: the rows need a reload. */
  readonly onDone: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}
