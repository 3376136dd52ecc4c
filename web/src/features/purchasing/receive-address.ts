export const RECEIVE_TABS = ['information', 'create', 'edit', 'receive'] as const;
export const RECEIVE_WINDOWS = ['add-item', 'close', 'changes', 'import'] as const;
export type ReceiveTab = (typeof RECEIVE_TABS)[number];

/** What the address of Receive Shipment holds: the order, the tab, the packing list, and which part of its history, and which window is open. */
export interface ReceiveAddress {
  readonly po?: string | undefined;
  readonly tab?: ReceiveTab | undefined;
  readonly list?: number | undefined;
  /** The history's scans before this one. */
  readonly before?: number | undefined;
  /** The history's scans of this code alone. */
  readonly code?: string | undefined;
  readonly window?: (typeof RECEIVE_WINDOWS)[number] | undefined;
}

/** Where the history of another list begins. */
export const NEWEST = { before: undefined, code: undefined } as const;
