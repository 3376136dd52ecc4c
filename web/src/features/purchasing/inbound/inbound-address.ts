import { INBOUND_KINDS } from '@stowage/contract/purchasing/inbound';
import { addressReader, flag, oneOf, word } from '../../../shared/address-parts.ts';
import { VIEW_PARTS } from '../../../shared/list/views/view-address.ts';

export const readInboundAddress = addressReader({
  kind: oneOf(...INBOUND_KINDS),
  /** As the server sorts when absent. */
  sort: word,
  ascending: flag,
  ...VIEW_PARTS,
});
export type InboundAddress = ReturnType<typeof readInboundAddress>;
