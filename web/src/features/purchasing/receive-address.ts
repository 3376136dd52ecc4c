import { isFilled, isPositive } from '../../shared/address-parts.ts';

export const RECEIVE_TABS = ['information', 'create', 'edit', 'receive'] as const;
const RECEIVE_WINDOWS = ['add-item', 'close', 'changes', 'import'] as const;
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
  /** The line whose photos are open. */
  readonly photos?: number | undefined;
  readonly window?: (typeof RECEIVE_WINDOWS)[number] | undefined;
}

/** Where the history of another list begins. */
export const NEWEST = { before: undefined, code: undefined } as const;

export function readReceiveAddress({ po, tab, list, before, code, photos, window }: Record<string, unknown>): ReceiveAddress {
  const known = RECEIVE_TABS.find((name) => name === tab);
  const shown = RECEIVE_WINDOWS.find((name) => name === window);
  return {
    ...(isFilled(po) && { po: String(po) }),
    ...(known !== undefined && { tab: known }),
    ...(isPositive(list) && { list }),
    ...(isPositive(before) && { before }),
    ...(isFilled(code) && { code: String(code) }),
    ...(isPositive(photos) && { photos }),
    ...(shown !== undefined && { window: shown }),
  };
}
