import { SUGGESTION_STATUSES } from '@stowage/contract/index-advisor/suggestion-statuses';
import { addressReader, oneOf, positive } from '../../shared/address-parts.ts';

/** Reads the address of the index advisor: the tab (all when absent), and the suggestion of the open dialog. */
export const readIndexAdvisorAddress = addressReader(
  { status: oneOf(...SUGGESTION_STATUSES), suggestion: positive, dialog: oneOf('details', 'create', 'ignore') },
  ({ dialog = 'details', ...address }) => (address.suggestion === undefined ? address : { ...address, dialog }),
);
export type IndexAdvisorAddress = ReturnType<typeof readIndexAdvisorAddress>;
