import { addressReader, flag, oneOf, positive, text, word } from '../../shared/address-parts.ts';
import { VIEW_PARTS } from '../../shared/list/views/view-address.ts';

export const RECEIVE_TABS = ['information', 'create', 'edit', 'receive'] as const;
export type ReceiveTab = (typeof RECEIVE_TABS)[number];

/** Reads the address of Receive Shipment. */
export const readReceiveAddress = addressReader({
  po: text,
  tab: oneOf(...RECEIVE_TABS),
  list: positive,
  /** Shows the history before this scan. */
  before: positive,
  /** Shows the history of this code. */
  code: text,
  /** The line whose photos are open. */
  photos: positive,
  window: oneOf('add-item', 'close', 'changes', 'import'),
  /** The column that the packing lists are sorted by; as the server sorts when absent. */
  sort: word,
  ascending: flag,
  ...VIEW_PARTS,
});
export type ReceiveAddress = ReturnType<typeof readReceiveAddress>;

/** Resets the history to its newest scans. */
export const NEWEST = { before: undefined, code: undefined } as const;
