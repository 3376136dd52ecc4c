import { isFilled, isPositive } from '../../shared/address-parts.ts';

export const RECEIVE_TABS = ['information', 'create', 'edit', 'receive'] as const;
const RECEIVE_WINDOWS = ['add-item', 'close', 'changes', 'import'] as const;
export type ReceiveTab = (typeof RECEIVE_TABS)[number];

/** The address of Receive Shipment. */
export interface ReceiveAddress {
  readonly po?: string | undefined;
  readonly tab?: ReceiveTab | undefined;
  readonly list?: number | undefined;
  /** Shows the history before this scan. */
  readonly before?: number | undefined;
  /** Shows the history of this code. */
  readonly code?: string | undefined;
  /** The line whose photos are open. */
  readonly photos?: number | undefined;
  readonly window?: (typeof RECEIVE_WINDOWS)[number] | undefined;
}

/** Resets the history to its newest scans. */
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
