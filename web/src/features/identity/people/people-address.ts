import { PERSON_STATES } from '@stowage/contract/identity/people';
import { addressReader, flag, oneOf, positive, word } from '../../../shared/address-parts.ts';
import { VIEW_PARTS } from '../../../shared/list/views/view-address.ts';

export const readPeopleAddress = addressReader({
  person: positive,
  state: oneOf(...PERSON_STATES),
  /** As the server sorts when absent. */
  sort: word,
  ascending: flag,
  ...VIEW_PARTS,
});
export type PeopleAddress = ReturnType<typeof readPeopleAddress>;
