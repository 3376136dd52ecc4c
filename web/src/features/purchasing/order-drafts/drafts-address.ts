import { DRAFT_ORIGINS } from '@stowage/contract/purchasing/order-drafts';
import { addressReader, flag, oneOf, text, word } from '../../../shared/address-parts.ts';
import { VIEW_PARTS } from '../../../shared/list/views/view-address.ts';

export const readDraftsAddress = addressReader({
  q: text,
  origin: oneOf(...DRAFT_ORIGINS),
  /** The newest first when absent. */
  sort: word,
  ascending: flag,
  ...VIEW_PARTS,
});
export type DraftsAddress = ReturnType<typeof readDraftsAddress>;

export const readDraftAddress = addressReader({ window: oneOf('send', 'terms', 'delete') });
export type DraftAddress = ReturnType<typeof readDraftAddress>;
